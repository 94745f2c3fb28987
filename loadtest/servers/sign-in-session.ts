import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connectJobsRedis, connectSubscriber } from '#server/platform/redis/index.ts';
import {
  authenticationExtra,
  createSessionStore,
  sessionCookieName,
} from '#server/platform/sessions/index.ts';
import type { Role } from '#shared/api/contract.ts';
import { asOwner } from '../lib/database.ts';

export interface SignedIn {
  /** Of the database and the sessions of the platform they sign in on. */
  databaseUrl: string;
  namespace: string;
  roles: Role[];
  /** Somebody who is stored already; a new person, proven as staff, unless given. */
  personId?: string;
}

/** A `Cookie` header of somebody with these roles, as after signing in with a second factor. */
export async function signInSession(o: SignedIn): Promise<string> {
  const personId = o.personId ?? (await addStaff(o));
  const jobsUrl = process.env.JOBS_REDIS_URL ?? process.env.REDIS_URL ?? '';
  const jobs = connectJobsRedis(jobsUrl);
  const subscriber = connectSubscriber(jobsUrl);
  const sessions = createSessionStore(jobs, subscriber, o.namespace);
  try {
    const { secret } = await sessions.create(
      { personId, roles: o.roles, language: 'uz', name: 'Load', userName: 'load', percentage: 100 },
      authenticationExtra({ atMs: Date.now(), secondFactor: true }),
    );
    return `${sessionCookieName(false)}=${secret}`;
  } finally {
    await sessions.close();
    jobs.disconnect();
  }
}

async function addStaff({ databaseUrl, roles }: SignedIn): Promise<string> {
  const personId = randomUUID();
  const client = new pg.Client({ connectionString: asOwner(databaseUrl) });
  await client.connect();
  try {
    await client.query(
      `insert into person (id, issuer, subject, kind, name, language, roles)
       values ($1::uuid, 'load-staff', $1::uuid::text, 'natural', 'Staff', 'uz', $2)`,
      [personId, roles],
    );
    await client.query(
      `insert into staff_attestation (person_id, pinfl, document, reason) values ($1, '30000000000015', 'load', 'load')`,
      [personId],
    );
    return personId;
  } finally {
    await client.end();
  }
}
