import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTopUpReconciliation } from '#server/domains/money/payments/top-up-reconciliation.ts';
import { PAYMENT_PROVIDERS, type PaymentProvider } from '#shared/api/cabinet/payments.ts';
import { paymentRow, startPaymentsApp, type PaymentsApp } from '../../fixtures/payments-app.ts';
import { randomBelow } from '../../fixtures/random.ts';

let fixture: PaymentsApp;
let staff: string;
beforeAll(async () => {
  fixture = await startPaymentsApp();
  staff = (await fixture.app.signIn({ roles: ['operator'], name: 'Nodira' })).cookie;
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.clock.nowMs = Date.now();
});

const AMOUNT = 10_000_000;
/** Pays at the stand-in; the provider's number. */
async function paid(provider: PaymentProvider): Promise<{ paymentId: number; providerId: string }> {
  const paymentId = await fixture.begin(provider, AMOUNT);
  const side = fixture.providers.pretend.find(({ id }) => id === provider)!;
  expect(await side.side.pay({ account: String(paymentId), amountTiyin: AMOUNT }, 'good')).toEqual({
    outcome: 'paid',
  });
  const { rows } = await sql('select provider_id from pretend_payment where account = $1', [
    String(paymentId),
  ]);
  return { paymentId, providerId: rows[0].provider_id };
}
const sql = (text: string, values: unknown[] = []) => fixture.database.pool.query(text, values);
const reconcile = async () => {
  // What happened in the last minutes is left alone.
  fixture.clock.nowMs = Date.now() + 600_000;
  await fixture.rounds.reconcile();
};
const kinds = async (providerId: string) => {
  const { rows } = await sql(
    'select kind, times, settled_at is not null as settled, ours, theirs from payment_mismatch where provider_id = $1',
    [providerId],
  );
  return rows;
};
const overview = async (query = '') =>
  (await fixture.app.call('GET', `/api/console/payments/mismatches${query}`, { cookie: staff })).body;

describe.each(PAYMENT_PROVIDERS)('the books of %s', (provider) => {
  test('agree after paid, declined and left payments', async () => {
    const { providerId } = await paid(provider);
    const side = fixture.providers.pretend.find(({ id }) => id === provider)!.side;
    const declined = await fixture.begin(provider, AMOUNT);
    await side.pay({ account: String(declined), amountTiyin: AMOUNT }, 'declined');
    await fixture.begin(provider, AMOUNT);
    await reconcile();
    expect(await kinds(providerId)).toEqual([]);
    const { providers } = await overview();
    const own = providers.find((one: any) => one.provider === provider);
    expect(own.askable).toBe(true);
    expect(own.last).toMatchObject({ found: 0, outcome: 'done' });
    expect(own.last.compared).toBeGreaterThanOrEqual(2);
  });

  test('differ when the provider gave a payment back without telling us; agreement settles it', async () => {
    const { providerId } = await paid(provider);
    await sql(`update pretend_payment set state = 'returned' where provider_id = $1`, [providerId]);
    await reconcile();
    expect(await kinds(providerId)).toMatchObject([
      {
        kind: 'state-differs',
        times: 1,
        settled: false,
        ours: { amountTiyin: AMOUNT, state: 'paid' },
        theirs: { amountTiyin: AMOUNT, state: 'cancelled' },
      },
    ]);
    await reconcile();
    expect(await kinds(providerId)).toMatchObject([{ kind: 'state-differs', times: 2, settled: false }]);
    await sql(`update pretend_payment set state = 'paid' where provider_id = $1`, [providerId]);
    await reconcile();
    expect(await kinds(providerId)).toMatchObject([{ kind: 'state-differs', settled: true }]);
  });

  test('differ when the provider has nothing of a payment we credited', async () => {
    const { providerId } = await paid(provider);
    await sql('delete from pretend_payment where provider_id = $1', [providerId]);
    await reconcile();
    expect(await kinds(providerId)).toMatchObject([{ kind: 'missing-there', theirs: null }]);
  });
});

