import { registerLotRoutes } from '#server/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
  publishLot,
  type LotsService,
} from '#server/domains/trade/lots/index.ts';
import { describeLot } from '#server/demo/describe-lot.ts';
import { DEMO_LOTS } from '#server/demo/content/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { LotCard } from '#shared/api/site/lots.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { toCyrillic } from '#shared/i18n/transliterate.ts';
import { LOT_SEARCH_MAX } from '#shared/limits/lot-list.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { eventually, testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let app: TestApp;
const demo = new Map<number, LocalizedText>();

const service = (staleMs = 0): LotsService =>
  createLotsService({
    lots: createLotsRepository(database.db),
    search: createLotSearchRepository(database.db),
    reference: createReferenceService(createReferenceRepository(database.db)),
    staleMs,
  });

beforeAll(async () => {
  database = await testDatabase();
  const lots = createLotsRepository(database.db);
  const reference = createReferenceService(createReferenceRepository(database.db));
  app = await startTestApp((http) => registerLotRoutes(http, service()));
  const categoryIds = new Map((await reference.categories()).map(({ code, id }) => [code, id]));
  for (const lot of DEMO_LOTS) {
    const described = describeLot(lot, categoryIds, 'nobody');
    const id = await publishLot(lots, reference, {
      ...described,
      ruleSet: 'practice',
      publishedAt: new Date(),
      opensAt: new Date(Date.now() + 3_600_000),
      closesAt: new Date(Date.now() + 7_200_000),
    });
    demo.set(id, described.title);
  }
  for (const uz of WITH_APOSTROPHES) {
    const title = { uz, ru: `Лот: ${uz}`, 'uz-Cyrl': toCyrillic(uz), en: uz };
    demo.set(await publishTestLot(database, { title, opensInMs: 3_600_000 }), title);
  }
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const ask = (q: string, more = '') =>
  app.call('GET', `/api/shop/shop-lots/lot-list?i=0&q=${encodeURIComponent(q)}${more}`);
const found = async (q: string, more = ''): Promise<number[]> => {
  const { status, body } = await ask(q, more);
  expect(status, q).toBe(200);
  return (body.items as LotCard[]).map(({ id }) => id);
};
const titled = (uz: string, ru = uz) => ({ title: { uz, ru, 'uz-Cyrl': uz, en: uz } });
const publish = (uz: string, ru = uz, more: Parameters<typeof publishTestLot>[1] = {}) =>
  publishTestLot(database, { ...titled(uz, ru), opensInMs: 3_600_000, ...more });

/** Titles with the letters that have an apostrophe, in each place of a word. */
const WITH_APOSTROPHES = [
  'Gʻishtli uy, 4 xonali',
  'Doʻkon binosi va yordamchi xonalar',
  'Oʻquv markazi inventarlari',
  'Qoʻy-echki boqish yaylovi',
  'Toʻqimachilik dastgohi',
  'Sovutgichli oʻrik ombori',
  'Yogʻ-moy sexi uskunalari',
  'Boʻsh turgan maʼmuriy bino',
  'Togʻ yonbagʻridagi dam olish maskani',
  'Moʻljallangan yer, sanʼat maktabi uchun',
  'Koʻp qavatli garaj',
  'Oʻrmon fondi uchastkasi',
];

/** Every apostrophe people type in place of ʻ and ʼ, none among them. */
const APOSTROPHES = ["'", '`', 'ʻ', 'ʼ', '’', '‘', '′', '´', ''];

/** Ways to ask for a title. */
function* vectors(title: LocalizedText): Generator<string> {
  for (const language of ['uz', 'uz-Cyrl', 'ru', 'en'] as const) {
    const words = title[language].split(/\s+/).slice(0, 6);
    const typed = words.join(' ').slice(0, LOT_SEARCH_MAX);
    yield typed;
    yield words.toReversed().join(' ').toUpperCase().slice(0, LOT_SEARCH_MAX);
    // As far as somebody has typed.
    const last = words.at(-1) ?? '';
    if (last.length > 4) yield [...words.slice(0, -1), last.slice(0, -2)].join(' ').slice(0, LOT_SEARCH_MAX);
    if (/[ʻʼ]/.test(typed))
      for (const apostrophe of APOSTROPHES) yield typed.replace(/[ʻʼ]/g, apostrophe).slice(0, LOT_SEARCH_MAX);
  }
}

describe('every lot of the demo is found on the first page', () => {
  const all = new Set(DEMO_LOTS.map(({ key }) => key)).size;

  test('by its title in every language and script, with every apostrophe, in any order, begun or in capitals', async () => {
    expect(demo.size).toBe(all + WITH_APOSTROPHES.length);
    let asked = 0;
    let withApostrophes = 0;
    const lost: string[] = [];
    for (const [id, title] of demo)
      for (const q of new Set(vectors(title))) {
        asked += 1;
        if (/['`ʻʼ’‘′´]/.test(q)) withApostrophes += 1;
        if (!(await found(q)).includes(id)) lost.push(`${q} → ${id} ${title.uz}`);
      }
    expect(lost).toEqual([]);
    expect(asked).toBeGreaterThan(500);
    expect(withApostrophes).toBeGreaterThan(200);
  }, 120_000);

  test('by its number, which comes first', async () => {
    for (const id of demo.keys()) expect((await found(String(id)))[0]).toBe(id);
  });
});

describe('words', () => {
  test('in Latin find Cyrillic ones and the other way round', async () => {
    const lot = await publish('Gʻishtli uy', 'Дом из кирпича');
    for (const q of ['gishtli uy', "g'ishtli uy", 'ғиштли', 'гиштли', 'uy gʼisht', 'КИРПИЧ', 'kirpicha'])
      expect(await found(q), q).toContain(lot);
  });

  test('are found by letters that people take for others', async () => {
    const lot = await publish('Oʻzbekiston qishlogʻidagi xovli', 'Жильё в Узбекистане');
    for (const q of [
      'узбекистон',
      'Ўзбекистон',
      'uzbekiston',
      'кишлогидаги',
      'қишлоғидаги',
      'hovli',
      'ховли',
      'ҳовли',
      'жилье',
      'жильё',
    ])
      expect(await found(q), q).toContain(lot);
  });

  test('of foreign names are found in the other alphabet, whichever the title has', async () => {
    for (const [latin, cyrillic] of [
      ['Nexia', 'Нексия'],
      ['Lexus', 'Лексус'],
      ['Tracker', 'Трекер'],
      ['Galaxy', 'Галакси'],
      ['Hyundai', 'Хендай'],
    ] as const) {
      const [inLatin, inCyrillic] = [await publish(`${latin} 2021`), await publish(`${cyrillic} 2021`)];
      for (const q of [latin, cyrillic, `2021 ${cyrillic.toUpperCase()}`])
        expect(await found(q), q).toEqual(expect.arrayContaining([inLatin, inCyrillic]));
    }
  });

  test('are found without their endings, then by nearly the same spelling, when nothing has them as typed', async () => {
    const lot = await publish('Pnevmatik perforator', 'Пневматический перфоратор');
    const other = await publish('Pnevmoseparator');
    expect(await found('perforatorni')).toEqual([lot]);
    expect(await found('pirforator')).toContain(lot);
    expect(await found('prforator pnevmatik')).toEqual([lot]);
    expect(await found('перфаратор')).toContain(lot);
    expect(await found('perforator')).toEqual([lot]);
    expect(await found('pnevmoseparator')).toEqual([other]);
    expect(await found('zzyzxqwv')).toEqual([]);
  });

  test('stand in the order of how well they answer: number, whole word, beginning, place', async () => {
    const place = await publish('Yer maydoni', 'Участок', {
      address: {
        uz: 'Miltiqsoz koʻchasi',
        ru: 'ул. Милтиксоз',
        'uz-Cyrl': 'Милтиқсоз кўчаси',
        en: 'Miltiqsoz street',
      },
    });
    const beginning = await publish('Miltiqsozlik buyumlari');
    const whole = await publish('Eski miltiqsoz dastgohi');
    expect(await found('miltiqsoz')).toEqual([whole, beginning, place]);
    expect(await found('miltiqsoz', '&sort=newest')).toEqual([whole, beginning, place]);
    expect(await found('miltiqsoz', '&size=1&page=2')).toEqual([beginning]);
    const counted = await publish(`Bundle ${whole}`);
    expect(await found(String(whole))).toEqual([whole, counted]);
    const { body } = await app.call('GET', '/api/shop/shop-lots/lot-list-counter?q=miltiqsoz');
    expect(body).toMatchObject({ searchResults: 3, current: 3, completed: 0 });
  });

  test('narrow together with filters', async () => {
    const cheap = await publish('Yagona dastgoh', undefined, { startPriceTiyin: 100_00 });
    const dear = await publish('Yagona dastgoh', undefined, { startPriceTiyin: 900_00 });
    expect(await found('yagona', '&sort=price-down')).toEqual([dear, cheap]);
    expect(await found('yagona', '&priceToTiyin=50000')).toEqual([cheap]);
    expect(await found('yagona', '&priceToTiyin=50000&tradeType=fixed-price')).toEqual([]);
  });
});

describe('bad input', () => {
  test.each([
    '%',
    '_',
    '\\',
    "'",
    "''''",
    "'; drop table lot; --",
    "a' | 'b",
    "uy' & !'x",
    "'uy':* <-> 'x'",
    '!',
    '&',
    '|',
    '(((',
    ':*',
    ':A',
    'uy:*',
    '\\\\\\',
    '{}',
    '😀',
    '🏠🏠🏠',
    '((a+)+)+$',
    '‮uy',
    'null',
    '-1',
    '1e9',
    '9'.repeat(120),
    'ʻ'.repeat(120),
    'а'.repeat(120),
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
  ])('%j is only text', async (q) => {
    const { status, body } = await ask(q);
    expect(status).toBe(200);
    expect(Array.isArray(body.items)).toBe(true);
    expect((await database.pool.query('select count(*)::int as n from lot')).rows[0].n).toBeGreaterThan(40);
  });

  test('a NUL is refused: no text has one', async () => {
    for (const q of ['\u0000', 'uy\u0000uy']) expect((await ask(q)).status).toBe(400);
  });

  test('signs alone find nothing rather than everything', async () => {
    for (const q of ['%', '___', '😀', "''"]) expect(await found(q), q).toEqual([]);
  });

  test('longer texts than anyone types are refused', async () => {
    for (const q of ['a'.repeat(LOT_SEARCH_MAX + 1), 'a'.repeat(10_000)])
      expect((await ask(q)).status).toBe(400);
    // Node itself refuses addresses above 16 kB.
    expect((await ask('a'.repeat(20_000))).status).toBe(431);
    for (const raw of ['%ff', '%ED%A0%80', '%'])
      expect([200, 400], raw).toContain(
        (await app.call('GET', `/api/shop/shop-lots/lot-list?i=0&q=${raw}`)).status,
      );
  });
});

describe('a copy of the list', () => {
  test('meets new, changed, renamed and removed lots', async () => {
    const copy = service();
    const ids = async (q: string): Promise<number[]> =>
      (JSON.parse(String((await copy.list({ i: 0, page: 1, size: 12, q })).json)).items as LotCard[]).map(
        ({ id }) => id,
      );
    expect(await ids('kapalak')).toEqual([]);
    const one = await publish('Kapalak qoʻngʻiroq');
    expect(await ids('kapalak')).toEqual([one]);
    const two = await publish('Kapalak kema');
    expect(new Set(await ids('kapalak'))).toEqual(new Set([one, two]));
    expect(new Set(await ids('kapal'))).toEqual(new Set([one, two]));
    await database.pool.query(`update lot set search_form = 'hajk' where id = $1`, [one]);
    expect(await ids('kapalak')).toEqual([two]);
    expect(await ids('xajk')).toEqual([one]);
    await database.pool.query('delete from lot where id = $1', [two]);
    expect(await ids('kapalak')).toEqual([]);
    await database.pool.query('update lot set status = 14 where id = $1', [one]);
    expect(await ids('xajk')).toEqual([]);
  });

  test('looks further where only removed and renamed lots had the words', async () => {
    const near = await publish('Zargarlik dastgohi');
    const removed = await publish('Zargarlikda');
    const renamed = await publish('Zargarlikdan');
    expect(await found('zargarlikda')).not.toContain(near);
    await database.pool.query('delete from lot where id = $1', [removed]);
    await database.pool.query(`update lot set search_form = 'temirchi' where id = $1`, [renamed]);
    expect(await found('zargarlikda')).toContain(near);
  });

  test('misses nothing of a transaction that began before and committed after a look', async () => {
    const copy = service();
    const total = async (): Promise<number> =>
      JSON.parse(String((await copy.list({ i: 0, page: 1, size: 1 })).json)).total;
    const before = await total();
    const slow = await database.pool.connect();
    try {
      await slow.query('begin');
      await slow.query(`insert into lot (${COPIED}) select ${COPIED} from lot order by id limit 1`);
      // Others commit, and the copy looks, while it is still open.
      await publish('Boshqa lot');
      expect(await total()).toBe(before + 1);
      await slow.query('commit');
    } finally {
      slow.release();
    }
    expect(await total()).toBe(before + 2);
  });

  test('that may be a quarter of a second old shows each new price', async () => {
    const id = await publish('Narxi oʻzgaradigan lot');
    const copy = service(250);
    const price = async (): Promise<number | null> => {
      const { json } = await copy.list({ i: 0, page: 1, size: 1, q: String(id) });
      return (JSON.parse(String(json)).items as LotCard[])[0]?.room.priceTiyin ?? null;
    };
    expect(await price()).toBeNull();
    for (const tiyin of [777_00, 888_00, 999_00]) {
      await database.pool.query('update lot set room_price_tiyin = $2 where id = $1', [id, tiyin]);
      await eventually(async () => (await price()) === tiyin, 'the new price');
    }
  });
});

const COPIED = `title, description, address, search_form, category_id, region_id, quantity, photos, customer, trade_type,
  order_type, rule_set_name, rule_set_version, rules, start_price_tiyin, deposit_tiyin, deposit_bp, payment_working_days,
  practice, watchable, applications_until, opens_at, closes_at, published_at, status, room_deadline_us`;
