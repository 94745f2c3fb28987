import { registerWalletRoutes } from '#server/api/index.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWallet, createWalletView, type Wallet } from '#server/domains/money/wallet/index.ts';
import { checkLedger } from '../../fixtures/check-ledger.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let app: TestApp;
let wallet: Wallet;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  wallet = createWallet(database.db);
  app = await startTestApp((http) => registerWalletRoutes(http, wallet, createWalletView(database.db)));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

let made = 0;
const fresh = (what: string) => `${what}-${(made += 1)}`;
const by = { reason: 'a test', actor: 'system' };
const credit = (personId: string, amountTiyin: number, key = fresh('payment')) =>
  wallet.topUp({ ...by, personId, amountTiyin, key, provider: 'cash-desk', reference: key });
const holdOf = (personId: string, amountTiyin: number, reference = fresh('deal:1'), key = fresh('hold')) =>
  wallet.hold({ ...by, personId, amountTiyin, key, reference });
async function held(personId: string, amountTiyin: number): Promise<number> {
  const answer = await holdOf(personId, amountTiyin);
  if (answer.outcome !== 'held') throw new Error(`not held: ${answer.outcome}`);
  return answer.holdId;
}
const ending = (holdId: number, key = fresh('end')) => ({ ...by, holdId, key });

/** A person's held money and what the platform's accounts of a kind have, in tiyin. */
async function sums(personId: string): Promise<Record<string, number>> {
  const { rows } = await database.pool.query(
    `select a.kind, sum(e.amount_tiyin)::bigint as sum
     from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_journal j on j.id = e.journal_id
     where j.person_id = $1 group by a.kind having sum(e.amount_tiyin) <> 0`,
    [personId],
  );
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, Number(sum)]));
}

