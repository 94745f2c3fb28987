import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { checkLedger } from '../../fixtures/check-ledger.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { csvStatement, type StatementLineGiven } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// One member of staff alone must not make money of an invented file.

const REST = PRICE - DEPOSIT;
const ACCOUNT = '20208000900123456777';

let database: TestDatabase;
let sold: SoldLots;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  sold = soldLots(database, { operatorAccount: true });
  bank = statementLines(database, sold);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

/** How many statements go to PostgreSQL for it. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const { length } = sent.mock.calls;
  sent.mockRestore();
  return length;
}

const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '127.0.0.1' });
const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);

let numbers = 0;
/** A sale whose buyer has a payment order of theirs. */
async function ordered() {
  const stir = String(301_000_000 + (numbers += 1));
  const personId = await sold.registered(`3120990555${String(numbers).padStart(4, '0')}`);
  await query('update person set stir = $2 where id::text = $1', [personId, stir]);
  const { id, lotId } = await sold.open(0, { personId });
  if (!(await sold.winLots.bankOrder(lotId, personId))) throw new Error('no payment order was given');
  return { id, lotId, personId, stir };
}

/** Days of statements follow one another: each is older than all before it would overlap. */
let day = -400;
let balance = 1_000_00;
let lastLine: StatementLineGiven | null = null;
/** Takes over a statement; its only line, as staff see it. @param file `broken` where it does not follow on */
async function brought(
  given: Partial<StatementLineGiven>,
  file: 'unbroken' | 'no-balances' | 'gap' | 'overlap' | 'of-one-person' = 'unbroken',
) {
  const line = { document: `P-${(numbers += 1)}`, credit: uzs(REST), ...given, day: bankDay((day += 1)) };
  const tiyinOf = ({ credit = '0' }: StatementLineGiven) =>
    Math.round(Number(credit.replace(',', '.')) * 100);
  // The line of the day before as well: a file without it would say otherwise of that day.
  const lines = file === 'overlap' && lastLine ? [lastLine, line] : [line];
  const opening = balance + (file === 'gap' ? 1 : 0) - (lines.length > 1 ? tiyinOf(lines[0]!) : 0);
  const closing = lines.reduce((sum, each) => sum + tiyinOf(each), opening);
  const period = file === 'overlap' ? `${bankDay(day - 1)} - ${line.day}` : undefined;
  const stated = { opening: uzs(opening), closing: uzs(closing), ...(period ? { period } : {}) };
  const text = csvStatement(lines, file === 'no-balances' ? {} : stated);
  const done = await bank.take(text);
  if (done.outcome !== 'done') throw new Error(done.outcome);
  if (file === 'unbroken' || file === 'of-one-person') balance = closing;
  // A second person has got the file from the bank, too.
  if (file === 'unbroken') await bank.take(text, null, by());
  lastLine = line;
  const { items } = await bank.lines.list(bank.viewer, {
    state: 'all',
    statementId: done.statementIds[0]!,
    page: 1,
    size: 1,
  });
  return items[0]!;
}
const purposeOf = ({ id, lotId }: { id: number; lotId: number }) => `Savdo S-${id}, lot ${lotId}`;

