import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { csvStatement } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// What statements are worth does not depend on which of them was taken over first.

let database: TestDatabase;
let bank: StatementLines;
beforeEach(async () => {
  database = await testDatabase();
  bank = statementLines(database, soldLots(database, { operatorAccount: true }));
});
// Dropping the database proves that the books balance.
afterEach(() => database.close());

interface Stated {
  /** In days from now. */
  from: number;
  to: number;
  opening: number;
  /** Sums that came, by the day from now. */
  came: readonly (readonly [day: number, sum: number])[];
}
async function took({ from, to, opening, came }: Stated): Promise<number> {
  const lines = came.map(([day, sum]) => ({ day: bankDay(day), document: `C-${sum}`, credit: uzs(sum) }));
  const closing = came.reduce((total, [, sum]) => total + sum, opening);
  const period = `${bankDay(from)} - ${bankDay(to)}`;
  const done = await bank.take(csvStatement(lines, { opening: uzs(opening), closing: uzs(closing), period }));
  if (done.outcome !== 'done') throw new Error(done.outcome);
  return done.statementIds[0]!;
}

function ordersOf<Item>(items: readonly Item[]): Item[][] {
  return items.length === 0
    ? [[]]
    : items.flatMap((first) =>
        ordersOf(items.filter((each) => each !== first)).map((rest) => [first, ...rest]),
      );
}

/** Takes over files in this order; the names of those that are in doubt, or unbroken, by now. */
async function takenIn<Name extends string>(order: readonly Name[], files: Readonly<Record<Name, Stated>>) {
  const names = new Map<number, Name>();
  for (const name of order) names.set(await took(files[name]), name);
  const those = async (mark: 'doubted' | 'unbroken') =>
    (await bank.lines.statements({ page: 1, size: 10 })).items
      .filter((each) => each[mark])
      .flatMap(({ id }) => names.get(id) ?? [])
      .toSorted();
  return { ids: new Map([...names].map(([id, name]) => [name, id])), those };
}

describe('a file, the same printed at noon, and one that leaves a line out', () => {
  // The last day ends after all of them were taken over.
  const BEGUN = { from: -1, to: -1, opening: 450_00, came: [[-1, 50_00]] } as const;
  const FILES = {
    honest: {
      from: 0,
      to: 1,
      opening: 500_00,
      came: [
        [0, 60_00],
        [1, 40_00],
        [1, 20_00],
      ],
    },
    noon: {
      from: 0,
      to: 1,
      opening: 500_00,
      came: [
        [0, 60_00],
        [1, 20_00],
      ],
    },
    // As much as the honest one at its end.
    short: {
      from: 0,
      to: 1,
      opening: 540_00,
      came: [
        [0, 60_00],
        [1, 20_00],
      ],
    },
  } as const;

  test.each(ordersOf(['honest', 'noon', 'short'] as const))(
    'in doubt and unbroken are the same: %s, %s, %s',
    async (...order) => {
      await bank.confirm(await took(BEGUN));
      const { ids, those } = await takenIn(order, FILES);
      expect(await those('doubted')).toEqual(['honest', 'short']);
      expect(await those('unbroken')).toEqual(['noon']);
      await bank.confirm(ids.get('honest')!);
      expect(await those('doubted')).toEqual(['short']);
      expect(await those('unbroken')).toEqual(['honest', 'noon']);
    },
  );
});

test.each(ordersOf(['noon', 'evening', 'copy'] as const))(
  'files that agree are unbroken, and what follows on the day: %s, %s, %s',
  async (...order) => {
    const evening = {
      from: 1,
      to: 1,
      opening: 500_00,
      came: [
        [1, 40_00],
        [1, 20_00],
      ],
    } as const;
    await bank.confirm(await took({ from: 0, to: 0, opening: 450_00, came: [[0, 50_00]] }));
    const noon = { from: 1, to: 1, opening: 500_00, came: [[1, 40_00]] } as const;
    const { those } = await takenIn([...order, 'next'], {
      noon,
      evening,
      copy: evening,
      next: { from: 2, to: 2, opening: 560_00, came: [[2, 70_00]] },
    });
    expect(await those('doubted')).toEqual([]);
    expect(await those('unbroken')).toEqual(['copy', 'evening', 'next', 'noon']);
  },
);

describe('of days that have ended', () => {
  const FILES = {
    whole: {
      from: -9,
      to: -9,
      opening: 0,
      came: [
        [-9, 60_00],
        [-9, 40_00],
      ],
    },
    short: { from: -9, to: -9, opening: 0, came: [[-9, 60_00]] },
    copy: {
      from: -9,
      to: -9,
      opening: 0,
      came: [
        [-9, 60_00],
        [-9, 40_00],
      ],
    },
  } as const;
  test.each(ordersOf(['whole', 'short', 'copy'] as const))(
    'all are in doubt: %s, %s, %s',
    async (...order) => {
      const { those } = await takenIn(order, FILES);
      expect(await those('doubted')).toEqual(['copy', 'short', 'whole']);
    },
  );
});

test('of two that were printed on one day one has all lines of the other', async () => {
  const files = {
    one: { from: 1, to: 1, opening: 0, came: [[1, 60_00]] },
    other: {
      from: 1,
      to: 1,
      opening: 0,
      came: [
        [1, 50_00],
        [1, 40_00],
      ],
    },
  } as const;
  const { those } = await takenIn(['one', 'other'], files);
  expect(await those('doubted')).toEqual(['one', 'other']);
});
