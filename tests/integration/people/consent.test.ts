import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import {
  createConsentsRepository,
  type ConsentVersion,
} from '#server/domains/people/signatures/consents.repository.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import {
  agree,
  keyOf,
  startConsentApp,
  PASSWORD,
  prepared,
  signed,
  STATE,
  TEST_KEYS,
  type ConsentApp,
  type Somebody,
} from '../../fixtures/consent-app.ts';

let fixture: ConsentApp;
beforeAll(async () => {
  fixture = await startConsentApp();
});
afterAll(() => fixture.close());

/** As a decision of two persons does. */
const publish = (made: Omit<ConsentVersion, 'version'>): Promise<number> =>
  inTransaction(fixture.database.db, (tx) => createConsentsRepository(tx).addVersion(tx, made, null));

describe('the offer', () => {
  test('is open to everybody in four languages, with the figures of the rule sets in it', async () => {
    for (const [language, word] of [
      ['uz', 'Zakalat'],
      ['ru', 'Задаток'],
      ['uz-Cyrl', 'Закалат'],
      ['en', 'Deposit'],
    ] as const) {
      const { status, body } = await fixture.app.call('GET', `${STATE}/text`, {
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
    expect((await fixture.app.call('GET', `${STATE}/text?version=99`)).status).toBe(404);
    expect((await fixture.app.call('GET', `${STATE}/text?version=0`)).status).toBe(400);
  });

  test('is not in force for somebody who has not signed, after its deadline', async () => {
    const person = await fixture.somebody();
    expect(await fixture.consents.inForce(person.id)).toBe(false);
    expect((await person.ask('GET', STATE)).body).toEqual({
      current: { version: 1, effectiveOn: '2024-06-24', deadlineOn: '2024-07-23' },
      answer: null,
      inForce: false,
      mayAct: false,
      toSign: true,
    });
  });

  test('is in force once it is signed, and everybody who must know is notified', async () => {
    const person = await fixture.somebody();
    expect(await person.nameInSession()).not.toBe('Aziza Namuna');
    const answer = await agree(person);
    expect(answer.body).toMatchObject({ outcome: 'signed' });
    expect(await fixture.consents.inForce(person.id)).toBe(true);
    const { body } = await person.ask('GET', STATE);
    expect(body).toMatchObject({
      answer: { version: 1, agreed: true, documentId: answer.body.documentId },
      inForce: true,
      mayAct: true,
      toSign: false,
    });
    const actions = await createActionLog(fixture.database.db).ofPerson(
      person.id,
      {},
      { limit: 5, offset: 0 },
    );
    expect(actions).toMatchObject([{ type: 'signature', action: 'offer-signed', result: 'done' }]);
    expect(await fixture.signedVersions(person.id)).toEqual([1]);
    expect(await person.nameInSession()).toBe('Aziza Namuna');
  });

  test('is signed as the exact text, made out to the person, in their language', async () => {
    const person = await fixture.somebody({ name: 'Олим Намуна', pinfl: '30101990099999' });
    const { body } = await fixture.app.call('POST', `${STATE}/prepare`, {
      cookie: (await fixture.app.signIn({ personId: person.id, language: 'ru' })).cookie,
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
    const person = await fixture.somebody();
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
    const person = await fixture.somebody();
    const keyId = await keyOf(person);
    await agree(person, keyId);
    const no = { version: 1, reason: 'The fee is not clear' };
    expect((await person.ask('POST', `${STATE}/disagree`, no)).body).toEqual({ recorded: true });
    expect(await fixture.consents.inForce(person.id)).toBe(false);
    expect((await person.ask('GET', STATE)).body.answer).toMatchObject({ agreed: false, documentId: null });
    expect((await agree(person, keyId)).body.outcome).toBe('signed');
    expect(await fixture.consents.inForce(person.id)).toBe(true);
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
    expect(await fixture.consents.inForce(person.id)).toBe(false);
    return answer.body.reason as string;
  };

  test('is refused from another person, from an entity and from a key without a number', async () => {
    const [person, other] = [await fixture.somebody(), await fixture.somebody()];
    const [request, theirs] = [await prepared(person), await keyOf(other)];
    const pkcs7 = await signed(other, theirs, request.documentBase64);
    expect(await refusal(person, { requestId: request.requestId, pkcs7 })).toBe('other-person');

    const { development } = fixture;
    const own = fixture.people.get(person.id)!;
    for (const [owner, reason] of [
      [{ owner: 'Entity', kind: 'legal', pinfl: own.pinfl, tin: '300000001' }, 'other-person'],
      [{ owner: 'Nobody', kind: 'natural', pinfl: null, tin: '400000001' }, 'no-personal-id'],
    ] as const) {
      const key = await development.issue(person.id, owner, PASSWORD);
      if (key === 'too-many-keys') throw new Error(key);
      const made = await signed(person, key.keyId, request.documentBase64);
      expect(await refusal(person, { requestId: request.requestId, pkcs7: made })).toBe(reason);
    }
  });

  test('of an entity is that of a key of its STIR, no matter who holds it', async () => {
    const entity = await fixture.somebody({
      kind: 'legal',
      name: '«Sinov» MChJ',
      pinfl: null,
      stir: '301234563',
    });
    const key = await fixture.development.issue(
      entity.id,
      { owner: 'Director', kind: 'legal', pinfl: '30101990077777', tin: '301234563' },
      PASSWORD,
    );
    if (key === 'too-many-keys') throw new Error(key);
    expect((await agree(entity, key.keyId)).body.outcome).toBe('signed');
  });

  test('is refused for another request, for somebody else’s request and for one that is too old', async () => {
    const [person, other] = [await fixture.somebody(), await fixture.somebody()];
    const keyId = await keyOf(person);
    const [first, second] = [await prepared(person), await prepared(person)];
    const pkcs7 = await signed(person, keyId, first.documentBase64);
    expect(await refusal(person, { requestId: second.requestId, pkcs7 })).toBe('other-document');
    expect(await refusal(other, { requestId: first.requestId, pkcs7 })).toBe('request-expired');
    await fixture.database.pool.query(
      `update signature_request set expires_at = now() - interval '1 s' where id = $1`,
      [first.requestId],
    );
    expect(await refusal(person, { requestId: first.requestId, pkcs7 })).toBe('request-expired');
  });

  test('is not asked of an account without a number', async () => {
    const person = await fixture.somebody({ pinfl: null });
    expect((await person.ask('POST', `${TEST_KEYS}/issue`, { password: PASSWORD })).body).toEqual({
      outcome: 'refused',
      reason: 'account-without-id',
    });
  });

  test.each(['', 'not base64 at all: it has spaces', '<xml/>'])(
    '"%s" is a malformed request',
    async (pkcs7) => {
      const person = await fixture.somebody();
      const { requestId } = await prepared(person);
      expect((await person.ask('POST', `${STATE}/agree`, { requestId, pkcs7 })).status).toBe(400);
    },
  );
});

describe('versions of the offer', () => {
  const TEXT = { uz: 'Matn. '.repeat(20), ru: 'Текст. '.repeat(20), en: 'Text. '.repeat(20) };
  const today = tashkentDay(new Date());
  const shifted = (days: number) => tashkentDay(new Date(Date.now() + days * 86_400_000));

  test('are refused with days and figures that make no sense', async () => {
    const good = { effectiveOn: today, deadlineOn: shifted(30), offer: TEXT, contract: TEXT };
    const code = async (given: object) => (await fixture.consents.problemOf({ ...good, ...given }))?.code;
    expect(await code({})).toBeUndefined();
    expect(await code({ effectiveOn: shifted(-1) })).toBe('effective-in-the-past');
    expect(await code({ offer: { ...TEXT, ru: `${TEXT.ru} {{shop.price}}` } })).toBe('unknown-figure');
  });

  test('leave everybody ten days to sign them: none is published that keeps others from trading tomorrow', async () => {
    const code = async (effectiveOn: string, deadlineOn: string) =>
      (await fixture.consents.problemOf({ effectiveOn, deadlineOn, offer: TEXT, contract: TEXT }))?.code;
    expect(await code(today, today)).toBe('deadline-too-soon');
    expect(await code(today, shifted(9))).toBe('deadline-too-soon');
    expect(await code(shifted(9), shifted(8))).toBe('deadline-too-soon');
    expect(await code(shifted(30), shifted(39))).toBe('deadline-too-soon');
  });

  test('ask for a new signature, which may wait until the deadline', async () => {
    const [person, late, operator] = [
      await fixture.somebody(),
      await fixture.somebody(),
      await fixture.somebody({}, ['operator']),
    ];
    await agree(person);
    const body = { effectiveOn: today, deadlineOn: shifted(30), offer: TEXT, contract: TEXT };
    expect(await publish(body)).toBe(2);
    expect((await person.ask('GET', STATE)).body).toMatchObject({
      current: { version: 2 },
      answer: { version: 1 },
      inForce: true,
      mayAct: true,
      toSign: true,
    });
    expect(await fixture.consents.mayAct(late.id)).toBe(false);
    await fixture.database.pool.query(
      `update consent_version set effective_on = effective_on - 60, deadline_on = deadline_on - 31 where version = 2`,
    );
    expect(await fixture.consents.inForce(person.id)).toBe(false);
    expect((await agree(person)).body.outcome).toBe('signed');
    expect(await fixture.consents.inForce(person.id)).toBe(true);

    const versions = (await operator.ask('GET', '/api/console/consents')).body;
    expect(versions).toMatchObject([
      { version: 2, agreedCount: 1, refusedCount: 0 },
      { version: 1, addedBy: null },
    ]);
    const answers = (await operator.ask('GET', '/api/console/consents/2/people')).body;
    expect(answers).toMatchObject({
      total: 1,
      items: [{ personId: person.id, agreed: true, name: 'Aziza Namuna' }],
    });
    expect((await operator.ask('GET', '/api/console/consents/2/source')).body.offer.ru).toBe(TEXT.ru);
  });

  test('that take effect later are not to be signed yet; the last day still counts whole', async () => {
    const person = await fixture.somebody();
    await agree(person);
    const later = { effectiveOn: shifted(3), deadlineOn: shifted(13), offer: TEXT, contract: TEXT };
    const version = await publish(later);
    expect((await person.ask('GET', STATE)).body.current.version).toBe(version - 1);
    await fixture.database.pool.query(
      `update consent_version set effective_on = $2, deadline_on = $2 where version = $1`,
      [version, today],
    );
    expect((await person.ask('GET', STATE)).body).toMatchObject({
      current: { version },
      inForce: true,
      toSign: true,
    });
  });

  test('get numbers of their own when they are added at once', async () => {
    const body = { effectiveOn: today, deadlineOn: shifted(30), offer: TEXT, contract: TEXT };
    const made = await Promise.all([1, 2, 3].map(() => publish(body)));
    expect(new Set(made).size).toBe(3);
  });
});
