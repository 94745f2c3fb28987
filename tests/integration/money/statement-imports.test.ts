import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import {
  camtStatement,
  csvStatement,
  mt940Statement,
  oneCStatement,
} from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

let database: TestDatabase;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => {
  bank = statementLines(database, soldLots(database));
});
afterAll(() => database.close());

let documents = 0;
const transfer = (amountTiyin: number) => ({
  day: bankDay(),
  document: `T-${(documents += 1)}`,
  credit: uzs(amountTiyin),
});

test('an import gives rows that are refused back as a file that is read when they are mended', async () => {
  const file = csvStatement([
    transfer(100),
    { ...transfer(0), credit: '1,234' },
    { ...transfer(300), day: bankDay(4) },
  ]);
  const refused = await bank.imports.refusedRows(
    new TextEncoder().encode(file),
    null,
    (reason) => `<${reason}>`,
  );
  if (typeof refused === 'string') throw new Error(refused);
  expect(refused.csv).toContain('<amount>');
  expect(refused.csv).toContain('<future>');
  const mended = refused.csv.replace('1,234', '2,00').replaceAll(bankDay(4), bankDay());
  expect(await bank.take(mended)).toMatchObject({ outcome: 'done', added: 2, refused: 0 });
});

const HALF_A_LETTER = `${'x'.repeat(119)}\u{1F4B0}`;
test.each([
  ['a row has it', () => csvStatement([{ ...transfer(100), purpose: 'Savdo\0' }])],
  ['it is in a row after the lines', () => csvStatement([transfer(100)], { tail: 'x\0;;;;;' })],
  ['the number of the statement has it', () => mt940Statement().replace('327/1', '327\0/1')],
  [
    'a letter is cut in two where a row is cut off',
    () => csvStatement([transfer(100)], { tail: HALF_A_LETTER }),
  ],
])('a file with what the database does not store is taken over, where %s', async (_where, text) => {
  expect(await bank.take(text())).toMatchObject({ outcome: 'done' });
});

test.each([
  ['1c', () => oneCStatement(bankDay())],
  ['camt053', () => camtStatement(bankDay().split('.').toReversed().join('-'))],
])('a statement of the format %s is stored with its line', async (format, text) => {
  const done = await bank.take(text());
  expect(done).toMatchObject({ outcome: 'done', added: 1, refused: 0 });
  const { items } = await bank.lines.statements({ page: 1, size: 100 });
  expect(items.find(({ id }) => 'statementIds' in done && id === done.statementIds[0])?.format).toBe(format);
});
