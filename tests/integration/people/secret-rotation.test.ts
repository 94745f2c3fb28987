import express from 'express';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import {
  createSanctionsRepository,
  createSanctionsService,
} from '#server/domains/people/debarments/index.ts';
import { createInvitationTokens, createPersonalIdHash } from '#server/domains/people/accounts/index.ts';
import { createPersonNumbers } from '#server/domains/people/accounts/numbers/person-numbers.ts';
import { rehashBars } from '#server/domains/people/debarments/rehash-debarments.ts';
import { createFactorRepository } from '#server/identity/site/factors/factors.repository.ts';
import { resealFactors } from '#server/identity/site/factors/reseal-factors.ts';
import { createSecretBox } from '#server/platform/secret-box/index.ts';
import {
  loadSiteKeys,
  PUBLISHED_BEFORE_MS,
  rotateSiteKeys,
} from '#server/identity/site/site-keys.repository.ts';
import { clickSignature } from '#server/integrations/payment-providers/click/click.sign.ts';
import { createMetrics } from '#server/platform/metrics/index.ts';
import { createOneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import { createProofOfWork } from '#server/platform/proof-of-work/index.ts';
import { serveHealth } from '#server/processes/health.ts';
import { startPaymentsApp, type PaymentsApp } from '../../fixtures/payments-app.ts';
import { testJobsRedis, type TestDatabase, type TestJobsRedis } from '../../fixtures/services.ts';
import { solvedProof } from '../../fixtures/solved-proof.ts';

const [OLD, NEW, OLDER] = [
  'the secret before of these tests',
  'the secret from now on, of tests',
  'of long ago',
];

let fixture: PaymentsApp;
let database: TestDatabase;
let jobs: TestJobsRedis;

beforeAll(async () => {
  fixture = await startPaymentsApp({
    payme: {
      merchantId: 'm',
      key: NEW,
      previousKey: OLD,
      accountField: 'payment_id',
      addresses: [],
      checkoutUrl: 'https://checkout.paycom.uz',
    },
    click: {
      serviceId: '7',
      merchantId: '1',
      merchantUserId: '3',
      secretKey: NEW,
      previousSecretKey: OLD,
      checkoutUrl: 'https://my.click.uz',
      apiUrl: 'http://127.0.0.1:9',
    },
    uzum: {
      serviceId: '7',
      login: 'savdo',
      password: NEW,
      previousPassword: OLD,
      failureStatus: 200,
      checkoutUrl: 'https://www.uzumbank.uz',
    },
    paynet: {
      merchantId: '5',
      serviceId: '7',
      login: 'savdo',
      password: NEW,
      previousPassword: OLD,
      accountField: 'payment_id',
      checkoutUrl: 'https://app.paynet.uz',
    },
  });
  database = fixture.database;
  jobs = testJobsRedis();
});
afterAll(async () => {
  jobs.close();
  await fixture.close();
});

const basic = (login: string, password: string) =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

describe('while a secret is being replaced', () => {
  test.each([
    [NEW, true],
    [OLD, true],
    [OLDER, false],
  ])('providers that show %j are known: %j', async (secret, known) => {
    const payme = await fixture.post(
      '/pay/payme',
      '{"method":"CheckTransaction","params":{"id":"x"},"id":1}',
      {
        authorization: basic('Paycom', secret),
      },
    );
    expect(payme.text.includes('-32504')).toBe(!known);
    const fields = {
      click_trans_id: '1',
      service_id: '7',
      click_paydoc_id: '2',
      merchant_trans_id: '999',
      amount: '1000',
      action: '0',
      error: '0',
      error_note: '',
      sign_time: '2026-01-01 00:00:00',
    };
    const signed = new URLSearchParams({ ...fields, sign_string: clickSignature(fields, secret) });
    const click = await fixture.post('/pay/click/prepare', signed.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect((JSON.parse(click.text) as { error: number }).error === -1).toBe(!known);
    const uzum = await fixture.post('/pay/uzum/status', '{"serviceId":7,"timestamp":1,"transId":"x"}', {
      authorization: basic('savdo', secret),
    });
    expect(uzum.text.includes('10001')).toBe(!known);
    const paynet = await fixture.post('/pay/paynet', '{}', { authorization: basic('savdo', secret) });
    expect(paynet.status === 401).toBe(!known);
  });

  test('secrets of code applications are opened under both keys, and move to the new one once', async () => {
    const factors = createFactorRepository(database.db);
    const secret = Buffer.from('a secret of twenty b');
    const account = async (key: string, phone: string): Promise<string> => {
      const { rows } = await database.pool.query<{ id: string }>(
        `insert into identity_account (person_kind, name, phone, language, password_hash)
         values ('natural', 'Namuna', $1, 'uz', '-') returning id`,
        [phone],
      );
      await factors.setApp(rows[0]!.id, createSecretBox('second factor', key).seal(rows[0]!.id, secret), 1);
      return rows[0]!.id;
    };
    const [before, now, lost] = [
      await account(OLD, '+998901110001'),
      await account(NEW, '+998901110002'),
      await account(OLDER, '+998901110003'),
    ];
    const sealed = (await factors.app(before))!;
    expect(createSecretBox('second factor', NEW, OLD).open(before, sealed)).toEqual(secret);
    expect(() => createSecretBox('second factor', NEW).open(before, sealed)).toThrow();
    const keys = { secondFactorKey: NEW, previousSecondFactorKey: OLD };
    expect(await resealFactors(database.db, keys)).toEqual({ moved: 1, unreadable: [lost] });
    for (const id of [before, now])
      expect(createSecretBox('second factor', NEW).open(id, (await factors.app(id))!)).toEqual(secret);
    expect(await resealFactors(database.db, keys)).toMatchObject({ moved: 0 });
  });

  test('codes that were sent under the one before are taken, once, and none of an older one', async () => {
    const sent: string[] = [];
    const codes = (secret: string, previousSecret: string | null = null) =>
      createOneTimeCodes({
        db: database.db,
        secret,
        previousSecret,
        sender: { send: ({ code }) => Promise.resolve(void sent.push(code)) },
      });
    const what = { purpose: 'apply', subject: 'lot:17', personId: 'rotation-1' };
    const channels = { phone: '+998901234567' };
    await codes(OLD).issue({ ...what, channels, address: '203.0.113.9' });
    const entered = { ...what, code: sent.at(-1)! };
    expect(await codes(NEW).verify(entered)).toBe('expired');
    expect(await codes(NEW, OLDER).verify(entered)).toBe('expired');
    expect(await codes(NEW, OLD).verify({ ...entered, code: 'x' })).toBe('wrong');
    expect(await codes(NEW, OLD).verify(entered)).toBe('right');
    expect(await codes(NEW, OLD).verify(entered)).toBe('expired');
  });

  test('challenges that were given out under the one before are taken, once, and none of an older one', async () => {
    const proofs = (secret: string, previousSecret: string | null = null) =>
      createProofOfWork({ redis: jobs.redis, namespace: jobs.namespace, secret, previousSecret });
    const solved = await solvedProof(await proofs(OLD).challenge());
    expect(await proofs(NEW).verify(solved)).toBe('wrong');
    expect(await proofs(NEW, OLDER).verify(solved)).toBe('wrong');
    expect(await proofs(NEW, OLD).verify(solved)).toBe('ok');
    expect(await proofs(NEW, OLD).verify(solved)).toBe('used');
  });

  test('links of invitations that were mailed under the one before open, and none of an older one', () => {
    const key = { id: 7, approvedAt: new Date('2026-11-20T09:00:00Z') };
    const link = createInvitationTokens(OLD).write(key);
    expect(createInvitationTokens(NEW).fits(link, key)).toBe(false);
    expect(createInvitationTokens(NEW, OLDER).fits(link, key)).toBe(false);
    expect(createInvitationTokens(NEW, OLD).fits(link, key)).toBe(true);
    expect(createInvitationTokens(NEW, OLD).fits(link, { ...key, approvedAt: new Date() })).toBe(false);
    expect(createInvitationTokens(NEW, OLD).write(key)).toBe(createInvitationTokens(NEW).write(key));
  });

  test('figures are read with either token', async () => {
    const app = express();
    serveHealth(app, {
      config: { metricsToken: NEW, previousMetricsToken: OLD },
      metrics: createMetrics('test'),
      looks: {
        pages: () => Promise.resolve({ ready: true, problems: [], warnings: [] }),
        besides: () => Promise.resolve({ bids: { taken: true, problems: [], partitions: [] }, warnings: [] }),
      },
      stopping: () => false,
    });
    const server = app.listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
      // Who comes through a proxy is not of this machine.
      const ask = async (token: string) =>
        (
          await fetch(url, {
            headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.1' },
          })
        ).status;
      expect([await ask(NEW), await ask(OLD), await ask(OLDER)]).toEqual([200, 200, 404]);
    } finally {
      server.close();
    }
  });
});

describe('bars under a replaced key', () => {
  const serviceWith = (secret: string, previous: string | null = null) =>
    createSanctionsService({
      sanctions: createSanctionsRepository(database.db),
      hash: createPersonalIdHash(secret, previous),
      personsOf: async () => [],
      accountsOfEach: (personIds) => Promise.resolve(new Map(personIds.map((id) => [id, [id]]))),
      numbersOf: () => Promise.resolve(new Map()),
      chosenReason: createReferenceService(createReferenceRepository(database.db)).chosenReason,
      notify: () => Promise.reject(new Error('there is no account to notify')),
      now: () => Date.parse('2026-12-10T12:00:00+05:00'),
    });
  const bar = {
    kind: 'stir',
    lotId: null,
    startDate: '2026-11-01',
    cause: 'court',
    reason: 'x',
    by: 'rules',
  } as const;
  const [SEEN, OF_ACCOUNT, UNSEEN] = ['302345678', '200000109', '300000005'];

  test('are found, move to the new key when their number is seen, and are counted until the last has moved', async () => {
    for (const value of [SEEN, OF_ACCOUNT, UNSEEN])
      await serviceWith(OLD).bar({
        ...bar,
        value,
        person: { kind: 'legal', name: 'Sinov MChJ' },
        endDate: '2026-12-31',
      });
    await expect(serviceWith(NEW).check('stir', SEEN)).rejects.toMatchObject({ status: 503 });
    const both = serviceWith(NEW, OLD);
    expect(await both.check('stir', SEEN)).toHaveLength(1);
    expect(await both.countUnderPreviousKey()).toBe(2);
    const left = await rehashBars({
      sanctions: both,
      db: database.db,
      numbers: createPersonNumbers(createPersonalIdHash(NEW, OLD)),
      numbersAfter: (after) =>
        Promise.resolve(after === null ? [{ id: '1', kind: 'stir' as const, value: OF_ACCOUNT }] : []),
    });
    expect(left).toBe(1);
    expect(await both.check('stir', UNSEEN)).toHaveLength(1);
    expect(await both.countUnderPreviousKey()).toBe(0);
    for (const value of [SEEN, OF_ACCOUNT, UNSEEN])
      expect(await serviceWith(NEW).check('stir', value)).toHaveLength(1);
  });

  test('whose proposal waits keep proposal and bar under one hash', async () => {
    const value = '305678901';
    const old = serviceWith(OLD).stored('stir', value).idHash;
    await database.pool.query(
      `insert into bar_proposal (kind, state, id_hash, id_masked, name_masked, cause, reason, proposed_by,
         proposed_by_name, expires_at) values ('add', 'expired', $1, '', '', 'false-documents', 'x', '1', '', now())`,
      [old],
    );
    const both = serviceWith(NEW, OLD);
    expect(both.isHashOf('stir', value, old)).toBe(true);
    await both.refresh('stir', value);
    const { rows } = await database.pool.query('select id_hash from bar_proposal');
    expect(rows).toEqual([{ id_hash: both.stored('stir', value).idHash }]);
  });
});

describe('keys of the sign-in site', () => {
  test('are added to those before: a new one is published at once, signs after an hour, and cookies of both are taken', async () => {
    const db = database.db;
    expect(await rotateSiteKeys(db)).toBe(false);
    const first = await loadSiteKeys(db);
    expect(first.jwks.keys).toHaveLength(1);
    const atMs = Date.now();
    expect(await rotateSiteKeys(db, atMs)).toBe(true);
    const published = await loadSiteKeys(db, atMs + 1_000);
    expect(published.jwks.keys[0]).toEqual(first.jwks.keys[0]);
    expect(published.jwks.keys).toHaveLength(2);
    expect(published.cookieKeys).toHaveLength(2);
    expect(published.cookieKeys[1]).toBe(first.cookieKeys[0]);
    const later = await loadSiteKeys(db, atMs + PUBLISHED_BEFORE_MS);
    expect(later.jwks.keys[0]).toEqual(published.jwks.keys[1]);
    for (const [round, count] of [
      [1, 3],
      [2, 3],
    ] as const) {
      await rotateSiteKeys(db, atMs + round);
      expect((await loadSiteKeys(db, atMs + 3 * PUBLISHED_BEFORE_MS)).jwks.keys).toHaveLength(count);
    }
    const at = (await loadSiteKeys(db, atMs + 3 * PUBLISHED_BEFORE_MS)).jwks.keys.map(({ kid }) => kid);
    expect(at).not.toContain(first.jwks.keys[0]!['kid']);
  });
});