test('a payment debited there and never reported here is found', async () => {
  for (const provider of ['payme', 'uzum'] as const) {
    const paymentId = await fixture.begin(provider, AMOUNT);
    const providerId = randomUUID().slice(0, 24);
    const at = Date.now();
    await sql(
      `insert into pretend_payment (provider, provider_id, account, amount_tiyin, state, begun_ms, changed_ms)
       values ($1, $2, $3, $4, 'paid', $5, $5)`,
      [provider, providerId, String(paymentId), AMOUNT, at],
    );
    // Still under way: five minutes are given.
    fixture.clock.nowMs = at + 60_000;
    await fixture.rounds.reconcile();
    expect(await kinds(providerId)).toEqual([]);
    await reconcile();
    expect(await kinds(providerId)).toMatchObject([{ kind: 'missing-here', ours: null }]);
    // The sum is not credited by guessing: staff looks into it.
    expect(await fixture.wallet.balanceOf((await paymentRow(fixture, paymentId)).person)).toBe(0);
  }
});

test('another sum in the provider’s books is found', async () => {
  const { providerId } = await paid('uzum');
  await sql('update pretend_payment set amount_tiyin = amount_tiyin - 1 where provider_id = $1', [
    providerId,
  ]);
  await reconcile();
  expect(await kinds(providerId)).toMatchObject([
    { kind: 'amount-differs', theirs: { amountTiyin: AMOUNT - 1 } },
  ]);
});

test('a provider that is away is noted and asked again from where the last good round ended', async () => {
  const { providerId } = await paid('payme');
  await sql('alter table pretend_payment rename to hidden_away');
  try {
    await reconcile();
  } finally {
    await sql('alter table hidden_away rename to pretend_payment');
  }
  const away = (await overview()).providers.find((one: any) => one.provider === 'payme');
  expect(away.last.outcome).toBe('away');
  expect(fixture.failures.length).toBeGreaterThan(0);
  await sql('delete from pretend_payment where provider_id = $1', [providerId]);
  await reconcile();
  expect(await kinds(providerId)).toMatchObject([{ kind: 'missing-there' }]);
});

test('staff settles a difference once, with a note, and the first decision is', async () => {
  const { providerId } = await paid('uzum');
  await sql('delete from pretend_payment where provider_id = $1', [providerId]);
  await reconcile();
  const { items, open } = await overview('?size=100');
  const { id } = items.find(({ providerNumber }: any) => providerNumber === providerId);
  const settle = (note: string, cookie = staff) =>
    fixture.app.call('POST', `/api/console/payments/mismatches/${id}/settle`, { cookie, body: { note } });
  const auditor = (await fixture.app.signIn({ roles: ['auditor'] })).cookie;
  expect((await settle('seen', auditor)).status).toBe(403);
  expect((await settle('no')).status).toBe(400);
  expect((await settle('Their statement was late')).body.settled).toMatchObject({
    by: 'Nodira',
    note: 'Their statement was late',
  });
  const second = (await fixture.app.signIn({ roles: ['operator'], name: 'Second' })).cookie;
  expect((await settle('Another word', second)).body.settled.by).toBe('Nodira');
  expect((await overview()).open).toBe(open - 1);
  expect((await overview('?state=settled&size=100')).items.map((one: any) => one.id)).toContain(id);
  const missing = await fixture.app.call('POST', '/api/console/payments/mismatches/999999/settle', {
    cookie: staff,
    body: { note: 'nothing there' },
  });
  expect(missing.status).toBe(404);
});

describe('a difference that was settled', () => {
  const set = (providerId: string, state: string) =>
    sql('update pretend_payment set state = $2 where provider_id = $1', [providerId, state]);

  test('because the books agreed is open again when they differ once more', async () => {
    const { providerId } = await paid('uzum');
    await set(providerId, 'returned');
    await reconcile();
    await set(providerId, 'paid');
    await reconcile();
    expect(await kinds(providerId)).toMatchObject([{ settled: true }]);
    await set(providerId, 'returned');
    await reconcile();
    expect(await kinds(providerId)).toMatchObject([{ kind: 'state-differs', settled: false, times: 2 }]);
  });

  test('by staff stays settled while it is met as it was, and is open again with another sum', async () => {
    const { providerId } = await paid('uzum');
    const sum = (tiyin: number) =>
      sql('update pretend_payment set amount_tiyin = $2 where provider_id = $1', [providerId, tiyin]);
    await sum(AMOUNT - 1);
    await reconcile();
    const { items } = await overview('?size=100');
    const { id } = items.find(({ providerNumber }: any) => providerNumber === providerId);
    await fixture.app.call('POST', `/api/console/payments/mismatches/${id}/settle`, {
      cookie: staff,
      body: { note: 'Their list was wrong' },
    });
    await reconcile();
    expect(await kinds(providerId)).toMatchObject([{ settled: true, times: 2 }]);
    await sum(AMOUNT - 2);
    await reconcile();
    expect(await kinds(providerId)).toMatchObject([{ kind: 'amount-differs', settled: false, times: 3 }]);
  });
});

