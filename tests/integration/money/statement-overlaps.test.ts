import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { csvStatement } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// Two files of one day that cannot both be right: what is counted twice, or left out, must not pass without a word.

const DAY = bankDay(-9);

let database: TestDatabase;
let bank: StatementLines;
beforeEach(async () => {
  database = await testDatabase();
  bank = statementLines(database, soldLots(database, { operatorAccount: true }));
});
// Dropping the database proves that the books balance.
afterEach(() => database.close());

const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '127.0.0.1' });
const credit = (lineId: number) => bank.credit(lineId, { personId: randomUUID() }, by());

/** A statement of sums that came and, below zero, left, with balances unless it has none. */
function file(
  sums: readonly number[],
  {
    opening = 500_00,
    balances = true,
    period,
  }: { opening?: number; balances?: boolean; period?: string } = {},
): string {
  const lines = sums.map((sum) => ({
    day: DAY,
    document: `${sum > 0 ? 'C' : 'D'}-${Math.abs(sum)}`,
    [sum > 0 ? 'credit' : 'debit']: uzs(Math.abs(sum)),
  }));
  const closing = sums.reduce((total, sum) => total + sum, opening);
  const stated = balances ? { opening: uzs(opening), closing: uzs(closing) } : {};
  return csvStatement(lines, period === undefined ? stated : { ...stated, period });
}
async function took(text: string) {
  const done = await bank.take(text);
  if (done.outcome !== 'done') throw new Error(done.outcome);
  const statementId = done.statementIds[0]!;
  const shown = { state: 'all', statementId, page: 1, size: 10 } as const;
  const { items } = await bank.lines.list(bank.viewer, shown);
  return { statementId, lines: items.toReversed().map(({ id }) => id) };
}
const kindsOf = async (text: string) => {
  const preview = await bank.imports.preview(new TextEncoder().encode(text));
  return typeof preview === 'string' ? [preview] : preview.differences.map(({ kind }) => kind);
};
const doubted = async () =>
  (await bank.lines.statements({ page: 1, size: 10 })).items
    .filter((each) => each.doubted)
    .map(({ id }) => id);

describe('two statements of one day', () => {
  test('split in one and joined in the other are a difference, and neither is credited before two persons have settled it', async () => {
    const split = await took(file([60_00, 40_00]));
    expect(await bank.take(file([100_00]), null)).toEqual({ outcome: 'reason-needed' });
    const preview = await bank.imports.preview(new TextEncoder().encode(file([100_00])));
    expect(preview).toMatchObject({
      differences: [
        { kind: 'days-known', statedTiyin: 100_00, foundTiyin: 100_00, count: 1, forbids: false },
      ],
    });
    const joined = await took(file([100_00]));
    for (const id of [...split.lines, ...joined.lines]) {
      expect(await credit(id)).toBe('in-doubt');
      expect(await bank.line(id)).toMatchObject({ inDoubt: true, may: ['ignore'] });
    }
    await bank.confirm(joined.statementId);
    expect(await doubted()).toEqual([split.statementId]);
    expect(await credit(joined.lines[0]!)).toBe('done');
    expect(await credit(split.lines[0]!)).toBe('in-doubt');
    for (const id of split.lines)
      expect(await bank.deciding.ignore(id, 'the other one is right', by())).toBe('done');
  });

  test('of which a line was credited before the other came are in doubt all the same', async () => {
    const split = await took(file([60_00, 40_00]));
    expect(await credit(split.lines[0]!)).toBe('done');
    await took(file([100_00]));
    expect(await credit(split.lines[1]!)).toBe('in-doubt');
  });

  test('of which two persons confirmed one are in doubt where two confirm the other as well, and never both are in none', async () => {
    const split = await took(file([60_00, 40_00]));
    await bank.confirm(split.statementId);
    const joined = await took(file([100_00]));
    expect(await doubted()).toEqual([joined.statementId]);
    expect(await credit(split.lines[0]!)).toBe('done');
    await bank.confirm(joined.statementId);
    expect(await doubted()).toEqual([split.statementId]);
    expect(await credit(split.lines[1]!)).toBe('in-doubt');
    await bank.confirm(split.statementId);
    expect(await doubted()).toEqual([joined.statementId]);
    expect(await credit(split.lines[1]!)).toBe('done');
    expect(await credit(joined.lines[0]!)).toBe('in-doubt');
  });

  test.each<[string, number[], number[], object]>([
    ['without balances show by the sum of the day', [60_00, 40_00], [100_00], { balances: false }],
    ['of which one leaves a line out', [60_00, 40_00], [60_00], {}],
    ['that end alike, though one has more lines', [60_00], [60_00, 30_00, -30_00], {}],
    ['that left as two sums', [-60_00, -40_00], [-100_00], {}],
  ])('%s', async (_, first, second, how) => {
    const known = await took(file(first, how));
    expect(await kindsOf(file(second, how))).toContain('days-known');
    const { statementId } = await took(file(second, how));
    expect(await doubted()).toEqual([statementId, known.statementId]);
  });

  test.each<[string, number[], number[], { balances?: boolean; atNoon?: boolean }]>([
    ['the same twice', [60_00, 40_00], [60_00, 40_00], {}],
    ['printed at noon and in the evening', [60_00], [60_00, 40_00], { atNoon: true }],
    ['of which none states its balances and one has other lines', [60_00], [50_00], { balances: false }],
  ])('that can both be right are in no doubt: %s', async (_, first, second, how) => {
    const { statementId } = await took(file(first, how));
    if (how.atNoon)
      await database.pool.query(
        `update bank_statement set imported_at = (to_day + time '12:00') at time zone 'Asia/Tashkent' where id = $1`,
        [statementId],
      );
    expect(await kindsOf(file(second, how))).not.toContain('days-known');
    await took(file(second, how));
    expect(await doubted()).toEqual([]);
  });

  test('without balances are confirmed by two persons while they are in doubt', async () => {
    const split = await took(file([60_00, 40_00], { balances: false }));
    await took(file([100_00], { balances: false }));
    await bank.confirm(split.statementId);
    expect(await credit(split.lines[0]!)).toBe('done');
  });
});
