import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { RecordTables } from './records.repository.ts';

/** Removes sessions, codes and tokens that have expired; returns how many. Expired ones are refused without it too. */
export async function purgeRecords(db: Db<RecordTables>): Promise<number> {
  const gone = await db
    .deleteFrom('identity_record')
    .where('expires_at', '<', sql<Date>`now()`)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/**
 * Ends all sessions of an account on the site, with what they were given, and the sign-ins that have shown the password
 * but not come back yet: the next one asks for the password.
 */
export async function endSiteSessions(db: Db<RecordTables>, accountId: string): Promise<void> {
  await db
    .deleteFrom('identity_record')
    .where('model', 'in', ['Session', 'Grant', 'AccessToken', 'AuthorizationCode'])
    .where(sql<string>`payload->>'accountId'`, '=', accountId)
    .execute();
  await db
    .deleteFrom('identity_record')
    .where('model', '=', 'Interaction')
    .where(sql<string>`payload->'result'->'login'->>'accountId'`, '=', accountId)
    .execute();
}
