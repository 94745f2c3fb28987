import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import {
  readCount,
  readDecimal,
  readInstant,
  readPercent,
  readYesOrNo,
  withoutNotes,
  type TableRow,
} from '#server/platform/tables/index.ts';
import { parsePlace } from '#shared/validation/coordinates.ts';

test.each([
  ['1 250,5', 1250.5],
  ['1\u00A0250\u202F000', 1_250_000],
  ["1'250'000.5", 1_250_000.5],
  ['1,250,000', 1_250_000],
  ['1.250.000,50', 1_250_000.5],
  ['\u202A12\u202C', 12],
  ['−3', -3],
  ['0,125', 0.125],
  ['1,250', null],
  ['1.250', null],
  ['1 25', null],
  ['12 5000', null],
  ['1e9', null],
  ['', null],
  ['12 kun', null],
])('%s is the number %s', (text, value) => expect(readDecimal(text)).toBe(value));

test('counts and percents are read as numbers, and others are none', () => {
  expect(['12', '1 000', '1,000', '1.5', '0', '-1', '1001'].map((text) => readCount(text, 1_000))).toEqual([
    12,
    1_000,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(['12,5 %', '12.5%', '20', '%', 'x%'].map(readPercent)).toEqual([12.5, 12.5, 20, null, null]);
});

test('an instant has a day that exists and a time, with seconds or without', () => {
  const at = Date.parse('2026-12-31T10:00:00+05:00');
  for (const text of ['31.12.2026 10:00', '2026-12-31T10:00:30', '\u200E31.12.26 10:00 '])
    expect(readInstant(text)).toBe(at);
  for (const text of ['31.12.2026', '31.02.2026 10:00', '31.12.2026 24:00', 'ertaga'])
    expect(readInstant(text)).toBeNull();
});

test.each(['ha', 'ҲА', 'Да', 'yes', 'ИСТИНА', 'TRUE', '1', '+'])('%s says yes', (text) =>
  expect(readYesOrNo(text)).toBe(true),
);
test.each(['yoʻq', 'yo‘q', 'yoʼq', 'yo`q', "Yo'q", 'YOQ', 'йўқ', 'нет', 'ЛОЖЬ', 'false', '0', '–'])(
  '%s says no',
  (text) => expect(readYesOrNo(text)).toBe(false),
);
test.each(['', 'balki', '2'])('%s says neither', (text) => expect(readYesOrNo(text)).toBeNull());

describe('a place', () => {
  test.each([
    ['41,311081', '69,240562'],
    ['41.311081', '69.240562'],
    ['41,311081°', '\u202A69,240562\u202C'],
    ['41,311081, 69,240562', ''],
    ['', '41.311081; 69.240562'],
  ])('is read of "%s" and "%s"', (latitude, longitude) =>
    expect(parsePlace(latitude, longitude)).toEqual({ latitude: 41.311081, longitude: 69.240562 }),
  );
  test('has three digits behind its sign, which are no thousands', () =>
    expect(parsePlace('41,311', '69,240')).toEqual({ latitude: 41.311, longitude: 69.24 }));
  test.each([
    ['41,31', ''],
    ['', '69'],
    ['91', '69'],
    ['41', '181'],
    ['shimol', '69'],
  ])('is none in "%s" and "%s"', (latitude, longitude) => expect(parsePlace(latitude, longitude)).toBeNull());
});

describe('a note below a table', () => {
  const row = (cells: string[], fault: TableRow['fault'] = null): TableRow => ({
    line: 1,
    lastLine: 1,
    cells,
    text: cells.join(';'),
    fault,
    readBytes: 0,
  });
  const left = async (...rows: TableRow[]) =>
    (await Array.fromAsync(withoutNotes(Readable.from(rows)))).map(({ cells }) => cells[0]);

  test('names a sum or who signs, and is no row', async () => {
    expect(
      await left(
        row(['A-1', '1', '2']),
        row(['Jami', '', '1 250,50']),
        row(['Директор: Алиев А. А.', '', '']),
        row(['Rahbar:', '', 'Aliyev'], 'unfinished'),
      ),
    ).toEqual(['A-1']);
  });

  test('is a row when it is damaged, when a row follows it, or when it may be one', async () => {
    expect(await left(row(['A-1']), row(['Jami', '', '5'], 'damaged'))).toEqual(['A-1', 'Jami']);
    expect(await left(row(['A-1']), row(['Jami', '', '5']), row(['A-2']))).toEqual(['A-1', 'Jami', 'A-2']);
    const doubtful = [
      row(['A-2', '', '']),
      row(['AB:12']),
      row(['Jami', 'truck', '5']),
      row(['Izoh: a', 'b', 'c']),
    ];
    expect(await left(row(['A-1']), ...doubtful)).toHaveLength(5);
  });
});