test('more payments than a round could once ask for are asked about, the oldest too', async () => {
  const { paymentId, providerId } = await paid('click');
  const person = fixture.person();
  await sql(
    `with made as (
       insert into top_up (person_id, provider, amount_tiyin, request_id, expires_at)
       select $1, 'click', $2, gen_random_uuid(), now() + interval '1 day' from generate_series(1, 600)
       returning id
     )
     insert into provider_transaction (provider, provider_id, top_up_id, person_id, amount_tiyin, created_ms)
     select 'click', 'many-' || id, id, $1, $2, $3 from made`,
    [person, AMOUNT, Date.now()],
  );
  await sql(`update pretend_payment set state = 'returned' where account = $1`, [String(paymentId)]);
  await reconcile();
  expect(await kinds(providerId)).toMatchObject([{ kind: 'state-differs', settled: false }]);
  await sql(`delete from provider_transaction where provider_id like 'many-%'`);
});

describe('a payment debited there and only begun here', () => {
  /** The card was debited, and the provider's last word never reached us. */
  async function lost(provider: PaymentProvider) {
    const paymentId = await fixture.begin(provider, AMOUNT);
    // Beyond what a double holds for Click, any text for the others.
    const providerId = `${Date.now()}${randomBelow(1e5)}`;
    const at = Date.now();
    await fixture.book.begin({
      provider,
      providerId,
      account: String(paymentId),
      amountTiyin: AMOUNT,
      providerTimeMs: at,
    });
    await sql(
      `insert into pretend_payment (provider, provider_id, account, amount_tiyin, state, begun_ms, changed_ms)
       values ($1, $2, $3, $4, 'paid', $5, $5)`,
      [provider, providerId, String(paymentId), AMOUNT, at],
    );
    await reconcile();
    const { items } = await overview('?size=100');
    const { id } = items.find(({ providerNumber }: any) => providerNumber === providerId);
    return { paymentId, providerId, id, person: (await paymentRow(fixture, paymentId)).person };
  }
  const credit = (id: number, cookie = staff) =>
    fixture.app.call('POST', `/api/console/payments/mismatches/${id}/credit`, { cookie });

  test.each(PAYMENT_PROVIDERS)(
    'through %s is credited once, after the provider confirmed it again',
    async (provider) => {
      const { id, person, paymentId, providerId } = await lost(provider);
      expect(await kinds(providerId)).toMatchObject([{ kind: 'state-differs', ours: { state: 'begun' } }]);
      const answers = await Promise.all([credit(id), credit(id), credit(id)]);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      expect(await fixture.wallet.balanceOf(person)).toBe(AMOUNT);
      expect((await paymentRow(fixture, paymentId)).status).toBe('paid');
      expect((await credit(id)).body.ERROR.code).toBe('payments.not-creditable');
      expect(await fixture.wallet.balanceOf(person)).toBe(AMOUNT);
      expect(await kinds(providerId)).toMatchObject([{ settled: true }]);
    },
  );

  test('above the limit is not credited by one person', async () => {
    const { id, person } = await lost('click');
    const { limit } = fixture;
    limit.twoAbove = AMOUNT - 1;
    const answer = await credit(id);
    limit.twoAbove = Number.MAX_SAFE_INTEGER;
    expect([answer.status, answer.body.ERROR.code]).toEqual([409, 'payments.two-persons']);
    expect(await fixture.wallet.balanceOf(person)).toBe(0);
  });

  test('is not given up while staff has it open, however old it is', async () => {
    const { id, person, paymentId } = await lost('click');
    fixture.clock.nowMs = Date.now() + 5 * 86_400_000;
    await fixture.rounds.endOverdue();
    expect((await paymentRow(fixture, paymentId)).status).toBe('pending');
    fixture.clock.nowMs = Date.now();
    expect((await credit(id)).status).toBe(200);
    expect(await fixture.wallet.balanceOf(person)).toBe(AMOUNT);
  });

  const note = (id: number) =>
    fixture.app.call('POST', `/api/console/payments/mismatches/${id}/settle`, {
      cookie: staff,
      body: { note: 'Click gives it back' },
    });

  test('is not buried by a note while the provider says that it was paid, and is credited all the same', async () => {
    const { id, person, paymentId } = await lost('click');
    const answer = await note(id);
    expect([answer.status, answer.body.ERROR?.code]).toEqual([409, 'payments.paid-there']);
    fixture.clock.nowMs = Date.now() + 5 * 86_400_000;
    await fixture.rounds.endOverdue();
    expect((await paymentRow(fixture, paymentId)).status).toBe('pending');
    fixture.clock.nowMs = Date.now();
    expect((await credit(id)).status).toBe(200);
    expect(await fixture.wallet.balanceOf(person)).toBe(AMOUNT);
  });

  test('that is not known here and is above the limit is not noted by one person, nor one with another sum', async () => {
    const { limit } = fixture;
    limit.twoAbove = AMOUNT - 1;
    for (const kind of ['missing-here', 'amount-differs']) {
      const { rows } = await sql(
        `insert into payment_mismatch (provider, kind, provider_id, ours, theirs)
         values ('click', $1, $2, '{"amountTiyin": 100, "state": "paid"}', $3) returning id`,
        [kind, randomUUID(), JSON.stringify({ amountTiyin: AMOUNT, state: 'paid' })],
      );
      const { id } = rows[0];
      expect((await note(id)).body.ERROR.code).toBe('payments.two-persons');
      limit.twoAbove = AMOUNT;
      expect((await note(id)).status).toBe(200);
      limit.twoAbove = AMOUNT - 1;
      // A repeat is answered with who made it.
      expect((await note(id)).status).toBe(200);
    }
    limit.twoAbove = Number.MAX_SAFE_INTEGER;
  });

  test('is not buried while the provider cannot be asked', async () => {
    const { id, providerId } = await lost('payme');
    await sql('alter table pretend_payment rename to hidden_away');
    try {
      expect((await note(id)).body.ERROR.code).toBe('payments.provider-away');
    } finally {
      await sql('alter table hidden_away rename to pretend_payment');
    }
    expect(await kinds(providerId)).toMatchObject([{ settled: false }]);
  });

  test('is given up when the provider has given it back and staff has settled it', async () => {
    const { id, person, paymentId, providerId } = await lost('click');
    await sql(`update pretend_payment set state = 'cancelled' where provider_id = $1`, [providerId]);
    expect((await note(id)).status).toBe(200);
    fixture.clock.nowMs = Date.now() + 5 * 86_400_000;
    await fixture.rounds.endOverdue();
    expect((await paymentRow(fixture, paymentId)).status).toBe('failed');
    expect(await fixture.wallet.balanceOf(person)).toBe(0);
  });

  test('is not credited when the provider takes its word back', async () => {
    const { id, person, providerId } = await lost('uzum');
    await sql(`update pretend_payment set state = 'cancelled' where provider_id = $1`, [providerId]);
    const answer = await credit(id);
    expect([answer.status, answer.body.ERROR.code]).toEqual([409, 'payments.not-confirmed']);
    expect(await fixture.wallet.balanceOf(person)).toBe(0);
  });

  test('is not credited by its owner, by auditors, or while the provider is away', async () => {
    const { id, person } = await lost('payme');
    const own = await fixture.app.signIn({ personId: person, roles: ['operator'] });
    expect((await credit(id, own.cookie)).body.ERROR.code).toBe('payments.own-payment');
    expect((await credit(id, (await fixture.app.signIn({ roles: ['auditor'] })).cookie)).status).toBe(403);
    await sql('alter table pretend_payment rename to hidden_away');
    try {
      expect((await credit(id)).body.ERROR.code).toBe('payments.provider-away');
    } finally {
      await sql('alter table hidden_away rename to pretend_payment');
    }
    expect(await fixture.wallet.balanceOf(person)).toBe(0);
    expect((await credit(999_999)).status).toBe(404);
  });

  test('of another kind of difference nothing is credited', async () => {
    const { providerId } = await paid('uzum');
    await sql('delete from pretend_payment where provider_id = $1', [providerId]);
    await reconcile();
    const { items } = await overview('?size=100');
    const { id } = items.find(({ providerNumber }: any) => providerNumber === providerId);
    expect((await credit(id)).body.ERROR.code).toBe('payments.not-creditable');
  });

  test('long after it was begun is asked about once more before it is given up', async () => {
    const paymentId = await fixture.begin('click', AMOUNT);
    const providerId = `${Date.now()}${randomBelow(1e5)}`;
    const money = { account: String(paymentId), amountTiyin: AMOUNT };
    const longAgo = Date.now() - 4 * 86_400_000;
    await fixture.book.begin({ provider: 'click', providerId, ...money, providerTimeMs: longAgo });
    let answer: 'paid' | 'cancelled' | 'away' = 'away';
    const statement = {
      kind: 'each' as const,
      ask: async (one: { providerId: string; paymentId: number }) => {
        if (answer === 'away') throw new Error('away');
        return { ...one, amountTiyin: null, begunMs: null, state: answer };
      },
    };
    const found: string[] = [];
    const rounds = createTopUpReconciliation({
      db: fixture.database.db,
      book: fixture.book,
      providers: () => [{ id: 'click', statement }] as never,
      onAway: (provider) => void found.push(`${provider} away`),
      onMismatch: ({ kind }) => void found.push(kind),
    });
    // Its books were compared since, and said nothing of it then.
    await sql(
      `insert into reconciliation_round (provider, from_ms, to_ms, compared, found, outcome) values ('click', 0, $1, 0, 0, 'done')`,
      [Date.now()],
    );
    for (answer of ['away', 'paid'] as const) {
      await rounds.endOverdue();
      expect((await paymentRow(fixture, paymentId)).status).toBe('pending');
    }
    expect(found).toEqual(['click away', 'state-differs']);
    expect(await kinds(providerId)).toMatchObject([{ kind: 'state-differs', settled: false }]);
    await sql(
      `update payment_mismatch set settled_at = now(), settled_by = 'system', settled_by_name = 'Savdo', note = 'books-agree' where provider_id = $1`,
      [providerId],
    );
    answer = 'cancelled';
    await rounds.endOverdue();
    expect((await paymentRow(fixture, paymentId)).status).toBe('failed');
  });

  // Last: the books are compared up to days ahead.
  test('is not given up before its provider could be asked about it, however long that is away', async () => {
    const paymentId = await fixture.begin('click', AMOUNT);
    const providerId = `${Date.now()}${randomBelow(1e5)}`;
    // After the last comparison.
    const at = Date.now() + 3_600_000;
    fixture.clock.nowMs = at;
    const money = { account: String(paymentId), amountTiyin: AMOUNT };
    await fixture.book.begin({ provider: 'click', providerId, ...money, providerTimeMs: at });
    await sql(
      `insert into pretend_payment (provider, provider_id, account, amount_tiyin, state, begun_ms, changed_ms)
       values ('click', $1, $2, $3, 'paid', $4, $4)`,
      [providerId, String(paymentId), AMOUNT, at],
    );
    fixture.clock.nowMs = at + 5 * 86_400_000;
    await sql('alter table pretend_payment rename to hidden_away');
    try {
      await fixture.rounds.reconcile();
      await fixture.rounds.endOverdue();
    } finally {
      await sql('alter table hidden_away rename to pretend_payment');
    }
    expect((await paymentRow(fixture, paymentId)).status).toBe('pending');
    await fixture.rounds.reconcile();
    await fixture.rounds.endOverdue();
    const { items } = await overview('?size=100');
    const { id } = items.find(({ providerNumber }: any) => providerNumber === providerId);
    expect((await credit(id)).status).toBe(200);
    const { person } = await paymentRow(fixture, paymentId);
    expect(await fixture.wallet.balanceOf(person)).toBe(AMOUNT);
  });
});
