import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
} from '#server/domains/trade/lots/index.ts';
import { runImportLotsCommand } from '#server/domains/trade/lots/import/import-command.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { LotCard, LotListQuery } from '#shared/api/site/lots.ts';
import { GOOD, lotTables, type LotTables } from '../../fixtures/lot-tables.ts';
import { recordedData } from '../../fixtures/recorded-data.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let tables: LotTables;
const START = '2040-03-05T10:00:00+05:00';

beforeAll(async () => {
  database = await testDatabase();
  tables = await lotTables();
});
afterAll(async () => {
  await tables.remove();
  await database.close();
});
beforeEach(() => database.pool.query('delete from lot'));

const deps = (installed = false) => ({
  installed,
  lots: createLotsRepository(database.db),
  reference: createReferenceService(createReferenceRepository(database.db)),
});
async function run(...args: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const code = await runImportLotsCommand(args, {
    ...deps(),
    out: { line: (text) => lines.push(text), error: (text) => errors.push(text) },
  });
  return { code, lines, errors, report: args.includes('--json') ? JSON.parse(lines.at(-1) ?? 'null') : null };
}
async function list(query: Partial<LotListQuery>): Promise<{ items: LotCard[]; total: number }> {
  const lots = createLotsService({ ...deps(), search: createLotSearchRepository(database.db) });
  const answer = await lots.list({ i: 0, page: 1, size: 12, ...query });
  return JSON.parse(answer.json.toString());
}

