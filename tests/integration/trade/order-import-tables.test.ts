import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  csvOf,
  goodRow,
  startOrderImportsApp,
  type OrderImportsApp,
} from '../../fixtures/order-imports-app.ts';
import { encoded } from '../../fixtures/statement-files.ts';
import { workbook, type Cell } from '../../fixtures/workbooks.ts';

let fixture: OrderImportsApp;
beforeAll(async () => {
  fixture = await startOrderImportsApp();
});
afterAll(() => fixture.close());

const table = (...rows: Record<string, string>[]): string => csvOf(rows);
const reasons = async (id: number) =>
  (await fixture.rows(id)).map(({ line, state, problems }) => [
    line,
    state,
    problems.map(({ problem }) => problem).join(),
  ]);
const fieldsOf = async (id: number) =>
  (
    await fixture.query<{ number: string; fields: any }>(
      'select number, fields from order_import_row where import_id = $1 order by line',
      [id],
    )
  ).map(({ number, fields }) => ({ number, ...fields }));
const sheetOfRows = (rows: readonly Record<string, Cell>[]): Cell[][] => {
  const heads = Object.keys(rows[0]!);
  return [heads, ...rows.map((row) => heads.map((head) => row[head] ?? ''))];
};

describe('a file of lots as spreadsheets save it', () => {
  const A = goodRow('A-101');
  test.each([
    [
      'sep=, empty rows and notes below',
      `sep=;\r\n${table(A)}${';'.repeat(8)}\r\nJami;;5\r\nRahbar: Aliyev A.;\r\n`,
    ],
    ['a last sign on each row', table(A).replaceAll('\r\n', ';\r\n').replace(';\r\n', '\r\n')],
    ['a number that is marked as a text', table({ ...A, number: '="A-101"' })],
    ['bars', csvOf([A], '|')],
    [
      'marks of direction',
      table({
        ...A,
        number: '\u202AA\u2011101\u202C',
        region: '\u200E1726',
        start_price: '\u202A5 000 000,50\u202C',
      }),
    ],
    ['a count of rows under no head', table({ '': '0', ...A })],
    ['a count of rows under a sign', table({ '#': '1', ...A })],
    ['a number under a sign', table(A).replace('number;', '№;')],
    [
      'heads in Uzbek Cyrillic',
      table(A).replace('start_price', 'Бошланғич нарх, сўм').replace('number;', 'ЛОТ РАҚАМИ;'),
    ],
  ])('is read with %s', async (_, text) => {
    const { id, state, problem } = await fixture.read(await fixture.organisation(), text);
    expect([state, problem, fixture.problems]).toEqual(['ready', null, []]);
    expect((await reasons(id)).map(([, ...what]) => what)).toEqual([['ready', '']]);
    expect(await fieldsOf(id)).toMatchObject([
      { number: 'A-101', startPriceTiyin: 5_000_000_50, regionId: 1726 },
    ]);
  });

  test('is read as a workbook with numbers, days and percents', async () => {
    const { opens_at: _, closes_at: __, ...row } = goodRow('X-1');
    const day = (text: string): number =>
      (Date.parse(`${text.slice(6, 10)}-${text.slice(3, 5)}-${text.slice(0, 2)}T10:00:00Z`) -
        Date.UTC(1899, 11, 30)) /
      86_400_000;
    const dated = (text: string): Cell => ({ xml: `<c s="1"><v>${day(text)}</v></c>` });
    const german = (iso: string) => iso.slice(0, 10).split('-').toReversed().join('.');
    const given = {
      ...row,
      number: 101,
      start_price: 5000000.5,
      latitude: 41.3,
      region: 1726,
      phone: 998901234567,
      opens_at: dated(german(goodRow('x').opens_at!)),
      closes_at: dated(german(goodRow('x').closes_at!)),
      deposit_percent: { xml: '<c s="2"><v>0.1</v></c>' },
    };
    const bytes = workbook(sheetOfRows([given]), { formats: ['dd.mm.yyyy hh:mm', '0%'] });
    const { id } = await fixture.read(await fixture.organisation('known'), bytes);
    expect(await reasons(id)).toEqual([[2, 'ready', '']]);
    expect(await fieldsOf(id)).toMatchObject([
      {
        number: '101',
        startPriceTiyin: 5_000_000_50,
        latitude: 41.3,
        phone: '+998901234567',
        choices: {
          depositPercent: 10,
          opensAtMs: Date.parse(`${goodRow('x').opens_at!.replace(' ', 'T')}:00+05:00`),
        },
      },
    ]);
  });

  test('is read in the letters of its encoding, and refused where they cannot be recognised', async () => {
    const text = table(
      goodRow('K-1', { title: 'Насосы центробежные бывшие в употреблении, склад в Чирчике' }),
    ).replaceAll('ʻ', '');
    for (const encoding of ['windows-1251', 'ibm866', 'koi8-r'] as const) {
      const { id } = await fixture.read(await fixture.organisation(), Buffer.from(encoded(text, encoding)));
      expect((await fixture.rows(id)).map(({ title }) => title)).toEqual([
        'Насосы центробежные бывшие в употреблении, склад в Чирчике',
      ]);
    }
    const bytes = Buffer.from(table(goodRow('K-2', { title: 'Q' })).replaceAll('ʻ', ''), 'latin1');
    bytes[bytes.lastIndexOf('Q')] = 0x8e;
    expect((await fixture.read(await fixture.organisation(), bytes)).problem).toMatchObject({
      problem: 'encoding',
    });
    const old = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    expect((await fixture.read(await fixture.organisation(), old)).problem).toMatchObject({
      problem: 'old-workbook',
    });
    const torn = workbook([['number']]).subarray(0, 60);
    expect((await fixture.read(await fixture.organisation(), torn)).problem).toMatchObject({
      problem: 'workbook',
    });
  });
});

