import { describe, expect, test } from 'vitest';
import { parseStatement } from '#server/domains/money/bank-statements/parse/parse-statement.ts';
import type { ParsedFile } from '#server/domains/money/bank-statements/parse/parsed-statement.ts';
import type { FileProblem } from '#shared/api/console/bank-statements.ts';
import { camtStatement, encoded, oneCStatement, OWN_ACCOUNT, utf16 } from '../fixtures/statement-files.ts';

const read = (given: string | Uint8Array): Promise<ParsedFile | FileProblem> =>
  parseStatement(typeof given === 'string' ? Buffer.from(given) : given, { ownAccount: OWN_ACCOUNT });

async function parsed(given: string | Uint8Array): Promise<ParsedFile> {
  const file = await read(given);
  if (typeof file === 'string') throw new Error(file);
  return file;
}
const linesOf = (file: ParsedFile) => file.statements.flatMap(({ lines }) => lines);
const refusalsOf = (file: ParsedFile) => file.refused.map(({ reason }) => reason);

const MOVEMENT = ':61:2611231123C300,00NTRFNONREF//B1\r\n';
const mt940 = (body: string): string =>
  `:20:REF1\r\n:25:${OWN_ACCOUNT}\r\n:28C:1/1\r\n:60F:C261122UZS1000,00\r\n${body}:62F:C261123UZS1300,00\r\n`;

describe('MT940 as banks write it', () => {
  test.each([
    [
      'a line that ends within a word',
      `:86:${'a'.repeat(55)} Savdo S-1\r\n7 lot 5 Cobalt\r\n`,
      /Savdo S-17 lot 5 Cobalt$/,
    ],
    [
      'text that looks like a field',
      ":86:To'lov 23.11.2026 13\r\n:20:05 Savdo S-17\r\n",
      /13\s?:20:05 Savdo S-17$/,
    ],
    [
      'text like a field that is none',
      ":86:To'lov 23.11.2026 13\r\n:15:20 Savdo S-17\r\n",
      /13\s?:15:20 Savdo S-17$/,
    ],
    ['slashes within a purpose', ':86:/EREF/131//REMI/USTD//Savdo S-17 lot 5/\r\n', /Savdo S-17 lot 5/],
    ['a fraction within a purpose', ':86:/REMI/Dogovor 12/26 Savdo S-17/\r\n', /^Dogovor 12\/26 Savdo S-17/],
  ])('with %s is one line with its whole purpose', async (_, text, purpose) => {
    const file = await parsed(mt940(`${MOVEMENT}${text}`));
    expect(file.refused).toEqual([]);
    expect(file.statements).toHaveLength(1);
    expect(linesOf(file)).toMatchObject([{ amountTiyin: 300_00, purpose: expect.stringMatching(purpose) }]);
  });

  test('in several pages is one statement from the first balance to the last', async () => {
    const file = await parsed(
      [
        ':20:R',
        `:25:${OWN_ACCOUNT}`,
        ':28C:1/1',
        ':60F:C261122UZS1000,00',
        ':61:2611231123C100,00NTRFNONREF//B1',
        ':86:Savdo S-17',
        ':62M:C261123UZS1100,00',
        ':28C:1/2',
        ':60M:C261123UZS1100,00',
        ':61:2611231123C200,00NTRFNONREF//B2',
        ':86:Savdo S-18',
        ':62F:C261123UZS1300,00',
        '',
      ].join('\r\n'),
    );
    expect(file.statements).toMatchObject([{ openingTiyin: 1_000_00, closingTiyin: 1_300_00 }]);
    expect(linesOf(file).map(({ amountTiyin }) => amountTiyin)).toEqual([100_00, 200_00]);
  });

  test('with a text above, a short number, spaces for a day and the code of the bank is read', async () => {
    const file = await parsed(
      [
        'Bank X',
        ':20:R',
        `:25:00450/${OWN_ACCOUNT}`,
        ':28:1/1',
        ':60F:C261122UZS1000,00',
        ':61:261123    C300,00NTRFNONREF//B1',
        ':86:Savdo S-17',
        ':62F:C261123UZS1300,00',
        '',
      ].join('\r\n'),
    );
    expect(file.refused).toEqual([]);
    expect(file.statements).toMatchObject([{ account: OWN_ACCOUNT, closingTiyin: 1_300_00 }]);
    expect(linesOf(file)).toMatchObject([{ bookedOn: '2026-11-23', amountTiyin: 300_00 }]);
  });

  test.each(['windows-1251', 'ibm866', 'koi8-r'] as const)(
    'in %s is read in its letters',
    async (encoding) => {
      const file = await parsed(
        encoded(mt940(`${MOVEMENT}:86:100?20Оплата по счёту С-17?32АЛИЕВ АЛИ\r\n`), encoding),
      );
      expect(linesOf(file)).toMatchObject([{ purpose: 'Оплата по счёту С-17', partyName: 'АЛИЕВ АЛИ' }]);
    },
  );
});