describe('a wallet', () => {
  test('is credited once for one payment, whatever is repeated', async () => {
    const person = fresh('person');
    const first = await credit(person, 150_00, `${person}-pay`);
    expect(first).toMatchObject({ outcome: 'credited', repeated: false });
    expect(await credit(person, 150_00, `${person}-pay`)).toEqual({ ...first, repeated: true });
    expect(await credit(person, 150_01, `${person}-pay`)).toEqual({ outcome: 'key-reused' });
    const others = await wallet.topUp({
      ...by,
      personId: person,
      amountTiyin: 50_00,
      key: `${person}-pay`,
      provider: 'post-office',
      reference: 'x',
    });
    expect(others).toMatchObject({ outcome: 'credited', repeated: false });
    expect(await wallet.balanceOf(person)).toBe(200_00);
    expect(await sums(person)).toEqual({ available: 200_00, clearing: -200_00 });
  });

  test('credits a payment reported twice at the same moment once', async () => {
    const person = fresh('person');
    const answers = await Promise.all(Array.from({ length: 20 }, () => credit(person, 70_00, `${person}-p`)));
    expect(answers.filter((answer) => answer.outcome === 'credited' && !answer.repeated)).toHaveLength(1);
    expect(await wallet.balanceOf(person)).toBe(70_00);
  });

  test('holds a deposit, says what is missing, and takes the same request again after a top-up', async () => {
    const person = fresh('person');
    expect(await holdOf(person, 100_00)).toEqual({ outcome: 'short', missingTiyin: 100_00 });
    await credit(person, 99_99);
    const lot = fresh('lot');
    expect(await holdOf(person, 100_00, lot, `${person}-h`)).toEqual({ outcome: 'short', missingTiyin: 1 });
    await credit(person, 1);
    const answer = await holdOf(person, 100_00, lot, `${person}-h`);
    expect(answer).toMatchObject({ outcome: 'held', repeated: false });
    expect(await holdOf(person, 100_00, lot, `${person}-h`)).toEqual({ ...answer, repeated: true });
    expect(await sums(person)).toEqual({ held: 100_00, clearing: -100_00 });
  });

  test('holds one deposit for a lot, and another one after the first has ended', async () => {
    const person = fresh('person');
    await credit(person, 100_00);
    const first = await holdOf(person, 10_00, `${person}-lot`);
    if (first.outcome !== 'held') throw new Error(first.outcome);
    const { holdId } = first;
    expect(await holdOf(person, 10_00, `${person}-lot`)).toEqual({ outcome: 'already-held', holdId });
    await wallet.release(ending(holdId));
    expect(await holdOf(person, 10_00, `${person}-lot`)).toMatchObject({ outcome: 'held' });
    expect(await wallet.balanceOf(person)).toBe(90_00);
  });

  test.each([
    ['release', { available: 100_00, clearing: -100_00 }],
    ['capture', { available: 60_00, clearing: -100_00, escrow: 40_00 }],
    ['forfeit', { available: 60_00, clearing: -100_00, forfeit: 40_00 }],
  ] as const)('moves what was held: %s', async (kind, expected) => {
    const person = fresh('person');
    await credit(person, 100_00);
    const end = ending(await held(person, 40_00));
    const answer = await wallet[kind](end);
    expect(answer).toMatchObject({ outcome: 'resolved', repeated: false });
    expect(await wallet[kind](end)).toEqual({ ...answer, repeated: true });
    expect(await sums(person)).toEqual(expected);
  });

  test('ends a hold once: of many who try at the same moment one wins, the others learn by what', async () => {
    const person = fresh('person');
    await credit(person, 100_00);
    const holdId = await held(person, 100_00);
    const kinds = ['release', 'capture', 'forfeit'] as const;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => wallet[kinds[n % 3]!](ending(holdId))),
    );
    const won = answers.filter(({ outcome }) => outcome === 'resolved');
    const lost = answers.filter(({ outcome }) => outcome === 'already-resolved');
    expect([won.length, lost.length]).toEqual([1, 29]);
    expect(new Set(lost.map((answer) => 'by' in answer && answer.by)).size).toBe(1);
    expect(await wallet.release(ending(2 ** 40))).toEqual({ outcome: 'no-hold' });
  });

  test('lets exactly one hundred of two hundred holds through that race for the money of one hundred', async () => {
    const person = fresh('person');
    await credit(person, 100 * 5_00);
    // Connections without a limit for waiting: two hundred requests stand in one queue here.
    const db = new Kysely<any>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 40 }) }),
    });
    const racing = createWallet(db);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        racing.hold({ ...by, personId: person, amountTiyin: 5_00, key: `race-${n}`, reference: `deal:${n}` }),
      ),
    ).finally(() => db.destroy());
    const count = (outcome: string) => answers.filter((answer) => answer.outcome === outcome).length;
    expect([count('held'), count('short')]).toEqual([100, 100]);
    expect(await wallet.balanceOf(person)).toBe(0);
    expect(await sums(person)).toEqual({ held: 500_00, clearing: -500_00 });
  });

  test('gives a payment back to its provider once, and only while the person has the money', async () => {
    const person = fresh('person');
    const key = fresh('payment');
    const payment = {
      ...by,
      personId: person,
      amountTiyin: 10_00,
      key,
      provider: 'cash-desk',
      reference: key,
    };
    expect(await wallet.reverseTopUp(payment)).toEqual({ outcome: 'no-top-up' });
    await wallet.topUp(payment);
    const holdId = await held(person, 4_00);
    expect(await wallet.reverseTopUp(payment)).toEqual({ outcome: 'short', missingTiyin: 4_00 });
    expect(await wallet.balanceOf(person)).toBe(6_00);
    await wallet.release(ending(holdId));
    expect(await wallet.reverseTopUp({ ...payment, amountTiyin: 9_00 })).toEqual({ outcome: 'key-reused' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => wallet.reverseTopUp(payment)));
    expect(answers.filter((answer) => 'repeated' in answer && !answer.repeated)).toHaveLength(1);
    expect(answers.every(({ outcome }) => outcome === 'reversed')).toBe(true);
    expect(await wallet.balanceOf(person)).toBe(0);
    // The payment itself, reported again, is still the one that was credited.
    expect(await wallet.topUp(payment)).toMatchObject({ outcome: 'credited', repeated: true });
    expect(await wallet.balanceOf(person)).toBe(0);
  });

  test('pays out in two steps: on its way, then arrived or back; each once', async () => {
    const person = fresh('person');
    await credit(person, 10_00);
    const send = async (amountTiyin: number) => {
      const answer = await wallet.payOut(ending(await held(person, amountTiyin)));
      if (answer.outcome !== 'resolved') throw new Error(answer.outcome);
      return answer.journalId;
    };
    const [first, second] = [await send(6_00), await send(4_00)];
    expect(await sums(person)).toEqual({ payout: 10_00, clearing: -10_00 });
    const settling = { ...by, key: fresh('end'), payOutId: first };
    expect(await wallet.settlePayOut(settling)).toMatchObject({ outcome: 'resolved', repeated: false });
    expect(await wallet.settlePayOut(settling)).toMatchObject({ outcome: 'resolved', repeated: true });
    expect(await wallet.returnPayOut({ ...settling, key: fresh('end') })).toEqual({
      outcome: 'already-resolved',
      by: 'pay-out-settled',
    });
    await wallet.returnPayOut({ ...by, key: fresh('end'), payOutId: second });
    expect(await sums(person)).toEqual({ available: 4_00, bank: 6_00, clearing: -10_00 });
    expect(await wallet.settlePayOut({ ...by, key: fresh('end'), payOutId: 2 ** 40 })).toEqual({
      outcome: 'no-pay-out',
    });
  });

  test('announces each movement once, in its own transaction', async () => {
    const person = fresh('person');
    const reported = async () =>
      (
        await database.pool.query(
          `select key, payload from outbox where topic = 'wallet.moved' and payload ->> 'personId' = $1 order by id`,
          [person],
        )
      ).rows;
    await credit(person, 10_00, person);
    await credit(person, 10_00, person);
    await wallet.release(ending(await held(person, 4_00)));
    await holdOf(person, 40_00);
    const { rows } = await database.pool.query(
      'select id from ledger_journal where person_id = $1 order by id',
      [person],
    );
    expect(rows).toHaveLength(3);
    expect(await reported()).toEqual(
      rows.map(({ id }) => ({ key: String(id), payload: { personId: person, journalId: id } })),
    );
  });

  test('takes part in a transaction that is handed to it', async () => {
    const person = fresh('person');
    await credit(person, 10_00);
    const undone = database.db.transaction().execute(async (tx) => {
      const inside = createWallet(tx);
      await inside.hold({
        ...by,
        personId: person,
        amountTiyin: 10_00,
        key: fresh('hold'),
        reference: 'deal:9',
      });
      expect(await inside.balanceOf(person)).toBe(0);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await wallet.balanceOf(person)).toBe(10_00);
  });

  test.each([0, -1, 0.5, Number.NaN, 2 ** 53])('does not take %s for money', async (amountTiyin) => {
    await expect(credit('nobody', amountTiyin)).rejects.toThrow(RangeError);
    await expect(holdOf('nobody', amountTiyin)).rejects.toThrow(RangeError);
  });
});

