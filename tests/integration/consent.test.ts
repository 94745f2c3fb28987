import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createConsents,
  createSignatures,
  registerConsentRoutes,
  registerDevelopmentKeyRoutes,
  registerSignatureRoutes,
  runVerifySignatureCommand,
  type ConsentsService,
  type Signatory,
  type SignaturesService,
} from '#server/domains/signatures/index.ts';
import {
  helpFigures,
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/reference/index.ts';
import { openESignature, type Signing } from '#server/integrations/e-signature/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { testDatabase, type TestDatabase } from '../support/services.ts';

const PASSWORD = 'tulip-river-42';
const STATE = '/api/shop/consent/buyer';
const KEYS = '/api/shop/e-signature/development/keys';

let database: TestDatabase;
let app: TestApp;
let signing: Signing;
let signatures: SignaturesService;
let consents: ConsentsService;
const people = new Map<string, Signatory>();
const told: { personId: string; version: number }[] = [];
const changed: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const texts = loadTexts();
  const reference = createReferenceService(createReferenceRepository(db));
  app = await startTestApp((http, jobs) => {
    signing = openESignature({
      config: { eImzo: { url: null, apiKeys: [] }, twinsAllowed: true, redisNamespace: jobs.namespace },
      ...{ db, redis: jobs.redis },
      logger: createLogger({ level: 'silent' }),
    });
    signatures = createSignatures({
      ...{ db, port: signing.port },
      person: (id) => Promise.resolve(people.get(id) ?? null),
      publicUrl: () => 'https://savdo.example',
    });
    consents = createConsents({
      ...{ db, signatures, texts },
      figures: (language) =>
        helpFigures({ reference, texts, hours: { opens: '09:00', closes: '18:00' } }, language, new Date()),
      tell: (_tx, { personId, version }) => Promise.resolve(void told.push({ personId, version })),
      changed: (personId) => Promise.resolve(void changed.push(personId)),
    });
    registerSignatureRoutes(http, { signatures, texts, apiKeys: [] });
    registerDevelopmentKeyRoutes(http, signing.development, signatures);
    registerConsentRoutes(http, {
      consents,
      texts,
      namesOf: async (ids) => new Map(ids.map((id) => [id, people.get(id)?.name ?? id])),
    });
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

let count = 0;

interface Somebody {
  id: string;
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
}

/** A person with an account, signed in. */
async function somebody(
  facts: Partial<Signatory> = {},
  roles: ('buyer' | 'operator')[] = ['buyer'],
): Promise<Somebody> {
  const { cookie, person } = await app.signIn({ roles });
  const id = person.personId;
  count += 1;
  people.set(id, {
    id,
    kind: 'natural',
    name: 'Aziza Namuna',
    pinfl: `3010199${String(count).padStart(7, '0')}`,
    stir: null,
    ...facts,
  });
  return {
    id,
    ask: (method, path, body) => app.call(method, path, { cookie, ...(body === undefined ? {} : { body }) }),
  };
}

async function keyOf(person: Somebody): Promise<string> {
  const issued = await person.ask('POST', `${KEYS}/issue`, { password: PASSWORD });
  expect(issued.body.outcome).toBe('issued');
  return issued.body.key.keyId as string;
}

/** What the browser does between the request and the answer. */
async function signed(person: Somebody, keyId: string, documentBase64: string): Promise<string> {
  const made = await person.ask('POST', '/api/shop/e-signature/development/sign', {
    ...{ keyId, password: PASSWORD },
    content: { documentBase64 },
  });
  expect(made.body.outcome).toBe('signed');
  return made.body.pkcs7 as string;
}

async function prepared(person: Somebody): Promise<{ requestId: string; documentBase64: string }> {
  const made = await person.ask('POST', `${STATE}/prepare`);
  expect(made.status).toBe(200);
  return made.body;
}

async function agree(person: Somebody, keyId?: string) {
  const request = await prepared(person);
  const pkcs7 = await signed(person, keyId ?? (await keyOf(person)), request.documentBase64);
  const answer = await person.ask('POST', `${STATE}/agree`, { requestId: request.requestId, pkcs7 });
  return { ...answer, request, pkcs7 };
}

describe('the offer', () => {
  test('is open to everybody in four languages, with the figures of the rule sets in it', async () => {
    for (const [language, word] of [
      ['uz', 'Zakalat'],
      ['ru', 'Задаток'],
      ['uz-Cyrl', 'Закалат'],
      ['en', 'Deposit'],
    ] as const) {
      const { status, body } = await app.call('GET', `${STATE}/text`, {
        headers: { 'accept-language': language },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ version: 1, effectiveOn: '2024-06-24', deadlineOn: '2024-07-23' });
      const whole = JSON.stringify(body);
      expect(whole).toContain(word);
      expect(whole).toMatch(/5\s?%/);
      expect(whole).not.toContain('{{');
      expect(body.offer.blocks.length).toBeGreaterThan(30);
      expect(body.contract.blocks.length).toBeGreaterThan(15);
    }
    expect((await app.call('GET', `${STATE}/text?version=99`)).status).toBe(404);
    expect((await app.call('GET', `${STATE}/text?version=0`)).status).toBe(400);
  });

  test('is not in force for somebody who has not signed, after its deadline', async () => {
    const person = await somebody();
    expect(await consents.inForce(person.id)).toBe(false);
    expect((await person.ask('GET', STATE)).body).toEqual({
      current: { version: 1, effectiveOn: '2024-06-24', deadlineOn: '2024-07-23' },
      ...{ answer: null, inForce: false, mayAct: false, toSign: true },
    });
  });

  test('is in force once it is signed, and everybody who must know is told', async () => {
    const person = await somebody();
    const answer = await agree(person);
    expect(answer.body).toMatchObject({ outcome: 'signed' });
    expect(await consents.inForce(person.id)).toBe(true);
    const { body } = await person.ask('GET', STATE);
    expect(body).toMatchObject({
      answer: { version: 1, agreed: true, documentId: answer.body.documentId },
      ...{ inForce: true, mayAct: true, toSign: false },
    });
    expect(told).toContainEqual({ personId: person.id, version: 1 });
    expect(changed).toContain(person.id);
    const { rows } = await database.pool.query(
      `select payload from outbox where topic = 'signatures.consent-answered' and payload->>'personId' = $1`,
      [person.id],
    );
    expect(rows).toEqual([{ payload: { personId: person.id, version: 1, agreed: true } }]);
  });

  test('is signed as the exact text, made out to the person, in their language', async () => {
    const person = await somebody({ name: 'Олим Намуна', pinfl: '30101990099999' });
    const { body } = await app.call('POST', `${STATE}/prepare`, {
      cookie: (await app.signIn({ personId: person.id, language: 'ru' })).cookie,
    });
    const text = Buffer.from(body.documentBase64, 'base64').toString('utf8');
    for (const part of [
      'Олим Намуна',
      '30101990099999',
      body.requestId,
      'Публичная оферта',
      'СПОРЫ',
      'СРОК ДЕЙСТВИЯ',
    ])
      expect(text).toContain(part);
    expect(Buffer.byteLength(body.documentBase64)).toBeLessThan(32_000);
  });

  test('answers the same signature sent twice, also at once, with the same document', async () => {
    const person = await somebody();
    const { request, pkcs7 } = await agree(person);
    const other = await prepared(person);
    const again = {
      requestId: other.requestId,
      pkcs7: await signed(person, await keyOf(person), other.documentBase64),
    };
    const answers = await Promise.all([1, 2, 3, 4].map(() => person.ask('POST', `${STATE}/agree`, again)));
    expect(new Set(answers.map(({ body }) => body.documentId)).size).toBe(1);
    const first = await person.ask('POST', `${STATE}/agree`, { requestId: request.requestId, pkcs7 });
    expect(first.body.outcome).toBe('signed');
    expect((await person.ask('GET', '/api/shop/user/signed-documents')).body.total).toBe(2);
  });

  test('ends for the person who disagrees, and begins again with a new signature', async () => {
    const person = await somebody();
    const keyId = await keyOf(person);
    await agree(person, keyId);
    const no = { version: 1, reason: 'The fee is not clear' };
    expect((await person.ask('POST', `${STATE}/disagree`, no)).body).toEqual({ recorded: true });
    expect(await consents.inForce(person.id)).toBe(false);
    expect((await person.ask('GET', STATE)).body.answer).toMatchObject({ agreed: false, documentId: null });
    expect((await agree(person, keyId)).body.outcome).toBe('signed');
    expect(await consents.inForce(person.id)).toBe(true);
    expect((await person.ask('POST', `${STATE}/disagree`, { ...no, version: 7 })).status).toBe(404);
    expect((await person.ask('POST', `${STATE}/disagree`, { ...no, reason: 'x'.repeat(501) })).status).toBe(
      400,
    );
  });
});

describe('a signature for the offer', () => {
  const refusal = async (person: Somebody, body: unknown) => {
    const answer = await person.ask('POST', `${STATE}/agree`, body);
    expect(answer.body.outcome).toBe('refused');
    expect(await consents.inForce(person.id)).toBe(false);
    return answer.body.reason as string;
  };

  test('is refused from another person, from an entity and from a key without a number', async () => {
    const [person, other] = [await somebody(), await somebody()];
    const [request, theirs] = [await prepared(person), await keyOf(other)];
    const pkcs7 = await signed(other, theirs, request.documentBase64);
    expect(await refusal(person, { requestId: request.requestId, pkcs7 })).toBe('other-person');

    const { development } = signing;
    const own = people.get(person.id)!;
    for (const [owner, reason] of [
      [{ owner: 'Entity', kind: 'legal', pinfl: own.pinfl, tin: '300000001' }, 'other-person'],
      [{ owner: 'Nobody', kind: 'natural', pinfl: null, tin: '400000001' }, 'no-personal-id'],
    ] as const) {
      const key = await development!.issue(person.id, owner, PASSWORD);
      if (key === 'too-many-keys') throw new Error(key);
      const made = await signed(person, key.keyId, request.documentBase64);
      expect(await refusal(person, { requestId: request.requestId, pkcs7: made })).toBe(reason);
    }
  });

  test('of an entity is that of a key of its STIR, whoever holds it', async () => {
    const entity = await somebody({ kind: 'legal', name: '«Sinov» MChJ', pinfl: null, stir: '301234563' });
    const key = await signing.development!.issue(
      entity.id,
      { owner: 'Director', kind: 'legal', pinfl: '30101990077777', tin: '301234563' },
      PASSWORD,
    );
    if (key === 'too-many-keys') throw new Error(key);
    expect((await agree(entity, key.keyId)).body.outcome).toBe('signed');
  });

  test('is refused for another request, for somebody else’s request and for one that is too old', async () => {
    const [person, other] = [await somebody(), await somebody()];
    const keyId = await keyOf(person);
    const [first, second] = [await prepared(person), await prepared(person)];
    const pkcs7 = await signed(person, keyId, first.documentBase64);
    expect(await refusal(person, { requestId: second.requestId, pkcs7 })).toBe('other-document');
    expect(await refusal(other, { requestId: first.requestId, pkcs7 })).toBe('request-expired');
    await database.pool.query(
      `update signature_request set expires_at = now() - interval '1 s' where id = $1`,
      [first.requestId],
    );
    expect(await refusal(person, { requestId: first.requestId, pkcs7 })).toBe('request-expired');
  });

  test('is not asked of an account without a number', async () => {
    const person = await somebody({ pinfl: null });
    expect((await person.ask('POST', `${KEYS}/issue`, { password: PASSWORD })).body).toEqual({
      outcome: 'refused',
      reason: 'account-without-id',
    });
  });

  test.each(['', 'not base64 at all: it has spaces', '<xml/>'])(
    '"%s" is a malformed request',
    async (pkcs7) => {
      const person = await somebody();
      const { requestId } = await prepared(person);
      expect((await person.ask('POST', `${STATE}/agree`, { requestId, pkcs7 })).status).toBe(400);
    },
  );
});

describe('an archived document', () => {
  test('is listed to its owner, downloaded, and verified from its bytes', async () => {
    const person = await somebody();
    const { body, pkcs7 } = await agree(person);
    const { items } = (await person.ask('GET', '/api/shop/user/signed-documents')).body;
    expect(items).toMatchObject([
      { id: body.documentId, kind: 'consent', subject: '1', signer: 'development' },
    ]);
    const one = `/api/shop/user/signed-documents/${body.documentId}`;
    expect((await person.ask('GET', `${one}/verification`)).body).toMatchObject({
      verified: true,
      reason: null,
    });
    const kept = await signatures.document(person.id, body.documentId);
    expect(kept?.pkcs7.toString('base64')).toBe(pkcs7);
    const pdf = await person.ask('GET', `${one}/pdf`);
    expect(pdf.status).toBe(200);
    expect(String(pdf.body).startsWith('%PDF-')).toBe(true);
    expect((await person.ask('GET', `${one}/pkcs7`)).status).toBe(200);
  });

  test('is nobody else’s business', async () => {
    const [person, other] = [await somebody(), await somebody()];
    const { body } = await agree(person);
    const one = `/api/shop/user/signed-documents/${body.documentId}`;
    for (const path of [`${one}/pdf`, `${one}/pkcs7`, `${one}/verification`]) {
      expect((await other.ask('GET', path)).status, path).toBe(404);
      expect((await app.call('GET', path)).status, path).toBe(401);
    }
    expect((await other.ask('GET', '/api/shop/user/signed-documents')).body.total).toBe(0);
  });

  test('can be neither changed nor deleted, and the command finds what was changed all the same', async () => {
    const person = await somebody();
    const { body } = await agree(person);
    const id = body.documentId as number;
    for (const statement of [
      `update signed_document set owner_name = 'x' where id = ${id}`,
      `delete from signed_document where id = ${id}`,
      'truncate signed_document cascade',
    ])
      await expect(database.pool.query(statement), statement).rejects.toMatchObject({ code: 'SD001' });
    const lines: string[] = [];
    const out = {
      line: (text: string) => lines.push(text),
      error: (text: string) => lines.push(`! ${text}`),
    };
    expect(await runVerifySignatureCommand([String(id)], { signatures, out })).toBe(0);
    expect(lines[0]).toMatch(new RegExp(`^${id}: genuine \\(consent 1, key [0-9a-f]{16},`));
    await database.pool.query('alter table signed_document disable trigger signed_document_append_only');
    await database.pool.query(
      `update signed_document set document = convert_to('I agree to everything', 'UTF8') where id = ${id}`,
    );
    await database.pool.query('alter table signed_document enable trigger signed_document_append_only');
    expect(await runVerifySignatureCommand([String(id), '999999'], { signatures, out })).toBe(1);
    expect(lines.slice(1)).toEqual([
      expect.stringContaining('NOT genuine, other-document'),
      '! 999999: no such document',
    ]);
    expect(await runVerifySignatureCommand(['x'], { signatures, out })).toBe(2);
  });
});

describe('keys', () => {
  const LIST = '/api/shop/user/e-signature-keys';
  const add = async (person: Somebody, keyId: string) => {
    const { challengeBase64 } = (await person.ask('POST', `${LIST}/challenge`)).body;
    return person.ask('POST', `${LIST}/add`, { pkcs7: await signed(person, keyId, challengeBase64) });
  };

  test('are added by a signed challenge, listed, removed, and added again', async () => {
    const person = await somebody();
    const keyId = await keyOf(person);
    const added = await add(person, keyId);
    expect(added.body.outcome).toBe('added');
    const { serial } = added.body;
    expect((await person.ask('GET', LIST)).body).toMatchObject([
      { serial, kind: 'natural', status: 'valid', lastUsedAt: null, pinfl: people.get(person.id)!.pinfl },
    ]);
    expect((await person.ask('POST', `${LIST}/remove`, { serial })).body).toEqual({ removed: true });
    expect((await person.ask('POST', `${LIST}/remove`, { serial })).body).toEqual({ removed: false });
    expect((await person.ask('GET', LIST)).body).toEqual([]);
    expect((await agree(person, keyId)).body).toEqual({ outcome: 'refused', reason: 'key-removed' });
    await add(person, keyId);
    expect((await agree(person, keyId)).body.outcome).toBe('signed');
    const [key] = (await person.ask('GET', LIST)).body;
    expect(key.lastUsedAt).not.toBeNull();
  });

  test('of other people are not added, and nobody removes or signs with another’s', async () => {
    const [person, other] = [await somebody(), await somebody()];
    const theirs = await keyOf(other);
    const { challengeBase64 } = (await person.ask('POST', `${LIST}/challenge`)).body;
    const pkcs7 = await signed(other, theirs, challengeBase64);
    expect((await person.ask('POST', `${LIST}/add`, { pkcs7 })).body).toEqual({
      outcome: 'refused',
      reason: 'other-person',
    });
    const { serial } = (await add(other, theirs)).body;
    expect((await person.ask('POST', `${LIST}/remove`, { serial })).body).toEqual({ removed: false });
    const stolen = { keyId: theirs, password: PASSWORD, content: { documentBase64: 'eA==' } };
    expect((await person.ask('POST', '/api/shop/e-signature/development/sign', stolen)).status).toBe(404);
  });

  test('for tests are not made without end, and a wrong password opens none', async () => {
    const person = await somebody();
    const keyId = await keyOf(person);
    const wrong = { keyId, password: 'guess', content: { documentBase64: 'eA==' } };
    expect((await person.ask('POST', '/api/shop/e-signature/development/sign', wrong)).body).toEqual({
      outcome: 'wrong-password',
    });
    for (let at = 1; at < 10; at += 1) await keyOf(person);
    expect((await person.ask('POST', `${KEYS}/issue`, { password: PASSWORD })).body).toEqual({
      outcome: 'refused',
      reason: 'too-many-keys',
    });
    expect((await person.ask('POST', `${KEYS}/issue`, { password: '12345' })).status).toBe(400);
  });
});

describe('versions of the offer', () => {
  const TEXT = { uz: 'Matn. '.repeat(20), ru: 'Текст. '.repeat(20), en: 'Text. '.repeat(20) };
  const today = tashkentDay(new Date());
  const shifted = (days: number) => tashkentDay(new Date(Date.now() + days * 86_400_000));

  test('are added by staff only, with days and figures that make sense', async () => {
    const [buyer, operator] = [await somebody(), await somebody({}, ['operator'])];
    const good = { effectiveOn: today, deadlineOn: shifted(30), offer: TEXT, contract: TEXT };
    const ADD = '/api/console/consents/add';
    expect((await buyer.ask('POST', ADD, good)).status).toBe(403);
    expect((await app.call('POST', ADD, { body: good })).status).toBe(401);
    const code = async (body: unknown) => (await operator.ask('POST', ADD, body)).body.ERROR.code as string;
    expect(await code({ ...good, effectiveOn: shifted(-1) })).toBe('e-signature.effective-in-the-past');
    expect(await code({ ...good, effectiveOn: shifted(9), deadlineOn: shifted(8) })).toBe(
      'e-signature.deadline-before-effect',
    );
    expect(await code({ ...good, offer: { ...TEXT, ru: `${TEXT.ru} {{shop.price}}` } })).toBe(
      'e-signature.unknown-figure',
    );
    expect(await code({ ...good, offer: { ...TEXT, en: 'short' } })).toBe('malformed');
  });

  test('ask for a new signature, which may wait until the deadline', async () => {
    const [person, late, operator] = [await somebody(), await somebody(), await somebody({}, ['operator'])];
    await agree(person);
    const body = { effectiveOn: today, deadlineOn: shifted(30), offer: TEXT, contract: TEXT };
    const added = await operator.ask('POST', '/api/console/consents/add', body);
    expect(added.body).toEqual({ version: 2 });
    expect((await person.ask('GET', STATE)).body).toMatchObject({
      current: { version: 2 },
      answer: { version: 1 },
      ...{ inForce: true, mayAct: true, toSign: true },
    });
    expect(await consents.mayAct(late.id)).toBe(false);
    await database.pool.query(
      `update consent_version set effective_on = effective_on - 60, deadline_on = deadline_on - 31 where version = 2`,
    );
    expect(await consents.inForce(person.id)).toBe(false);
    expect((await agree(person)).body.outcome).toBe('signed');
    expect(await consents.inForce(person.id)).toBe(true);

    const versions = (await operator.ask('GET', '/api/console/consents')).body;
    expect(versions).toMatchObject([
      { version: 2, agreedCount: 1, refusedCount: 0, addedBy: 'Aziza Namuna' },
      { version: 1, addedBy: null },
    ]);
    const answers = (await operator.ask('GET', '/api/console/consents/2/people')).body;
    expect(answers).toMatchObject({
      total: 1,
      items: [{ personId: person.id, agreed: true, name: 'Aziza Namuna' }],
    });
    expect((await operator.ask('GET', '/api/console/consents/2/source')).body.offer.ru).toBe(TEXT.ru.trim());
  });

  test('that take effect later are not to be signed yet; the last day still counts whole', async () => {
    const [person, operator] = [await somebody(), await somebody({}, ['operator'])];
    await agree(person);
    const later = { effectiveOn: shifted(3), deadlineOn: shifted(3), offer: TEXT, contract: TEXT };
    const { version } = (await operator.ask('POST', '/api/console/consents/add', later)).body;
    expect((await person.ask('GET', STATE)).body.current.version).toBe(version - 1);
    await database.pool.query(
      `update consent_version set effective_on = $2, deadline_on = $2 where version = $1`,
      [version, today],
    );
    expect((await person.ask('GET', STATE)).body).toMatchObject({
      current: { version },
      ...{ inForce: true, toSign: true },
    });
  });

  test('get numbers of their own when two members of staff add at once', async () => {
    const operator = await somebody({}, ['operator']);
    const body = { effectiveOn: today, deadlineOn: shifted(30), offer: TEXT, contract: TEXT };
    const made = await Promise.all(
      [1, 2, 3].map(() => operator.ask('POST', '/api/console/consents/add', body)),
    );
    expect(new Set(made.map((each) => each.body.version)).size).toBe(3);
  });
});
