import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { payoutsOfSeller } from '../../fixtures/payout-samples.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { checkLedger } from '../../fixtures/check-ledger.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';
import { moneyJudge } from '../../fixtures/money-judge.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

let database: TestDatabase;
let sold: SoldLots;
let bank: StatementLines;
const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '' });

beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  sold = soldLots(database);
  bank = statementLines(database, sold);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

let documents = 0;
async function credited(personId: string, tiyin: number): Promise<void> {
  const [line] = await bank.brought([
    { day: bankDay(-3), document: `J-${(documents += 1)}`, credit: uzs(tiyin) },
  ]);
  expect(await bank.credit(line!.id, { personId }, by())).toBe('done');
}
async function because(
  personIds: string[],
  amountTiyin: number,
  limit: number,
  decider: string | null = null,
) {
  const judging = moneyJudge(() => limit);
  const item = { ref: 'refund:0', amountTiyin, personIds };
  const { because: why } = await judging.judge(database.db, item, { by: decider, before: [] });
  return why;
}

test('a transfer, a payout and a refund of one person are judged together, and so are both sides of a sale', async () => {
  const buyer = randomUUID();
  await credited(buyer, 600_00);
  expect(await because([buyer], 400_00, 1_000_00)).toBe(null);
  expect(await because([buyer], 400_01, 1_000_00)).toBe('day');
  const seller = randomUUID();
  const lotId = await payoutsOfSeller(database, seller).paid();
  const { person_id: buyerOfSale } = await sold.of(lotId);
  for (const side of [seller, buyerOfSale]) {
    expect(await because([side], 1_00, PRICE + 1_00)).toBe(null);
    expect(await because([randomUUID(), side], PRICE, PRICE + 1_00)).toBe('day');
  }
});