test('words are known in every spelling, and days to pay follow the rules of the row', async () => {
  const price = { estimated_price: '9000000', quantity: '1' };
  const { id } = await fixture.read(
    await fixture.organisation('known'),
    table(
      goodRow('W-1', {
        ...price,
        below_estimate: 'yo‘q',
        stay_days: 'сотилгунча',
        phone: '\u202A998 90 123\u201145\u201167\u202C',
      }),
      goodRow('W-2', { ...price, below_estimate: 'ИСТИНА', latitude: '41,311081', longitude: '69,240562' }),
      goodRow('W-3', {
        ...price,
        latitude: '41,311081, 69,240562',
        longitude: '',
        payment_days: '3',
        title: 'O´g´il bolalar № 5 maktabi „Savdo“',
      }),
    ),
  );
  expect(await reasons(id)).toEqual([
    [2, 'ready', ''],
    [3, 'ready', ''],
    [4, 'ready', ''],
  ]);
  const point = { latitude: 41.311081, longitude: 69.240562 };
  expect(await fieldsOf(id)).toMatchObject([
    { belowEstimateAllowed: false, stayDays: 'until-sold', phone: '+998901234567', paymentWorkingDays: 10 },
    { belowEstimateAllowed: true, ...point },
    { ...point, paymentWorkingDays: 3 },
  ]);
});

test('what can be read in two ways is refused at its column', async () => {
  const { id } = await fixture.read(
    await fixture.organisation(),
    table(
      goodRow('D-1', { quantity: '1,250' }),
      goodRow('D-2', { start_price: '1,250' }),
      goodRow('D-3', { latitude: '41,31', longitude: '' }),
      goodRow('D-4', { category: '—' }),
    ),
  );
  const named = (await fixture.rows(id)).map(({ problems }) =>
    problems.map(({ column, problem }) => `${column}:${problem}`),
  );
  expect(named[0]).toEqual(['quantity:not-a-number']);
  expect(named[1]).toEqual(['start_price:not-a-sum']);
  expect(named[2]).toContain('latitude:not-coordinates');
  expect(named[3]).toContain('category:unknown-choice');
});

describe('the refused rows of a file', () => {
  const file = async (id: number) =>
    (await fixture.call('GET', `/${id}/refused-rows`)).body as { fileName: string; csv: string };

  test('are given back with their reasons, and are read when they are mended', async () => {
    const personId = await fixture.organisation();
    const made = await fixture.read(
      personId,
      table(
        goodRow('R-1'),
        goodRow('R-2', { start_price: 'besh' }),
        goodRow('R-3', { title: '=HYPERLINK("x")', address: 'A; "B"', start_price: 'olti' }),
      ) + 'R-4;bitta;ikki\r\nR-5;"ochiq\r\n',
    );
    expect(made.counts).toMatchObject({ ready: 1, refused: 4 });
    const { fileName, csv } = await file(made.id);
    expect(fileName).toBe('lots-refused.csv');
    expect(csv.split('\r\n')[0]).toMatch(/^\uFEFFnumber;.*;refusal_reason$/);
    expect(csv).toContain('3: start_price: ');
    // No cell of it is a formula.
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv).not.toContain('R-1');

    // As it is, it is refused for the same reasons; nothing of it is cut off in silence.
    const again = await fixture.read(personId, csv);
    expect(again.counts).toMatchObject({ ready: 0, refused: 4 });
    expect((await file(again.id)).csv.split('\r\n')[0]).toBe(csv.split('\r\n')[0]);
    const mended = await fixture.read(
      personId,
      csv.replace('besh', '5 000 000').replace('olti', '6 000 000'),
    );
    expect(mended.counts).toMatchObject({ ready: 2, refused: 2 });
    const rows = await fieldsOf(mended.id);
    expect(rows[1]).toMatchObject({ title: { uz: '=HYPERLINK("x")' }, address: { uz: 'A; "B"' } });
  });

  test('keep the cells that are more than their heads, and letters that cannot be stored', async () => {
    const personId = await fixture.organisation();
    const text = table(goodRow('M-1')).replace(/\r\n$/, ';ortiqcha\r\n') + 'M-2;\u0000;x\r\n';
    const { id, counts } = await fixture.read(personId, text);
    expect([counts.refused, fixture.problems]).toEqual([2, []]);
    const { csv } = await file(id);
    expect(csv).toContain(';ortiqcha');
    expect((await fixture.read(personId, csv)).counts).toMatchObject({ ready: 0, refused: 2 });
  });

  test('are no more than the rows that became no orders', async () => {
    const personId = await fixture.organisation();
    const made = await fixture.whole(personId, table(goodRow('O-1'), goodRow('O-2', { start_price: 'x' })));
    expect(made.state).toBe('done');
    const cells = await fixture.query(
      'select number, cells is null as gone from order_import_row where import_id = $1 order by line',
      [made.id],
    );
    expect(cells).toEqual([
      { number: 'O-1', gone: true },
      { number: 'O-2', gone: false },
    ]);
    expect((await file(made.id)).csv).toContain('O-2');
    expect((await fixture.call('GET', '/999999/refused-rows')).status).toBe(404);
  });
});

test('a sample of an emoji at its limit does not stop an import', async () => {
  const row = { ...goodRow('E-1'), Izoh: `${'a'.repeat(59)}😀` };
  const made = await fixture.read(await fixture.organisation(), table(row));
  expect([made.state, fixture.problems]).toEqual(['unmapped', []]);
});
