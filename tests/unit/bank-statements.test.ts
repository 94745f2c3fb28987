import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keysOf } from '#server/domains/money/bank-statements/line-keys.ts';
import { readDay, readMoney } from '#server/platform/tables/index.ts';
import { parseStatement } from '#server/domains/money/bank-statements/parse/parse-statement.ts';
import type { ParsedFile, ParsedLine } from '#server/domains/money/bank-statements/parse/parsed-statement.ts';
import { settlementsNamed, stirIn } from '#server/domains/money/bank-statements/parse/purpose.ts';
import {
  differencesOf,
  unexplainedDebits,
} from '#server/domains/money/bank-statements/statement-differences.ts';
import { STATEMENT_LIMITS, type Difference } from '#shared/api/console/bank-statements.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import {
  csvStatement,
  mt940Statement,
  OWN_ACCOUNT,
  utf16,
  windows1251,
  type StatementLineGiven,
} from '../fixtures/statement-files.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
async function parsed(given: string | Uint8Array): Promise<ParsedFile> {
  const file = await parseStatement(typeof given === 'string' ? bytesOf(given) : given);
  if (typeof file === 'string') throw new Error(file);
  return file;
}
const differences = (file: ParsedFile, previousTiyin: number | null = null): Difference[] =>
  file.statements.flatMap((statement, at) =>
    differencesOf(statement, {
      hasBalances: file.format === 'mt940',
      ownAccount: OWN_ACCOUNT,
      previousTiyin,
      sameReference: [],
      contrary: [],
      contradictedDays: null,
      knownSum: [],
      unexplainedDebits: [],
      refused: at === 0 ? file.refused : [],
    }).map(({ kind }) => kind),
  );

const LINES: StatementLineGiven[] = [
  {
    day: '23.11.2026',
    valueDay: '22.11.2026',
    document: '17',
    credit: '5 000 000,00',
    stir: '301234567',
    purpose: 'Savdo S-17, lot 5: "Cobalt"; oq',
  },
  { day: '23.11.2026', document: '18', debit: '250000,50', purpose: 'Toʻlov\n2-qator' },
];
const BALANCED = { opening: '1 000 000,00', closing: '5 749 999,50', period: '23.11.2026 - 23.11.2026' };

describe('a sum', () => {
  test.each([
    ['1 234 567,89', 123_456_789],
    ['1\u00A0234\u202F567.8', 123_456_780],
    ['1,234,567.89', 123_456_789],
    ['1.234.567,89', 123_456_789],
    ["1'234", 123_400],
    ['1,234,567', 123_456_700],
    ['-12,50', -1_250],
    ['0', 0],
  ])('%s is read', (text, tiyin) => expect(readMoney(text)).toBe(tiyin));

  test.each([
    '1,234',
    '1.234',
    '12,3456',
    '1,23,456',
    '1,234.567,89',
    '1e5',
    '',
    'x',
    '12 сум 5',
    '99999999999999999,00',
    '1..2',
    '--5',
  ])('"%s" is refused', (text) => expect(readMoney(text)).toBeNull());
});

test.each([
  ['23.11.2026', '2026-11-23'],
  ['3/1/26 10:15', '2026-01-03'],
  ['2026-11-23T09:00:00', '2026-11-23'],
  ['31.02.2026', null],
  ['23.11-2026', null],
  ['tomorrow', null],
])('the day %s is read as %s', (text, day) => expect(readDay(text)).toBe(day));

test('a purpose names its settlement, also in Cyrillic; words and other numbers do not', () => {
  expect(settlementsNamed('Savdo S-17, lot 5: Cobalt')).toEqual([17]);
  expect(settlementsNamed('САВДО С-17 лот 5, S-18')).toEqual([17, 18]);
  expect(settlementsNamed('Contract US-17, S17, MAS-4')).toEqual([]);
  expect(stirIn('Namuna MCHJ, ИНН: 301234567')).toBe('301234567');
  expect(stirIn('ИНН 3012345678')).toBeNull();
});