test('another account of the same human is the same beneficiary', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, phone, language)
     select 'test', subject, 'natural', 'Ikki Hisob', '+998971112233', 'uz' from unnest(array['a', 'b']) as subject returning id`,
  );
  const [one, other] = rows.map(({ id }) => id);
  await credited(one!, 600_00);
  expect(await because([other!], 400_01, 1_000_00)).toBe('day');
});

test('what one member of staff decided about in a day counts for the next sum, whoever gets it', async () => {
  const decider = randomUUID();
  const [line] = await bank.brought([{ day: bankDay(-3), document: 'J-own', credit: uzs(600_00) }]);
  expect(await bank.credit(line!.id, { personId: randomUUID() }, by(decider))).toBe('done');
  expect(await because([randomUUID()], 400_00, 1_000_00, decider)).toBe(null);
  expect(await because([randomUUID()], 400_01, 1_000_00, decider)).toBe('decider');
  expect(await because([randomUUID()], 400_01, 1_000_00, randomUUID())).toBe(null);
});

test('two payouts to one seller that are approved at the same instant do not both pass below the limit', async () => {
  const seller = randomUUID();
  const { planned } = payoutsOfSeller(database, seller);
  const payouts = [await planned(), await planned()];
  sold.hook.twoAbove = Math.floor(PRICE * 1.5);
  const lock = await database.pool.connect();
  await lock.query('begin');
  await lock.query(`select pg_advisory_xact_lock(hashtextextended('staff-money', 0))`);
  const both = Promise.all(
    payouts.map(({ id, requisitesMark: mark }) => sold.deciding.approve(id, { mark, by: randomUUID() })),
  );
  await waitsForLock(database, 2);
  await lock.query('commit');
  lock.release();
  expect(await both).toEqual([{ outcome: 'done' }, { outcome: 'done' }]);
  const { rows } = await database.pool.query('select state from payout where seller_id = $1 order by state', [
    seller,
  ]);
  expect(rows.map(({ state }) => state)).toEqual(['approved', 'planned']);
  const viewer = { personId: randomUUID(), decides: true, seesRequisites: true };
  const shown = await sold.payouts.list(viewer, { state: 'planned', page: 1, size: 5 });
  expect(shown.items).toMatchObject([{ approvals: 1, approvalsNeeded: 2, twoBecause: 'day' }]);
});

test('staff see why a transfer needs two persons', async () => {
  const buyer = randomUUID();
  await credited(buyer, 600_00);
  sold.hook.twoAbove = 1_000_00;
  const [line] = await bank.brought([{ day: bankDay(-3), document: 'J-next', credit: uzs(500_00) }]);
  expect(await bank.deciding.credit(line!.id, { personId: buyer }, by())).toBe('done');
  expect(await bank.line(line!.id)).toMatchObject({ state: 'asked', approvalsNeeded: 2, twoBecause: 'day' });
});

test('the ledger check adds up what one approved, for each person in 30 days and for each decider in 24 hours', async () => {
  const found = async () => {
    const broken = (await checkLedger(database.db)).filter(({ number }) => number === 23);
    return broken.flatMap(({ name, rows }) => rows.map((row) => ({ of: name.split(' ').at(-2), row })));
  };
  const { rows } = await database.pool.query<{ amount_tiyin: number }>(
    'select amount_tiyin from base_amount order by valid_from desc limit 1',
  );
  const limit = async (tiyin: number) => {
    await database.pool.query('update base_amount set amount_tiyin = $1', [Math.floor(tiyin / 5_000)]);
  };
  const whole = rows[0]!.amount_tiyin * 5_000;
  const seller = randomUUID();
  await payoutsOfSeller(database, seller).sent();
  await payoutsOfSeller(database, seller).sent();
  await limit(PRICE * 1.5);
  expect(await found()).toMatchObject([{ of: '30', row: { person: seller, sum: String(2 * PRICE) } }]);
  await limit(PRICE * 2);
  expect(await found()).toEqual([]);
  const sender = randomUUID();
  for (const id of [
    await payoutsOfSeller(database, randomUUID()).approved(),
    await payoutsOfSeller(database, randomUUID()).approved(),
    await payoutsOfSeller(database, randomUUID()).approved(),
  ])
    expect(await sold.deciding.send(id, sender)).toEqual({ outcome: 'done' });
  expect(await found()).toMatchObject([{ of: '24', row: { decider: sender, sum: String(3 * PRICE) } }]);
  await limit(whole);
  expect(await found()).toEqual([]);
});

test('the ledger check finds what was sent by its approver, approved by too few, or credited by one without an unbroken statement', async () => {
  await payoutsOfSeller(database, randomUUID()).sent();
  await credited(randomUUID(), 700_00);
  const broken = async (statement: string, undo: string): Promise<string[]> => {
    const run = async (text: string) => {
      const client = await database.pool.connect();
      await client.query('set session_replication_role = replica');
      await client.query(text);
      await client.query('reset session_replication_role');
      client.release();
    };
    await run(statement);
    const found = (await checkLedger(database.db)).filter(({ number }) => number === 23);
    await run(undo);
    return found.map(({ name }) => name.slice(0, 9));
  };
  expect((await checkLedger(database.db)).filter(({ number }) => number === 23)).toEqual([]);
  const copy = 'create table before as select id, actor from payout_step';
  const restore =
    'update payout_step s set actor = b.actor from before b where b.id = s.id; drop table before';
  const last = `(select max(payout_id) from payout_step where action = 'sent')`;
  expect(
    await broken(`${copy}; update payout_step set actor = 'one' where payout_id = ${last}`, restore),
  ).toEqual(['what left']);
  const amounts = 'update base_amount set amount_tiyin = amount_tiyin';
  expect(await broken(`${amounts} / 10000000`, `${amounts} * 10000000`)).toContain('what left');
  const line = `(select max(id) from bank_statement_line where state = 'credited')`;
  expect(
    await broken(
      `update bank_statement_line set asked_by = null where id = ${line}`,
      `update bank_statement_line set asked_by = 'other' where id = ${line}`,
    ),
  ).toEqual(['what one ', 'what one ']);
});
