import { expect, it } from 'vitest';
import { projectFiles } from './project-files.ts';

/** What is counted in the database and compared with a limit: `(await own.count()) >= ORDERS_MAX`. */
const COUNTED = /\(await [^;{}]*?\)[^;{},]*?\s(?:>=|>)\s(?:[A-Z]\w*\.\w+|[A-Z][A-Z_]{2,})/g;
const LOCK = /\b(?:lockNamed|inTurn|forUpdate|lock\w*|alone)\(/;
/** Lines before it in which the lock is taken. */
const BEFORE = 25;

/** Counted without a lock in the same lines, and why that is right. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'server/domains/money/payments/refunds/destinations.ts: repository.cards':
    'only spares a call of the tokeniser: the card is counted again, in turn, when it is proven',
  'server/domains/people/accounts/turned-down.ts: countOf': 'the caller has locked what it is about',
  'server/domains/trade/lot-questions/may-ask.ts: questions.ofPerson':
    'the caller asks under lockAsking, or only shows it',
};

/** Limits that two calls at one instant would pass together. */
const unlocked = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([file, source]) =>
    [...source.matchAll(COUNTED)]
      .filter(({ index }) => !LOCK.test(source.slice(0, index).split('\n').slice(-BEFORE).join('\n')))
      .map(([found]) => `${file}: ${/^\(await ([\w.]+)/.exec(found)?.[1] ?? found}`),
  );

it('is counted under a lock what one more is added to', () => {
  const files = projectFiles(['server/domains', 'server/workflows'], ['.ts']);
  expect([...files.values()].flatMap((source) => source.match(COUNTED) ?? []).length).toBeGreaterThan(10);
  expect(unlocked(files).toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted());
});

it.each([
  [
    `if ((await orders.countOpen(personId)) >= OPEN_ORDERS_MAX) return;\nawait orders.add(order);`,
    'orders.countOpen',
  ],
  [`if ((await own.all()).length > LIMITS.partners) throw tooMany();`, 'own.all'],
  [`if ((await count(tx)) + wanted.length > ORDERS_MAX) return 'too-many';`, 'count'],
])('finds a planted count that nothing holds still: %s', (source, name) => {
  const file = 'server/domains/trade/orders/create-order.ts';
  expect(unlocked(new Map([[file, source]]))).toEqual([`${file}: ${name}`]);
  expect(unlocked(new Map([[file, `await lockNamed(tx, name);\n${source}`]]))).toEqual([]);
});
