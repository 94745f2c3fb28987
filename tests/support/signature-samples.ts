import { createSignatures } from '#server/domains/signatures/index.ts';
import { openESignature, type Signing } from '#server/integrations/e-signature/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { testJobsRedis, type TestDatabase } from './services.ts';

const PASSWORD = 'tulip-river-42';
const PINFL = '30101990000015';

/** A document archived as signed by the person, and one of their test keys. */
async function signSomething({ port, development }: Signing, database: TestDatabase, personId: string) {
  if (!development) throw new Error('no development signer');
  const owner = { owner: 'Buyer', kind: 'natural', pinfl: PINFL, tin: null } as const;
  const key = await development.issue(personId, owner, PASSWORD);
  if (key === 'too-many-keys') throw new Error(key);
  const signatures = createSignatures({
    ...{ db: database.db, port },
    person: (id) => Promise.resolve({ id, kind: 'natural', name: 'Buyer', pinfl: PINFL, stir: null }),
    publicUrl: () => 'http://localhost',
    record: () => Promise.resolve(),
  });
  const { id, document } = await signatures.prepare(personId, {
    kind: 'consent',
    subject: '1',
    language: 'en',
    document: (requestId) => Buffer.from(`I agree (${requestId})`),
  });
  const pkcs7 = await development.sign(personId, key.keyId, PASSWORD, { document });
  if (!Buffer.isBuffer(pkcs7)) throw new Error('not signed');
  const answer = { requestId: id, pkcs7: pkcs7.toString('base64') };
  const made = await signatures.accept(personId, 'consent', answer, '127.0.0.1', () => Promise.resolve());
  if (made.outcome !== 'signed') throw new Error(made.reason);
  return { documentId: made.documentId, keyId: key.keyId, pkcs7: answer.pkcs7 };
}

/** Query, body and path values under which calls of signatures and consents succeed. */
export async function sampleSignatures(database: TestDatabase, personId: string) {
  const jobs = testJobsRedis();
  const config = {
    eImzo: { url: null, apiKeys: [] },
    twinsAllowed: true,
    redisNamespace: jobs.namespace,
  };
  const logger = createLogger({ level: 'silent' });
  const signing = openESignature({ config, db: database.db, redis: jobs.redis, logger });
  const { documentId, keyId, pkcs7 } = await signSomething(signing, database, personId);
  jobs.close();
  const text = 'A sentence of the offer. '.repeat(6);
  const texts = { uz: text, ru: text, en: text };
  const one = { params: { id: documentId } };
  return {
    'signatures.add-key': { body: { pkcs7 } },
    'signatures.remove-key': { body: { serial: '77000001' } },
    'signatures.document-pdf': one,
    'signatures.document-pkcs7': one,
    'signatures.verification': one,
    'signatures.issue-development-key': { body: { password: PASSWORD } },
    'signatures.development-sign': {
      body: { keyId, password: PASSWORD, content: { documentBase64: 'b2ZmZXI=' } },
    },
    'consent.agree': { body: { requestId: '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d001', pkcs7 } },
    'consent.disagree': { body: { version: 1, reason: null } },
    'console.consent-people': { params: { version: 1 } },
    'console.consent-source': { params: { version: 1 } },
    'console.add-consent': {
      body: {
        ...{ effectiveOn: tashkentDay(new Date()), deadlineOn: '2099-12-31' },
        ...{ offer: texts, contract: texts },
      },
    },
  };
}