const oneC = oneCStatement('23.11.2026');

describe('the exchange format of 1C', () => {
  test.each(['utf-8', 'windows-1251', 'ibm866'] as const)('in %s is read', async (encoding) => {
    const file = await parsed(encoding === 'utf-8' ? oneC : encoded(oneC, encoding));
    expect(file).toMatchObject({ format: '1c', refused: [] });
    expect(file.statements).toMatchObject([
      { account: OWN_ACCOUNT, openingTiyin: 1_000_00, closingTiyin: 1_300_00 },
    ]);
    expect(linesOf(file)).toMatchObject([
      { side: 'credit', amountTiyin: 300_00, bookedOn: '2026-11-23', document: '17', partyName: 'АЛИЕВ АЛИ' },
    ]);
  });

  test('cut off within a document brings no line of it', async () => {
    const file = await read(oneC.slice(0, oneC.indexOf('НазначениеПлатежа')));
    expect(typeof file === 'string' ? [] : linesOf(file)).toEqual([]);
  });
});

const camt = (sum?: string) => camtStatement('2026-11-23', sum);

describe('camt.053', () => {
  test('is read with its balances and both days', async () => {
    const file = await parsed(camt());
    expect(file).toMatchObject({ format: 'camt053', refused: [] });
    expect(file.statements).toMatchObject([
      { account: OWN_ACCOUNT, openingTiyin: 1_000_00, closingTiyin: 1_300_00 },
    ]);
    expect(linesOf(file)).toMatchObject([
      { bookedOn: '2026-11-23', valueOn: '2026-11-23', amountTiyin: 300_00, purpose: 'Savdo S-17' },
    ]);
  });

  test('with a sum that is none refuses its entry', async () => {
    const file = await parsed(camt('3e2'));
    expect(linesOf(file)).toEqual([]);
    expect(refusalsOf(file)).toEqual(['amount']);
  });
});

const HEAD = 'Дата;Номер документа;Дебет;Кредит;Назначение платежа';
const table = (...rows: string[]): string => `${[HEAD, ...rows].join('\n')}\n`;