describe('a table of lots', () => {
  test('is published by the rule set in force, with its own step, deposit, place and shifted dates', async () => {
    const csv = await tables.file([GOOD, { lot_id: '101', start_time: '02.05.2026 15:30' }]);
    const { code, report } = await run(csv, '--start-at', START, '--json');
    expect([code, report.loaded, report.refused]).toEqual([0, 2, 0]);
    const { items } = await list({ q: 'bosh er uchastka', sort: 'soonest' });
    expect(items[0]).toMatchObject({
      title: {
        uz: 'Boʻsh yer uchastkasi - Y1735215-1119381/026',
        ru: 'Бўш ер участкаси - Y1735215-1119381/026',
        'uz-Cyrl': 'Бўш ер участкаси - Y1735215-1119381/026',
      },
      regionId: 1735,
      areaId: 1735215,
      area: { uz: 'Qoʻngʻirot tumani' },
      ruleSet: 'state-live',
      orderType: 'state',
      startPriceTiyin: 100_055,
      depositTiyin: 25_010,
      depositPercent: 24.99,
      firstStepTiyin: 10_005,
      firstStepPercent: null,
      instalmentMonths: 12,
      opensAtMs: Date.parse(START),
      closesAtMs: Date.parse(START) + 600_000,
      applicationsUntilMs: Date.parse(START) - 3_600_000,
    });
    expect(items[1]?.opensAtMs).toBe(Date.parse('2040-03-07T15:30:00+05:00'));
    const { rows } = await database.pool.query(
      `select outside_id, rules -> 'increment' as step from lot order by id`,
    );
    expect(rows).toEqual([
      { outside_id: 'e-auksion:100', step: { kind: 'fixed', amount: 10_005 } },
      { outside_id: 'e-auksion:101', step: { kind: 'fixed', amount: 10_005 } },
    ]);
    expect((await list({ q: '101' })).items).toHaveLength(1);
  });

  test('may sell equal units at a fixed price, and says what is due first of a price that is paid by parts', async () => {
    const units = { auction_method: 'Belgilangan narx', step_price: '', deposit: '' };
    const header = `${Object.keys(GOOD).join(',')},quantity,first_part_percent,order_end_time`;
    const more = (quantity: string, first: string, ends: string) => ({ quantity, first, ends });
    const until = '30.06.2026 18:00';
    const csv = await tables.file(
      [
        { ...GOOD, ...more('', '', '') },
        { ...units, lot_id: '301', start_price: '150.5', ...more('25', '12.5', until) },
        { ...units, lot_id: '302', installment_months: '', ...more('', '', until) },
        { ...units, lot_id: '303', ...more('0', '100', '30.04.2026 10:00') },
        { ...units, lot_id: '304', installment_months: '', ...more('1000001', '20', '01.05.2027 10:00') },
        { lot_id: '305', installment_months: '121', ...more('two', '0', '') },
        // A thousand of them are worth more than state property may be that is sold without an auction.
        { ...units, lot_id: '306', start_price: '1000000', ...more('1000', '', until) },
      ],
      header,
    );
    const { report } = await run(csv, '--start-at', START, '--json');
    expect(report).toMatchObject({ rows: 7, loaded: 3, refused: 4 });
    expect(report.refusedRows.map((row: { reasons: string[] }) => row.reasons)).toEqual([
      ['first-part', 'quantity', 'end'],
      ['first-part', 'quantity', 'end'],
      ['instalments', 'first-part', 'quantity'],
      ['terms'],
    ]);
    const { rows } = await database.pool.query(
      `select l.outside_id as id, l.status, l.deposit_tiyin::int as deposit, l.instalment_months as months,
         l.first_part_bp as first, s.units, s.on_sale, l.closes_at - l.opens_at = interval '61 days 8 hours' as long
       from lot l left join lot_stock s on s.lot_id = l.id order by l.id`,
    );
    const auction = { units: null, on_sale: null, long: false };
    const sale = { status: 2, deposit: 0, on_sale: true, long: true };
    expect(rows).toEqual([
      { ...auction, id: 'e-auksion:100', status: 1, deposit: 25_010, months: 12, first: 1_000 },
      { ...sale, id: 'e-auksion:301', months: 12, first: 1_250, units: 25 },
      { ...sale, id: 'e-auksion:302', months: null, first: null, units: 1 },
    ]);
    // Months without what is due first would promise what cannot be paid.
    await expect(database.pool.query('update lot set first_part_bp = null')).rejects.toThrow(
      /lot_parts_whole/,
    );
  });

  test('records a lease as one, whose term the table does not state', async () => {
    const csv = await tables.file([
      GOOD,
      {
        lot_id: '200',
        lot_type: 'Buyurtmachilar mulkini ijaraga berish',
        lot_type_specific: 'Buyurtmachilar mulklari',
      },
    ]);
    expect((await run(csv, '--start-at', START, '--json')).report).toMatchObject({ loaded: 2 });
    const { items } = await list({ tenure: 'rent' });
    expect(items.map(({ rent }) => rent)).toEqual([{ months: null }]);
    expect((await list({ tenure: 'ownership' })).items.map(({ rent }) => rent)).toEqual([null]);
    // Only a table may leave the term out.
    await expect(
      database.pool.query(`update lot set outside_id = null where tenure = 'rent'`),
    ).rejects.toThrow(/lot_rent_term/);
  });

  test('loads nothing twice, in one run or in the next', async () => {
    const csv = await tables.file([GOOD, GOOD, { lot_id: '7' }]);
    expect((await run(csv, '--start-at', START, '--json')).report).toMatchObject({
      loaded: 2,
      alreadyThere: 1,
    });
    expect((await run(csv, '--start-at', START, '--json')).report).toMatchObject({
      loaded: 0,
      alreadyThere: 3,
    });
    expect((await list({})).total).toBe(2);
  });

  test('is only looked at in a dry run', async () => {
    const csv = await tables.file([GOOD]);
    const { report, lines } = await run(csv, '--start-at', START, '--dry-run', '--json');
    expect(report).toMatchObject({ rows: 1, loaded: 1 });
    expect(lines.join('\n')).toContain('1 would be loaded');
    expect((await list({})).total).toBe(0);
  });

  test('names every refused row with its line and all its reasons', async () => {
    const csv = await tables.file([
      GOOD,
      { lot_id: '2', is_descending: '1', deposit: '500.28' },
      { lot_id: '3', auction_style: 'Tushirib borish' },
      { lot_id: '4', deposit: '500.27' },
      { lot_id: '5', deposit: '500.28' },
      { lot_id: '6', deposit: '1' },
      { lot_id: '7', start_price: '0' },
      { lot_id: '8', start_price: '1e9' },
      { lot_id: '9', step_price: '-5' },
      { lot_id: '10', start_time: '31.02.2026 10:00' },
      { lot_id: '11', region: 'UZ-XX' },
      { lot_id: '12', lot_type: 'Nomaʼlum', lot_type_specific: 'narsa' },
      { lot_id: 'x; drop table lot', title: ' ' },
      { lot_id: '14', installment_months: '1.5' },
      { lot_id: '15', auction_method: 'Tanlov', auction_type: 'closed' },
      'one,two',
      { lot_id: '17', start_price: '99999999999999999999' },
      { lot_id: '18', title: 'Two\nlines', district: 'Yangi Toshkent shahri' },
    ]);
    const { code, report, lines } = await run(csv, '--start-at', START, '--json');
    expect(code).toBe(0);
    const reasons = Object.fromEntries(
      report.refusedRows.map((row: { line: number; reasons: string[] }) => [row.line, row.reasons.join('+')]),
    );
    expect(reasons).toEqual({
      3: 'descending+deposit-above-half',
      4: 'descending',
      6: 'deposit-above-half',
      7: 'terms',
      8: 'price',
      9: 'price',
      10: 'step',
      11: 'date',
      12: 'region',
      13: 'category',
      14: 'no-number+no-title',
      15: 'instalments',
      16: 'not-an-auction+closed',
      17: 'malformed',
      18: 'price',
    });
    expect(report).toMatchObject({
      rows: 18,
      loaded: 3,
      refused: 15,
      withoutArea: 1,
      refusedByReason: { descending: 2, 'deposit-above-half': 2, price: 3 },
    });
    expect(lines).toContain(
      'line 3, lot 2: descending auctions are not held here; the deposit is above 50 % of the start price',
    );
    expect(lines.join('\n')).toContain('18 rows: 3 loaded, 0 there already, 15 refused');
  });

  test('is not put on trade without a moderator once an installation has traded', async () => {
    const csv = await tables.file([GOOD]);
    const out = { line: () => undefined, error: (text: string) => void said.push(text) };
    const said: string[] = [];
    const installed = () => runImportLotsCommand([csv, '--start-at', START], { ...deps(true), out });
    expect(await installed()).toBe(0);
    await database.pool.query('update lot set order_id = 1');
    expect([await installed(), said]).toEqual([1, [expect.stringContaining('trades already')]]);
    // On a machine of its own, and with a demo, as before.
    expect((await run(csv, '--start-at', START)).code).toBe(0);
  });

  test('needs --start-at where its auctions have begun', async () => {
    const { report } = await run(await tables.file([GOOD]), '--json');
    expect(report).toMatchObject({ loaded: 0, refusedByReason: { past: 1 } });
  });

  test('that is no such table, or no file, is said so', async () => {
    const wrong = await run(await tables.file(['1,2'], 'lot_id,title'));
    expect([wrong.code, wrong.errors[0]]).toEqual([
      1,
      expect.stringContaining('lacks the columns lot_type,'),
    ]);
    expect((await run(path.join(tables.folder, 'nothing.csv'))).code).toBe(1);
    expect((await run(tables.folder)).code).toBe(1);
    const open = await run(await tables.file([`"${'a'.repeat(300_000)}`]), '--start-at', START, '--json');
    expect([open.code, open.report?.loaded ?? 0]).toEqual([expect.any(Number), 0]);
    for (const args of [
      [],
      ['a.csv', 'b.csv'],
      ['a.csv', '--synthetic', '5'],
      ['--synthetic', '0'],
      ['--synthetic', '1e3'],
      ['a.csv', '--start-at', '2040-03-05'],
      ['a.csv', '--start-at', '2001-03-05T10:00:00Z'],
      ['a.csv', '--start-at', '2040-02-31T10:00:00Z'],
      ['a.csv', '--wrong'],
    ])
      expect((await run(...args)).code, args.join(' ')).toBe(2);
  });
});

