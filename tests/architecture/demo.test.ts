import { expect, test } from 'vitest';
import { projectFiles } from './project-files.ts';

/** Ways to give a lot a status other than by the product's own workflows. */
const SETS_A_STATUS = [
  /\.move\(/,
  /\bstateAfter\(\s*LOT\b/,
  /update(?:Table\(\s*['"`]|\s+)lot\b/i,
  /insertInto\(\s*['"`]lot['"`]/,
];

const problemsOf = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([file, text]) =>
    SETS_A_STATUS.filter((way) => way.test(text)).map((way) => `${file}: ${way.source}`),
  );

test('the demo sets the status of no lot', () => {
  const files = projectFiles(['server/demo'], ['.ts']);
  expect(files.size).toBeGreaterThan(40);
  expect(problemsOf(files)).toEqual([]);
});

test.each([
  `await demo.lots.move(lotId, 'pay');`,
  `.set({ status: stateAfter(LOT, 'pay') })`,
  `db.updateTable('lot').set({ status: 7 })`,
  'sql`update lot set status = 7`',
  `db.insertInto('lot').values(row)`,
])('a demo with %s is caught', (planted) => {
  expect(problemsOf(new Map([['server/demo/planted.ts', planted]]))).toHaveLength(1);
});