describe('a table', () => {
  test('refuses lines of days to come, in each format', async () => {
    for (const text of [
      table('24.11.2026;17;;5,00;a', '25.11.2026;18;;6,00;b'),
      oneCStatement('25.11.2026'),
    ]) {
      const file = await parseStatement(Buffer.from(text), { ownAccount: OWN_ACCOUNT, today: '2026-11-24' });
      if (typeof file === 'string') throw new Error(file);
      expect(refusalsOf(file)).toEqual(['future']);
    }
  });

  test('with the day of the document before that of the booking has the latter, in either order', async () => {
    const heads = ['Дата документа', 'Дата проводки'];
    const days = ['20.11.2026', '25.11.2026'];
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const file = await parsed(
        `${order.map((at) => heads[at]).join(';')};Номер документа;Дебет;Кредит;Назначение платежа\n` +
          `${order.map((at) => days[at]).join(';')};17;;5 000,00;Savdo S-17\n`,
      );
      expect(linesOf(file)).toMatchObject([{ bookedOn: '2026-11-25', valueOn: '2026-11-25' }]);
    }
  });

  test.each(["so'm", 'so‘m', 'soʼm', 'soʻm', 'so´m', 'сўм', 'сум', 'UZS'])('has sums in %s', async (word) => {
    expect(linesOf(await parsed(table(`20.11.2026;17;;5 000,00 ${word};Savdo S-17`)))).toMatchObject([
      { amountTiyin: 5_000_00 },
    ]);
  });

  test('has heads in Uzbek Cyrillic', async () => {
    const file = await parsed(
      'Сана;Ҳужжат рақами;Дебет;Кредит;Тўлов мақсади\n20.11.2026;17;;5 000,00;Savdo S-17\n',
    );
    expect(linesOf(file)).toMatchObject([{ document: '17', amountTiyin: 5_000_00, purpose: 'Savdo S-17' }]);
  });

  test('has what spreadsheets add: a last separator, ="017", sep=, empty rows and a footer', async () => {
    const file = await parsed(
      `sep=;\n${table('20.11.2026;="017";;5 000,00;Savdo S-17;', ';;;;', 'Руководитель: Алиев;;;;', ';;;;')}`,
    );
    expect(file.refused).toEqual([]);
    expect(linesOf(file)).toMatchObject([{ document: '017', purpose: 'Savdo S-17' }]);
  });

  test('has sums with marks of direction and thousands, and asks for those of two readings', async () => {
    const file = await parsed(
      table(
        '20.11.2026;17;;"1,250,000";a',
        '20.11.2026;18;;"1,250";b',
        '20.11.2026;19;;"\u202A1000\u202C";c',
        '20.11.2026;20;;"1.250.000,50";d',
      ),
    );
    expect(linesOf(file).map(({ amountTiyin }) => amountTiyin)).toEqual([
      1_250_000_00, 1_000_00, 1_250_000_50,
    ]);
    expect(refusalsOf(file)).toEqual(['amount']);
  });

  test('with two heads of one name refuses the rows in which they differ', async () => {
    const file = await parsed(
      'Дата;Номер документа;Дебет;Кредит;Кредит;Назначение платежа\n20.11.2026;17;;5,00;7,00;Savdo S-17\n',
    );
    expect(linesOf(file)).toEqual([]);
    expect(refusalsOf(file)).toEqual(['two-columns']);
  });

  test('under Latin heads is read in the letters of its encoding', async () => {
    const text =
      'Date;Number;Debit;Credit;Payment details\n20.11.2026;17;;5000,00;Оплата по договору за автомобиль\n';
    for (const encoding of ['windows-1251', 'ibm866', 'koi8-r'] as const)
      expect(linesOf(await parsed(encoded(text, encoding)))).toMatchObject([
        { purpose: 'Оплата по договору за автомобиль' },
      ]);
  });

  test('in UTF-16 of either order is read', async () => {
    const little = utf16(table('20.11.2026;17;;5 000,00;Оплата'));
    for (const bytes of [little, Buffer.from(little).swap16()])
      expect(linesOf(await parsed(bytes))).toMatchObject([{ purpose: 'Оплата', amountTiyin: 5_000_00 }]);
  });

  test('whose letters may be those of several encodings is refused, and read in the one that is named', async () => {
    const bytes = encoded('Date;Number;Debit;Credit;Payment details\n20.11.2026;17;;5000,00;ЖЪ\n', 'ibm866');
    expect(await read(bytes)).toBe('encoding');
    const named = await parseStatement(bytes, { ownAccount: OWN_ACCOUNT, encoding: 'ibm866' });
    expect(typeof named === 'string' ? named : linesOf(named)).toMatchObject([{ purpose: 'ЖЪ' }]);
  });
});