describe('user/balance', () => {
  const PATH = '/api/shop/user/balance';

  test('answers what can be spent in UZS with at most two decimals, and only to its owner', async () => {
    const { cookie, person } = await app.signIn();
    expect((await app.call('GET', PATH, { cookie })).body).toBe(0);
    await credit(person.personId, 1_234_567_89);
    await holdOf(person.personId, 34_567_00);
    expect((await app.call('GET', PATH, { cookie })).body).toBe(1_200_000.89);
    const other = await app.signIn();
    expect((await app.call('GET', PATH, { cookie: other.cookie })).body).toBe(0);
    expect((await app.call('GET', PATH)).status).toBe(401);
  });
});

describe('the database itself', () => {
  const run = (statement: string) => database.pool.query(statement);
  const account = async (personId: string, kind: string): Promise<number> =>
    (
      await database.pool.query('select id from ledger_account where person_id = $1 and kind = $2', [
        personId,
        kind,
      ])
    ).rows[0].id;
  /** A journal by hand with these entries, `account: sum`. */
  const byHand = (personId: string, amountTiyin: number, entries: readonly (readonly [number, number])[]) =>
    database.db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('ledger_journal')
        .values({
          kind: 'hold',
          idempotency_key: fresh('hand'),
          person_id: personId,
          amount_tiyin: amountTiyin,
          reference: 'x',
          ...by,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const [account_id, amount_tiyin] of entries) {
        await tx.insertInto('ledger_entry').values({ journal_id: id, account_id, amount_tiyin }).execute();
      }
    });

  test.each([
    'update ledger_entry set amount_tiyin = amount_tiyin + 1',
    'delete from ledger_entry',
    'truncate ledger_entry',
    "update ledger_journal set reason = 'another'",
    'delete from ledger_journal',
    'truncate ledger_journal cascade',
    'delete from ledger_account',
    'truncate ledger_account cascade',
    'update ledger_account set balance_tiyin = balance_tiyin + 1 where person_id is not null',
    "insert into ledger_account (person_id, kind, balance_tiyin, version) values ('rich', 'available', 5, 0)",
  ])('refuses its owner: %s', async (statement) => {
    await credit(fresh('person'), 1_00);
    await expect(run(statement)).rejects.toMatchObject({ code: 'LG001' });
  });

  test('refuses a journal that does not sum to zero, says another sum or moves a stranger’s money', async () => {
    const [person, other] = [fresh('person'), fresh('person')];
    await credit(person, 10_00);
    await credit(other, 10_00);
    const [available, heldId] = [await account(person, 'available'), await account(person, 'held')];
    const foreign = await account(other, 'available');
    const unbalanced = { code: 'LG002' };
    await expect(byHand(person, 5_00, [])).rejects.toMatchObject(unbalanced);
    await expect(byHand(person, 5_00, [[available, -5_00]])).rejects.toMatchObject(unbalanced);
    await expect(byHand(person, 5_00, [[available, -4_00], [heldId, 4_00]])).rejects.toMatchObject(unbalanced); // oxfmt-ignore
    await expect(byHand(person, 5_00, [[foreign, -5_00], [heldId, 5_00]])).rejects.toMatchObject(unbalanced); // oxfmt-ignore
    expect(await wallet.balanceOf(person)).toBe(10_00);
  });

  test('refuses entries added to a journal afterwards, though they sum to zero', async () => {
    const person = fresh('person');
    await credit(person, 10_00);
    await held(person, 1_00);
    const late = `insert into ledger_entry (journal_id, account_id, amount_tiyin)
      select (select max(id) from ledger_journal where person_id = '${person}' and kind = 'top-up'),
        id, case kind when 'held' then -100 else 100 end
      from ledger_account where person_id = '${person}' and kind = 'held'
      union all select (select max(id) from ledger_journal where person_id = '${person}' and kind = 'top-up'),
        min(id), 100 from ledger_account where person_id is null and kind = 'escrow'`;
    await wallet.capture(ending(await held(person, 2_00)));
    await expect(run(late)).rejects.toMatchObject({ code: 'LG002' });
  });

  test('refuses a balance below zero, and a hold ended twice, by another or by another sum', async () => {
    const [person, other] = [fresh('person'), fresh('person')];
    await credit(person, 10_00);
    const accounts = [await account(person, 'available'), await account(person, 'held')] as const;
    await expect(byHand(person, 10_01, [[accounts[0], -10_01], [accounts[1], 10_01]])).rejects.toMatchObject({ constraint: 'ledger_account_balance' }); // oxfmt-ignore
    const holdId = await held(person, 3_00);
    const end = (personId: string, amountTiyin: number) =>
      run(`insert into ledger_journal
        (kind, idempotency_key, person_id, amount_tiyin, reference, reason, actor, resolves_id)
        values ('release', '${fresh('hand')}', '${personId}', ${amountTiyin}, 'x', 'x', 'x', ${holdId})`);
    const strange = { constraint: 'ledger_journal_resolves' };
    await expect(end(other, 3_00)).rejects.toMatchObject(strange);
    await expect(end(person, 3_01)).rejects.toMatchObject(strange);
    await wallet.release(ending(holdId));
    await expect(end(person, 3_00)).rejects.toMatchObject({ constraint: 'ledger_journal_resolved_once' });
  });

  test('gives a runtime role what posting needs and nothing that changes the past', async () => {
    const role = `savdo_test_${process.pid}`;
    const person = fresh('person');
    await run(`create role ${role}`);
    try {
      await run(`select ledger_grant_runtime('${role}')`);
      // Not a table of the ledger: what posting announces.
      await run(`grant select, insert on outbox to ${role}`);
      const owner = new Kysely<any>({ dialect: new PostgresDialect({ pool: database.pool }) });
      await owner.connection().execute(async (db) => {
        await sql.raw(`set role ${role}`).execute(db);
        try {
          const inside = createWallet(db);
          const paid = {
            ...by,
            personId: person,
            amountTiyin: 5_00,
            key: person,
            provider: 'cash-desk',
            reference: 'x',
          };
          expect(await inside.topUp(paid)).toMatchObject({ outcome: 'credited' });
          expect(await inside.hold({ ...paid, key: person })).toMatchObject({ outcome: 'held' });
          for (const statement of [
            'update ledger_entry set amount_tiyin = 1',
            'delete from ledger_entry',
            'truncate ledger_entry',
            'delete from ledger_journal',
            'update ledger_account set balance_tiyin = 1',
            'alter table ledger_entry disable trigger all',
          ]) {
            await expect(sql.raw(statement).execute(db), statement).rejects.toMatchObject({ code: '42501' });
          }
        } finally {
          await sql.raw('reset role').execute(db);
        }
      });
      expect(await checkLedger(database.db)).toEqual([]);
    } finally {
      await run(`drop owned by ${role}`);
      await run(`drop role ${role}`);
    }
  });
});

test('after all of this the books are whole', async () => {
  expect(await checkLedger(database.db)).toEqual([]);
});
