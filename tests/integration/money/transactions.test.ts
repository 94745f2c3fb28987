import { registerWalletRoutes } from '#server/api/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWallet, createWalletView, type Wallet } from '#server/domains/money/wallet/index.ts';
import { TRANSACTION_KINDS, type TransactionView } from '#shared/api/cabinet/wallet.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const PATH = '/api/shop/user/transactions';

let database: TestDatabase;
let app: TestApp;
let wallet: Wallet;
let refundId: number;
let me: Awaited<ReturnType<TestApp['signIn']>>;

beforeAll(async () => {
  database = await testDatabase();
  wallet = createWallet(database.db);
  app = await startTestApp((http) => registerWalletRoutes(http, wallet, createWalletView(database.db)));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const by = { reason: 'a test', actor: 'system' };
let made = 0;
const key = () => `key-${(made += 1)}`;

/** 1000 in; 400 held for a lot and released; 300 held for a refund and paid out; 200 in and taken back. */
beforeEach(async () => {
  me = await app.signIn();
  const { personId } = me.person;
  const payment = (amountTiyin: number, reference: string) => ({
    ...by,
    personId,
    amountTiyin,
    key: key(),
    reference,
    provider: 'test',
  });
  await wallet.topUp(payment(1_000_00, 'payment:11'));
  const hold = async (amountTiyin: number, reference: string) => {
    const held = await wallet.hold({ ...by, personId, amountTiyin, key: key(), reference });
    return held.outcome === 'held' ? held.holdId : 0;
  };
  await wallet.release({ ...by, key: key(), holdId: await hold(400_00, 'lot:5000017') });
  const { rows } = await database.pool.query(
    `insert into refund (person_id, request_key, amount_tiyin, kind, approvals_needed)
     values ($1, 'a', 30000, 'account', 1) returning id`,
    [personId],
  );
  refundId = rows[0].id;
  const holdId = await hold(300_00, `refund:${refundId}`);
  const left = await wallet.payOut({ ...by, key: key(), holdId });
  if (left.outcome !== 'resolved') throw new Error(left.outcome);
  await wallet.settlePayOut({ ...by, key: key(), payOutId: left.journalId });
  await database.pool.query(
    `update refund set status = 'paid', hold_id = $1, pay_out_id = $2, bank_document = '1' where id = $3`,
    [holdId, left.journalId, refundId],
  );
  const second = payment(200_00, 'payment:12');
  await wallet.topUp(second);
  await wallet.reverseTopUp(second);
});

const read = async (query = '', cookie = me.cookie) => {
  const { status, body } = await app.call('GET', `${PATH}${query}`, { cookie });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { items: TransactionView[]; total: number; page: number; size: number };
};

describe('user/transactions', () => {
  test('shows every movement, the newest first, with what could be spent and what was held after it', async () => {
    const { items, total } = await read();
    expect(total).toBe(7);
    expect(
      items.map(({ kind, type, fromHeld, amountTiyin, balanceTiyin, heldTiyin, about }) => [
        kind,
        fromHeld ? `${type}, from held` : type,
        amountTiyin,
        balanceTiyin,
        heldTiyin,
        `${about.kind} ${about.id}`,
      ]),
    ).toEqual([
      ['top-up-reversal', 'outgoing', 200_00, 700_00, 0, 'payment 12'],
      ['top-up', 'income', 200_00, 900_00, 0, 'payment 12'],
      ['pay-out', 'outgoing, from held', 300_00, 700_00, 0, `refund ${refundId}`],
      ['hold', 'held', 300_00, 700_00, 300_00, `refund ${refundId}`],
      ['release', 'held', 400_00, 1_000_00, 0, 'lot 5000017'],
      ['hold', 'held', 400_00, 600_00, 400_00, 'lot 5000017'],
      ['top-up', 'income', 1_000_00, 1_000_00, 0, 'payment 11'],
    ]);
  });

  test('lists every kind of movement that the ledger knows of a balance', async () => {
    const { rows } = await database.pool.query<{ kind: string }>(
      `select kind from (
         select (regexp_matches(pg_get_constraintdef(oid), '''([a-z-]+)''', 'g'))[1] as kind
         from pg_constraint where conname = 'ledger_journal_kind'
       ) k where ledger_way(kind) ~ '(available|held)'`,
    );
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual([...TRANSACTION_KINDS].toSorted());
  });

  test('is read page by page and by type and kind', async () => {
    const first = await read('?size=3');
    const second = await read('?size=3&page=2');
    const third = await read('?size=3&page=3');
    expect([first, second, third].map(({ items }) => items.length)).toEqual([3, 3, 1]);
    expect(new Set([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(7);
    const kinds = async (query: string) => (await read(query)).items.map(({ kind }) => kind);
    expect(await kinds('?type=income')).toEqual(['top-up', 'top-up']);
    expect(await kinds('?type=outgoing')).toEqual(['top-up-reversal', 'pay-out']);
    expect(await kinds('?type=held')).toEqual(['hold', 'release', 'hold']);
    expect((await read('?kind=hold')).total).toBe(2);
    expect(await read('?kind=hold&type=income')).toMatchObject({ items: [], total: 0 });
    expect((await read('?page=90')).items).toEqual([]);
  });

  test('shows a forfeited deposit as one expense, out of the sum held before', async () => {
    const { personId } = me.person;
    const held = await wallet.hold({ ...by, personId, amountTiyin: 100_00, key: key(), reference: 'lot:9' });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    await wallet.forfeit({ ...by, key: key(), holdId: held.holdId });
    const [forfeited, hold] = (await read('?size=2')).items;
    expect(hold).toMatchObject({ kind: 'hold', type: 'held', balanceTiyin: 600_00, heldTiyin: 100_00 });
    expect(forfeited).toMatchObject({
      kind: 'forfeit',
      type: 'outgoing',
      fromHeld: true,
      amountTiyin: 100_00,
      balanceTiyin: 600_00,
      heldTiyin: 0,
    });
    const { items } = await read('?type=outgoing&kind=forfeit');
    expect(items).toHaveLength(1);
  });

  test('cuts a period at midnight in Tashkent, both days included', async () => {
    // Somebody with the keys of the database moves two movements to both sides of a midnight.
    const client = await database.pool.connect();
    try {
      await client.query('set session_replication_role = replica');
      const at = async (kind: string, instant: string) =>
        client.query('update ledger_journal set posted_at = $1 where person_id = $2 and kind = $3', [
          instant,
          me.person.personId,
          kind,
        ]);
      await at('release', '2026-03-09T18:59:59.999Z');
      await at('top-up-reversal', '2026-03-09T19:00:00.000Z');
      await client.query('reset session_replication_role');
    } finally {
      client.release();
    }
    const kinds = async (query: string) => (await read(query)).items.map(({ kind }) => kind);
    expect(await kinds('?from=2026-03-09&to=2026-03-09')).toEqual(['release']);
    expect(await kinds('?from=2026-03-10&to=2026-03-10')).toEqual(['top-up-reversal']);
    expect(await kinds('?from=2026-03-09&to=2026-03-10')).toEqual(['top-up-reversal', 'release']);
    expect(await kinds('?to=2026-03-08')).toEqual([]);
  });

  test('is everybody’s own', async () => {
    const other = await app.signIn();
    expect(await read('', other.cookie)).toMatchObject({ items: [], total: 0 });
    expect((await app.call('GET', PATH)).status).toBe(401);
  });

  test.each([
    'page=0',
    'page=-1',
    'size=101',
    'size=1e2',
    'type=gift',
    'kind=pay-out-settled',
    'from=2026-02-30',
    'from=yesterday',
    'type=income&type=outgoing',
    'personId=somebody',
  ])('refuses ?%s', async (query) => {
    const answer = await app.call('GET', `${PATH}?${query}`, { cookie: me.cookie });
    expect(answer.status).toBe(400);
  });
});

test('user/money tells what can be spent, what is held, and for what', async () => {
  const { personId } = me.person;
  const held = await wallet.hold({ ...by, personId, amountTiyin: 50_00, key: key(), reference: 'lot:7' });
  if (held.outcome !== 'held') throw new Error(held.outcome);
  const { body } = await app.call('GET', '/api/shop/user/money', { cookie: me.cookie });
  expect(body).toEqual({
    availableTiyin: 650_00,
    heldTiyin: 50_00,
    held: [
      {
        id: held.holdId,
        amountTiyin: 50_00,
        about: { kind: 'lot', id: '7' },
        heldAtMs: expect.any(Number),
      },
    ],
  });
  const other = await app.signIn();
  expect((await app.call('GET', '/api/shop/user/money', { cookie: other.cookie })).body).toEqual({
    availableTiyin: 0,
    heldTiyin: 0,
    held: [],
  });
  await wallet.release({ ...by, key: key(), holdId: held.holdId });
});