describe('invented lots', () => {
  test('are the same for the same seed, spread over regions and statuses, and found', async () => {
    const { report } = await run('--synthetic', '600', '--seed', '7', '--json');
    expect(report).toMatchObject({ rows: 600, loaded: 600, refused: 0 });
    expect((await run('--synthetic', '650', '--seed', '7', '--json')).report).toMatchObject({
      loaded: 50,
      alreadyThere: 600,
    });
    const { rows } = await database.pool.query(
      `select count(distinct region_id)::int as regions, count(distinct category_id)::int as categories,
        count(*) filter (where status = 1)::int as coming, count(*) filter (where outcome = 'sold')::int as sold from lot`,
    );
    expect(rows[0].regions).toBe(14);
    expect(rows[0].categories).toBeGreaterThan(12);
    expect(rows[0].coming).toBeGreaterThan(300);
    expect(rows[0].sold).toBeGreaterThan(80);
    const [some] = (await list({})).items;
    const found = await list({ q: some?.title.uz.replaceAll('ʻ', '`') ?? '' });
    expect(found.items.map(({ id }) => id)).toContain(some?.id);
  });
});

const REAL = recordedData('lots/eauksion_lots_2026-04.csv');
describe.skipIf(REAL === null)('the real lots of April 2026 (skipped where the file is absent)', () => {
  test('load with exact counts, are searchable in both scripts, and filter right', async () => {
    const { report } = await run(REAL as string, '--start-at', START, '--json');
    expect(report).toMatchObject({
      rows: 1_993,
      loaded: 1_975,
      alreadyThere: 0,
      refused: 18,
      // Eleven descending lots ask for deposits of many times their price as well.
      refusedByReason: { descending: 13, 'deposit-above-half': 16 },
      withoutArea: 119,
    });
    expect(Object.keys(report.refusedByReason)).toHaveLength(2);
    expect((await run(REAL as string, '--start-at', START, '--json')).report).toMatchObject({
      loaded: 0,
      alreadyThere: 1_975,
      refused: 18,
    });

    const rows = parse(await readFile(REAL as string, 'utf8'), { columns: true, bom: true }) as Record<
      string,
      string
    >[];
    const refused = new Set(report.refusedRows.map(({ number }: { number: string }) => number));
    const loaded = rows.filter(({ lot_id }) => !refused.has(lot_id));
    const lots = createLotsService({ ...deps(), search: createLotSearchRepository(database.db) });
    const total = async (query: Partial<LotListQuery>) =>
      JSON.parse((await lots.list({ i: 0, page: 1, size: 1, ...query })).json.toString()).total;

    const regions = { 'UZ-QR': 1735, 'UZ-TK': 1726, 'UZ-TO': 1727, 'UZ-XO': 1733 };
    for (const [iso, region] of Object.entries(regions))
      expect(await total({ region })).toBe(loaded.filter((row) => row.region === iso).length);
    expect(await total({ payment: 'parts' })).toBe(
      loaded.filter((row) => row.installment_months !== '').length,
    );
    expect(await total({ payment: 'full' })).toBe(
      loaded.filter((row) => row.installment_months === '').length,
    );
    expect(await total({ area: 1735215 })).toBe(
      loaded.filter((row) => row.district === 'Qo`ng`irot tumani').length,
    );
    const { rows: categories } = await database.pool.query('select id, code from category');
    const inCategory = async (code: string) =>
      total({ category: categories.find((one) => one.code === code).id });
    const kind = (type: string, ...kinds: string[]) =>
      loaded.filter(
        (row) => row.lot_type_specific === type && (kinds.length === 0 || kinds.includes(row.lot_type ?? '')),
      ).length;
    expect(await inCategory('buses')).toBe(kind('Avtotransport', 'Avtobus', 'Mikro avtobus'));
    expect(await inCategory('trucks')).toBe(kind('Avtotransport', 'Yuk'));
    expect(await inCategory('trailers')).toBe(kind('Avtotransport', 'Tirkamalar'));
    expect(await inCategory('houses')).toBe(kind('Koʻchmas mulk', 'Turar-joy uchastkasi (hovli)'));
    expect(await inCategory('flats')).toBe(kind('Koʻchmas mulk', 'Koʻp qavatli turar-joylar'));
    expect(await inCategory('housing-land')).toBe(
      kind('Yer uchastkalari', 'Yakka tartibda uy-joy qurish uchun'),
    );
    expect(await inCategory('apartment-land')).toBe(
      kind('Yer uchastkalari', 'Ko‘p qavatli uy-joy qurish uchun'),
    );
    expect(await inCategory('master-plan-land')).toBe(
      kind('Yer uchastkalari', 'Hududlar uchun master-reja asosidagi yerlar'),
    );
    expect(await inCategory('cooperative-land')).toBe(
      kind(
        'Dehqon xoʼjaligiga moʼljallangan yer uchastkalari',
        'Dehqon xo‘jaliklari tomonidan qishloq xo‘jaligi kooperativini tashkil etish uchun',
      ),
    );
    expect(await inCategory('trading-spots')).toBe(kind('Koʻchma savdo joylari'));
    expect(await inCategory('investment-rights')).toBe(kind('Yangi Toshkent "Sharq bahori"'));
    const dear = loaded.filter((row) => Number(row.start_price) >= 100_000_000);
    expect(await total({ priceFromTiyin: 10_000_000_000 })).toBe(dear.length);
    const counts = await lots.counters({});
    expect(counts).toEqual({
      searchResults: 1_975,
      newLots: 1_975,
      completed: 0,
      notHeld: 0,
      current: 1_975,
      live: 0,
      applicationsOpen: 1_975,
    });

    // Every deposit and step is the announced one, to the tiyin.
    const stored = await database.pool.query(
      `select outside_id, deposit_tiyin, rules #>> '{increment,amount}' as step from lot`,
    );
    const byNumber = new Map(loaded.map((row) => [`e-auksion:${row.lot_id}`, row]));
    for (const row of stored.rows) {
      const source = byNumber.get(row.outside_id);
      expect(row.deposit_tiyin).toBe(Math.round(Number(source?.deposit) * 100));
      expect(Math.abs(Number(row.step) - Number(source?.step_price) * 100)).toBeLessThan(1.001);
    }

    // Their own numbers, codes and titles find them; words find them in either script.
    const coded: [code: string, id: number][] = [];
    const ids = async (q: string) =>
      (JSON.parse((await lots.list({ i: 0, page: 1, size: 12, q })).json.toString()).items as LotCard[]).map(
        ({ id }) => id,
      );
    for (const row of loaded.filter((_row, i) => i % 40 === 0)) {
      const { rows: known } = await database.pool.query('select id from lot where outside_id = $1', [
        `e-auksion:${row.lot_id}`,
      ]);
      expect(await ids(row.lot_id ?? '')).toContain(known[0].id);
      const code = /[A-Z]{1,2}\d{6,}[-\d/]*/.exec(row.title ?? '')?.[0];
      if (code) coded.push([code, known[0].id]);
    }
    expect(coded.length).toBeGreaterThan(0);
    for (const [code, id] of coded) expect(await ids(code), code).toContain(id);
    const cyrillic = await total({ q: 'бўш ер участкаси' });
    expect(cyrillic).toBeGreaterThan(500);
    for (const q of [
      "bo'sh yer uchastkasi",
      'bosh yer uchastkasi',
      'boʻsh yer uchastkasi',
      'буш ер участкаси',
    ])
      expect(await total({ q }), q).toBe(cyrillic);
  }, 120_000);
});
