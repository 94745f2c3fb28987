import { expect } from 'vitest';
import { createActionLog } from '#server/domains/action-log/index.ts';
import {
  createConsents,
  createSignatures,
  registerConsentRoutes,
  registerDevelopmentKeyRoutes,
  registerSignatureRoutes,
  type ConsentsService,
  type RecordSigning,
  type Signatory,
  type SignaturesService,
} from '#server/domains/signatures/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
  helpFigures,
} from '#server/domains/reference/index.ts';
import { openESignature, type Signing } from '#server/integrations/e-signature/index.ts';
import { newId } from '#server/platform/ids/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { startTestApp, type TestApp } from './app.ts';
import { testDatabase, type TestDatabase } from './services.ts';

export const PASSWORD = 'tulip-river-42';
export const STATE = '/api/shop/consent/buyer';
export const TEST_KEYS = '/api/shop/e-signature/development/keys';

/** A person with an account, signed in. */
export interface Somebody {
  id: string;
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
}

export interface ConsentStand {
  database: TestDatabase;
  app: TestApp;
  signing: Signing;
  signatures: SignaturesService;
  consents: ConsentsService;
  people: Map<string, Signatory>;
  /** Told in the transaction of a signature, and after it. */
  told: { personId: string; version: number }[];
  changed: string[];
  somebody(facts?: Partial<Signatory>, roles?: ('buyer' | 'operator')[]): Promise<Somebody>;
  close(): Promise<void>;
}

/** Signatures and consents behind a real server, with the development signer. */
export async function openConsentStand(): Promise<ConsentStand> {
  const database = await testDatabase();
  const { db } = database;
  const texts = loadTexts();
  const reference = createReferenceService(createReferenceRepository(db));
  const people = new Map<string, Signatory>();
  const record: RecordSigning = (tx, done) => createActionLog(tx).record({ type: 'signature', ...done });
  const stand = { database, people, told: [], changed: [] } as unknown as ConsentStand;
  stand.app = await startTestApp((http, jobs) => {
    stand.signing = openESignature({
      config: { eImzo: { url: null, apiKeys: [] }, twinsAllowed: true, redisNamespace: jobs.namespace },
      ...{ db, redis: jobs.redis },
      logger: createLogger({ level: 'silent' }),
    });
    stand.signatures = createSignatures({
      ...{ db, port: stand.signing.port },
      person: (id) => Promise.resolve(people.get(id) ?? null),
      publicUrl: () => 'https://savdo.example',
      record,
    });
    stand.consents = createConsents({
      ...{ db, signatures: stand.signatures, texts, record },
      figures: (language) =>
        helpFigures({ reference, texts, hours: { opens: '09:00', closes: '18:00' } }, language, new Date()),
      tell: (_tx, { personId, version }) => Promise.resolve(void stand.told.push({ personId, version })),
      changed: (personId) => Promise.resolve(void stand.changed.push(personId)),
    });
    registerSignatureRoutes(http, { signatures: stand.signatures, texts, apiKeys: [] });
    registerDevelopmentKeyRoutes(http, stand.signing.development, stand.signatures);
    registerConsentRoutes(http, {
      consents: stand.consents,
      texts,
      namesOf: async (ids) => new Map(ids.map((id) => [id, people.get(id)?.name ?? id])),
    });
  });
  stand.somebody = async (facts = {}, roles = ['buyer']) => {
    const { cookie, person } = await stand.app.signIn({ roles, personId: newId() });
    const id = person.personId;
    people.set(id, {
      id,
      kind: 'natural',
      name: 'Aziza Namuna',
      pinfl: `3010199${String(people.size).padStart(7, '0')}`,
      stir: null,
      ...facts,
    });
    return {
      id,
      ask: (method, path, body) =>
        stand.app.call(method, path, { cookie, ...(body === undefined ? {} : { body }) }),
    };
  };
  stand.close = async () => {
    await stand.app.close();
    await database.close();
  };
  return stand;
}

/** Issues the person a test key; answers its id. */
export async function keyOf(person: Somebody): Promise<string> {
  const issued = await person.ask('POST', `${TEST_KEYS}/issue`, { password: PASSWORD });
  expect(issued.body.outcome).toBe('issued');
  return issued.body.key.keyId as string;
}

/** What the browser does between the request and the answer. */
export async function signed(person: Somebody, keyId: string, documentBase64: string): Promise<string> {
  const made = await person.ask('POST', '/api/shop/e-signature/development/sign', {
    ...{ keyId, password: PASSWORD },
    content: { documentBase64 },
  });
  expect(made.body.outcome).toBe('signed');
  return made.body.pkcs7 as string;
}

export async function prepared(person: Somebody): Promise<{ requestId: string; documentBase64: string }> {
  const made = await person.ask('POST', `${STATE}/prepare`);
  expect(made.status).toBe(200);
  return made.body;
}

/** Signs the offer, with a key of the person's or a new one. */
export async function agree(person: Somebody, keyId?: string) {
  const request = await prepared(person);
  const pkcs7 = await signed(person, keyId ?? (await keyOf(person)), request.documentBase64);
  const answer = await person.ask('POST', `${STATE}/agree`, { requestId: request.requestId, pkcs7 });
  return { ...answer, request, pkcs7 };
}