describe('a CSV', () => {
  test.each([
    ['UTF-8', bytesOf],
    ['UTF-8 with a mark', (text: string) => bytesOf(`\uFEFF${text}`)],
    ['UTF-16', utf16],
    ['UTF-16 without a mark', (text: string) => utf16(text).slice(2)],
    ['Windows-1251', (text: string) => windows1251(text.replaceAll('ʻ', ''))],
  ])('in %s is read, every line of it', async (_, encode) => {
    const file = await parsed(encode(csvStatement(LINES, BALANCED)));
    expect(file.refused).toEqual([]);
    expect(differences(file)).toEqual([]);
    expect(file.statements[0]).toMatchObject({
      account: OWN_ACCOUNT,
      fromDay: '2026-11-23',
      toDay: '2026-11-23',
    });
    expect(file.statements[0]!.lines).toMatchObject([
      {
        row: 7,
        bookedOn: '2026-11-23',
        valueOn: '2026-11-22',
        side: 'credit',
        amountTiyin: 500_000_000,
        document: '17',
        partyStir: '301234567',
        purpose: 'Savdo S-17, lot 5: "Cobalt"; oq',
      },
      { row: 8, side: 'debit', amountTiyin: 25_000_050 },
    ]);
  });

  test.each([
    ['\t', 'Sana\tTuri\tSumma\tToʻlov maqsadi', '23.11.2026\tkirim\t1 000,00\tSavdo'],
    [',', 'Date,Direction,Amount,Payment details', '2026-11-23,credit,1000.00,Savdo'],
    [';', 'Дата;Сумма;Назначение', '23.11.2026;1000,00;Savdo'],
  ])('with cells separated by %j and other names is read', async (_, head, row) => {
    const file = await parsed(`${head}\n${row}\n`);
    expect(file.statements[0]!.lines).toMatchObject([
      { side: 'credit', amountTiyin: 100_000, purpose: 'Savdo' },
    ]);
    expect(differences(file)).toEqual(['no-account', 'no-balance']);
  });

  test('names each row that it refuses with its reason', async () => {
    const rows = [
      ['23.11.2026;;;1,234;x', 'amount'],
      ['30.02.2026;;;10,00;x', 'date'],
      ['23.11.2026;;5,00;10,00;x', 'two-sums'],
      ['23.11.2026;;;10,00', 'columns'],
      ['23.11.2026;;;10,00;"x', 'quote'],
      ['23.11.2026;;;10,00;\u0000x', 'damaged'],
      ['23.11.2026;;;;x', 'amount'],
    ] as const;
    const head = 'Дата;Номер;Дебет;Кредит;Назначение';
    const file = await parsed([head, ...rows.map(([row]) => row), '23.11.2026;1;;1,00;good', ''].join('\n'));
    expect(file.refused.map(({ row, reason }) => [row, reason])).toEqual(
      rows.map(([, reason], at) => [at + 2, reason]),
    );
    expect(file.statements[0]!.lines).toMatchObject([{ row: 9, amountTiyin: 100 }]);
    expect(differences(file)).toContain('refused-rows');
  });

  test('cut off within a last sum that nothing checks refuses it', async () => {
    const file = await parsed('Дата;Назначение;Сумма\n23.11.2026;a;10,00\n23.11.2026;b;1000');
    expect(file.statements[0]!.lines).toHaveLength(1);
    expect(file.refused).toMatchObject([{ row: 3, reason: 'unfinished' }]);
  });

  test('whose stated sums differ from its lines says so', async () => {
    const tail = 'Итого;;;250000,50;5000000,01;;;;;';
    const wrong = await parsed(csvStatement(LINES, { tail }));
    expect(differences(wrong)).toEqual(['totals']);
    expect(differences(await parsed(csvStatement(LINES, { ...BALANCED, closing: '1,00' })))).toEqual([
      'balance',
    ]);
    expect(differences(await parsed(csvStatement(LINES, { opening: '1,00' })))).toEqual(['half-a-balance']);
    expect(
      differences(await parsed(csvStatement(LINES, { ...BALANCED, account: '20208000900000000009' }))),
    ).toEqual(['foreign-account']);
    expect(differences(await parsed(csvStatement(LINES, BALANCED)), 99)).toEqual(['gap']);
  });

  test('that is no statement, empty or too large is refused as a whole', async () => {
    expect(await parseStatement(new Uint8Array())).toBe('empty');
    expect(await parseStatement(bytesOf('a;b;c\n1;2;3'))).toBe('no-statement');
    expect(await parseStatement(new Uint8Array(STATEMENT_LIMITS.fileBytes + 1))).toBe('too-large');
    const many = `Дата;Сумма;Назначение\n${'23.11.2026;1,00;x\n'.repeat(STATEMENT_LIMITS.lines + 1)}`;
    expect(await parseStatement(bytesOf(many))).toBe('too-many-lines');
  });
});