describe('a transfer', () => {
  beforeAll(async () => {
    // The first statement of an account follows on none: two persons compare it with the bank's paper.
    const sale = await ordered();
    const line = await brought({ purpose: purposeOf(sale), stir: sale.stir });
    await bank.confirm(line.statementId);
  });

  test('that answers a payment order in an unbroken statement is credited by one person', async () => {
    const sale = await ordered();
    const line = await brought({ purpose: purposeOf(sale), stir: sale.stir });
    expect(line.approvalsNeeded).toBe(1);
    const asked = { personId: sale.personId, settlementId: sale.id };
    expect(await bank.deciding.credit(line.id, asked, by())).toBe('done');
    expect(await bank.line(line.id)).toMatchObject({ state: 'credited' });
    expect(await sold.of(sale.lotId)).toMatchObject({ state: 'paid' });
  });

  test('is shown among eight that answer orders with as many questions to the database as among two', async () => {
    for (let each = 0; each < 8; each += 1) {
      const sale = await ordered();
      await brought({ purpose: purposeOf(sale), stir: sale.stir });
    }
    const list = (size: number) => () => bank.lines.list(bank.viewer, { state: 'all', page: 1, size });
    const { items } = await list(8)();
    expect(items.map(({ approvalsNeeded }) => approvalsNeeded)).toEqual(items.map(() => 1));
    const few = await statementsOf(list(2));
    expect(few).toBeGreaterThan(0);
    expect(await statementsOf(list(8))).toBe(few);
  });

  test('is not credited alone by the person who brought its statement', async () => {
    const sale = await ordered();
    const line = await brought({ purpose: purposeOf(sale), stir: sale.stir });
    const asked = { personId: sale.personId, settlementId: sale.id };
    expect(await bank.deciding.credit(line.id, asked, bank.importer)).toBe('done');
    expect(await bank.line(line.id)).toMatchObject({ state: 'asked', approvalsNeeded: 2 });
    expect(await bank.deciding.approve(line.id, 1, by())).toBe('done');
    expect(await sold.of(sale.lotId)).toMatchObject({ state: 'paid' });
  });

  test('from an account of the buyer is theirs as well', async () => {
    const sale = await ordered();
    await query(
      `insert into payout_destination (person_id, kind, bank_name, mfo, account_number)
       values ($1, 'account', 'Namuna bank', '00444', $2)`,
      [sale.personId, ACCOUNT],
    );
    expect(await brought({ purpose: purposeOf(sale), account: ACCOUNT })).toMatchObject({
      approvalsNeeded: 1,
    });
  });

  test.each<[string, (sale: Awaited<ReturnType<typeof ordered>>) => ReturnType<typeof brought>]>([
    [
      'in a statement without balances',
      (s) => brought({ purpose: purposeOf(s), stir: s.stir }, 'no-balances'),
    ],
    ['after a gap', (s) => brought({ purpose: purposeOf(s), stir: s.stir }, 'gap')],
    [
      'of days that another statement has',
      (s) => brought({ purpose: purposeOf(s), stir: s.stir }, 'overlap'),
    ],
    [
      'that one person alone has brought',
      (s) => brought({ purpose: purposeOf(s), stir: s.stir }, 'of-one-person'),
    ],
    ['whose purpose names no sale', (s) => brought({ purpose: 'Savdo', stir: s.stir })],
    ['of another sum', (s) => brought({ purpose: purposeOf(s), stir: s.stir, credit: uzs(REST - 1) })],
    ['of another payer', (s) => brought({ purpose: purposeOf(s), stir: '309999999' })],
    ['of an unknown payer', (s) => brought({ purpose: purposeOf(s) })],
    [
      'that no payment order announced',
      async (s) => {
        await query(
          'update settlement set bank_order_at = null, statement_until = null, bank_order_tiyin = null where id = $1',
          [s.id],
        );
        return brought({ purpose: purposeOf(s), stir: s.stir });
      },
    ],
  ])('%s waits for a second person before it moves money', async (_what, bring) => {
    const sale = await ordered();
    const line = await bring(sale);
    const first = by();
    const asked = { personId: sale.personId, settlementId: sale.id };
    expect(await bank.deciding.credit(line.id, asked, first)).toBe('done');
    expect(await bank.line(line.id)).toMatchObject({ state: 'asked', approvalsNeeded: 2 });
    expect(await sold.balance(sale.personId)).toBe(0);
    expect(await bank.deciding.approve(line.id, 1, first)).toBe('second-person');
    expect(await bank.deciding.approve(line.id, 1, by())).toBe('done');
    expect(await bank.line(line.id)).toMatchObject({ state: 'credited' });
  });

  test('answers its payment order once', async () => {
    const sale = await ordered();
    const asked = { personId: sale.personId, settlementId: sale.id };
    await query(`update settlement set paused_at = now(), left_ms = 1 where id = $1`, [sale.id]);
    const [first, second] = [
      await brought({ purpose: purposeOf(sale), stir: sale.stir }),
      await brought({ purpose: purposeOf(sale), stir: sale.stir }),
    ];
    await bank.deciding.credit(first.id, asked, by());
    expect(await bank.line(first.id)).toMatchObject({ state: 'credited' });
    await bank.deciding.credit(second.id, asked, by());
    expect(await bank.line(second.id)).toMatchObject({ state: 'asked' });
    await query(`update settlement set paused_at = null, left_ms = null where id = $1`, [sale.id]);
  });

  test('to the balance, without a sale, waits for a second person', async () => {
    const sale = await ordered();
    const line = await brought({ purpose: purposeOf(sale), stir: sale.stir });
    expect(await bank.deciding.credit(line.id, { personId: sale.personId }, by())).toBe('done');
    expect(await bank.line(line.id)).toMatchObject({ state: 'asked' });
    expect(await sold.balance(sale.personId)).toBe(0);
  });

  test('is borne out by no second account of the person who brought it', async () => {
    const sale = await ordered();
    const twins = await Promise.all(
      ['31209905558801', '31209905558801'].map((pinfl) => sold.registered(pinfl, 'operator')),
    );
    const line = {
      day: bankDay((day += 1)),
      document: `P-${(numbers += 1)}`,
      credit: uzs(REST),
      purpose: purposeOf(sale),
      stir: sale.stir,
    };
    const text = csvStatement([line], { opening: uzs(balance), closing: uzs(balance + REST) });
    for (const twin of twins) await bank.take(text, null, by(twin));
    const { items } = await bank.lines.list(bank.viewer, { state: 'waiting', page: 1, size: 100 });
    const view = () => items.find(({ purpose }) => purpose === line.purpose)!;
    expect(view()).toMatchObject({ approvalsNeeded: 2 });
    await bank.take(text, null, by());
    expect(await bank.line(view().id)).toMatchObject({ approvalsNeeded: 1 });
    balance += REST;
  });

  describe('that another person’s file has too', () => {
    const NAME = 'Aliyev Ali';
    /** A line that one person brought, and what another person's file says of its movement. */
    async function seenAgain({ lot = 'lot', ...more }: Partial<StatementLineGiven> & { lot?: string }) {
      const sale = await ordered();
      const opening = balance;
      const known = await brought({ purpose: purposeOf(sale), stir: sale.stir, name: NAME }, 'of-one-person');
      const again = csvStatement([{ ...lastLine!, purpose: purposeOf(sale).replace('lot', lot), ...more }], {
        opening: uzs(opening),
        closing: uzs(balance),
      });
      /** The lines that the file adds. */
      const take = async () => {
        const done = await bank.take(again, 'says more', by());
        if (done.outcome !== 'done') throw new Error(done.outcome);
        const only = { state: 'all', statementId: done.statementIds[0]!, page: 1, size: 10 } as const;
        return (await bank.lines.list(bank.viewer, only)).items;
      };
      const [line] = await take();
      const needed = async () => (await bank.line(known.id)).approvalsNeeded;
      const tell = (same: boolean) =>
        bank.deciding.repeat(line!.id, { like: known.id, same, reason: 'one movement' }, by());
      return { known, line, take, needed, tell };
    }

    test('in other letters is borne out by it, until a person says that it is another movement', async () => {
      const { line, needed, tell } = await seenAgain({ name: 'АЛИЕВ АЛИ', lot: 'лот' });
      expect(line).toMatchObject({ state: 'repeat' });
      expect(await needed()).toBe(1);
      expect(await tell(false)).toBe('done');
      expect(await needed()).toBe(2);
    });

    test('is not borne out by one that does not say who paid', async () => {
      const { line, needed } = await seenAgain({ stir: '' });
      expect(line).toBeUndefined();
      expect(await needed()).toBe(2);
    });

    test('is not borne out by what a person calls the same, nor by another file that says it so', async () => {
      const { known, line, take, needed, tell } = await seenAgain({ document: '' });
      expect(line).toMatchObject({ repeats: { lineId: known.id, answer: 'unclear', contradicts: false } });
      // Two persons, since it names a sale to be paid.
      expect(await tell(true)).toBe('done');
      expect(await bank.deciding.approve(line!.id, 1, by())).toBe('done');
      expect(await bank.line(line!.id)).toMatchObject({ state: 'repeat' });
      expect(await needed()).toBe(2);
      expect(await take()).toEqual([]);
      expect(await needed()).toBe(2);
    });
  });

  test('above the limit is credited by two others than the person who brought it', async () => {
    const sale = await ordered();
    const line = await brought({ purpose: purposeOf(sale), stir: sale.stir });
    sold.hook.twoAbove = REST - 1;
    const asked = { personId: sale.personId, settlementId: sale.id };
    expect(await bank.deciding.credit(line.id, asked, bank.importer)).toBe('second-person');
    expect(await bank.deciding.credit(line.id, asked, by())).toBe('done');
    expect(await bank.deciding.approve(line.id, 1, bank.importer)).toBe('second-person');
    expect(await bank.deciding.approve(line.id, 1, by())).toBe('done');
    sold.hook.twoAbove = Number.MAX_SAFE_INTEGER;
    expect(await sold.of(sale.lotId)).toMatchObject({ state: 'paid' });
  });

  test('that one person credited stays right when a later file contradicts its statement, which proves nothing more', async () => {
    const sale = await ordered();
    const opening = balance;
    const line = await brought({ purpose: purposeOf(sale), stir: sale.stir });
    const asked = { personId: sale.personId, settlementId: sale.id };
    expect(await bank.deciding.credit(line.id, asked, by())).toBe('done');
    expect(await bank.line(line.id)).toMatchObject({ state: 'credited' });
    const other = { ...lastLine!, document: `P-${(numbers += 1)}`, credit: uzs(1_00) };
    const stated = { opening: uzs(opening), closing: uzs(opening + 1_00) };
    await bank.take(csvStatement([other], stated), 'another one', by());
    const { items } = await bank.lines.statements({ page: 1, size: 100 });
    expect(items.find(({ id }) => id === line.statementId)).toMatchObject({ doubted: true, unbroken: false });
    expect(await checkLedger(database.db)).toEqual([]);
    // By what is known by now it would be wrong.
    const decide = (change: string) =>
      query(`update bank_statement_line set decided_at = ${change} where id = $1`, [line.id]);
    await decide("decided_at + interval '1 day'");
    expect(await checkLedger(database.db)).toMatchObject([{ number: 23 }]);
    await decide("decided_at - interval '1 day'");
  });
});

test('lines in a list have the persons that each has by itself', async () => {
  const { items } = await bank.lines.list(bank.viewer, { state: 'all', page: 1, size: 100 });
  const alone = [];
  for (const { id } of items) alone.push(await bank.line(id));
  expect(items).toEqual(alone);
  const needed = new Set(items.map(({ approvalsNeeded }) => approvalsNeeded));
  expect([...needed].toSorted()).toEqual([1, 2]);
});