describe('MT940', () => {
  test('is read with its references, value dates, reversals and texts', async () => {
    const file = await parsed(mt940Statement());
    expect(file).toMatchObject({ format: 'mt940', refused: [] });
    expect(differences(file)).toEqual([]);
    expect(file.statements[0]).toMatchObject({ number: '327/1', currency: 'UZS', toDay: '2026-11-23' });
    expect(file.statements[0]!.lines).toMatchObject([
      {
        side: 'credit',
        amountTiyin: 500_000_000,
        reference: 'BANK0001',
        document: '17',
        purpose: 'Savdo S-17, lot 5: Chevrolet Cobalt',
        partyStir: '301234567',
        partyMfo: '00444',
        partyAccount: '20208000900123456001',
        partyName: 'Namuna xaridor MCHJ STIR 301234567',
      },
      {
        side: 'debit',
        amountTiyin: 25_000_050,
        bookedOn: '2026-11-23',
        valueOn: '2026-11-21',
        partyName: 'Sotuvchi Namuna',
        purpose: 'Payout 3',
      },
      { side: 'debit', amountTiyin: 100_00, document: null, reference: 'BANK0003' },
    ]);
  });

  test('without its end or with an unknown field is at odds with itself', async () => {
    const text = mt940Statement();
    expect(differences(await parsed(text.slice(0, text.indexOf(':62F:'))))).toContain('half-a-balance');
    expect(differences(await parsed(mt940Statement({ closing: '1,00' })))).toEqual(['balance']);
    const broken = await parsed(text.replace(':61:2611231123C', ':61:2611231123X'));
    expect(broken.refused).toMatchObject([{ reason: 'field' }]);
    expect(differences(broken)).toEqual(['balance', 'refused-rows']);
  });
});

test('a line has the same key in another file; equal payments of a day are two', async () => {
  const twice = [LINES[0]!, LINES[1]!, LINES[0]!];
  const keys = keysOf(OWN_ACCOUNT, (await parsed(csvStatement(twice))).statements[0]!.lines);
  expect(new Set(keys).size).toBe(3);
  const part = keysOf(OWN_ACCOUNT, (await parsed(utf16(csvStatement([LINES[0]!])))).statements[0]!.lines);
  expect(keys[0]).toBe(part[0]);
});

/** What is damaged is refused, forbidden, or has all sums as they were; nothing is thrown, no line is missing without a word. */
describe('a damaged file', () => {
  const day = { day: '23.11.2026' };
  const many = Array.from({ length: 12 }, (_, at) => ({ ...LINES[at % 2]!, ...day, document: String(at) }));
  const csv = csvStatement(many, { opening: '1 000 000,00', closing: '29 499 997,00' });
  const sums = (file: ParsedFile) =>
    file.statements
      .flatMap(({ lines }) => lines.map(({ side, amountTiyin }) => `${side} ${amountTiyin}`))
      .toSorted();
  const FORBIDDING: Difference[] = [
    'foreign-account',
    'foreign-currency',
    'balance',
    'half-a-balance',
    'totals',
  ];

  async function isSafe(bytes: Uint8Array, whole: string[]): Promise<void> {
    const file = await parseStatement(bytes);
    if (typeof file === 'string') return;
    if (differences(file).some((kind) => FORBIDDING.includes(kind))) return;
    // Without balances, staff have to give a reason: only rows that are not whole may be missing then.
    expect(sums(file)).toEqual(whole);
  }
  const runs = { seed: 71, numRuns: COMPLETE ? 3_000 : 250 };

  test.each([
    ['CSV in UTF-8', bytesOf(csv)],
    ['CSV in Windows-1251', windows1251(csv.replaceAll('ʻ', ''))],
    ['CSV in UTF-16', utf16(csv)],
    ['MT940', bytesOf(mt940Statement())],
  ])('%s, cut off or with a byte changed, brings no wrong sum', async (_, bytes) => {
    const whole = sums(await parsed(bytes));
    expect(whole.length).toBeGreaterThan(2);
    await isSafe(bytes, whole);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (at, change, cut) => {
          const damaged = cut ? bytes.slice(0, at) : Uint8Array.from(bytes);
          if (!cut) damaged[at]! ^= change;
          await isSafe(damaged, whole);
        },
      ),
      runs,
    );
  });

  test('of any bytes at all is read or refused, never thrown', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        await parseStatement(bytes);
        await parseStatement(Buffer.concat([bytesOf(csv), bytes]));
        await parseStatement(Buffer.concat([bytesOf(mt940Statement()), bytes]));
      }),
      { ...runs, numRuns: 60 },
    );
  });
});

describe('debits that nothing explains', () => {
  const line = (side: ParsedLine['side'], amountTiyin: number, named: number[] = []) => ({
    line: { side, amountTiyin } as ParsedLine,
    named,
  });
  const left = (fresh: ReturnType<typeof line>[], sent: number[]): number[] =>
    unexplainedDebits(fresh, sent).map(({ amountTiyin }) => amountTiyin);

  test('are named where they are together as large as a credit that names a sale', () => {
    expect(left([line('credit', 100, [7]), line('debit', 60), line('debit', 40)], [])).toEqual([60, 40]);
    expect(left([line('credit', 101, [7]), line('debit', 60), line('debit', 40)], [])).toEqual([]);
    expect(left([line('credit', 100), line('debit', 100)], [])).toEqual([]);
  });

  test('are those alone that no payout or refund at the bank explains, each of which explains one', () => {
    expect(left([line('credit', 50, [7]), line('debit', 60), line('debit', 60)], [60])).toEqual([60]);
    expect(left([line('credit', 50, [7]), line('debit', 60), line('debit', 60)], [60, 60])).toEqual([]);
  });
});
