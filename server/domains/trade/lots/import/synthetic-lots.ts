import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { toCyrillic } from '#shared/i18n/transliterate.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import type { NewLotRow } from '../lot-tables.ts';
import type { LotsRepository } from '../lots.repository.ts';
import type { ReadLot } from './import-lots.ts';
import { equalParts } from './read-row.ts';
import { SELLERS } from './sellers.ts';

/** Invented lots: enough for a load test, few enough for one machine. */
export const SYNTHETIC_MAX = 1_000_000;

type Pair = readonly [uz: string, ru: string];

const THINGS: readonly (readonly [category: string, ...Pair])[] = [
  ['flats', 'Koʻp qavatli uydagi kvartira', 'Квартира в многоэтажном доме'],
  ['houses', 'Gʻishtli uy-joy (hovli)', 'Кирпичный жилой дом'],
  ['commercial', 'Doʻkon binosi', 'Здание магазина'],
  ['commercial', 'Maʼmuriy bino', 'Административное здание'],
  ['warehouses', 'Omborxona va ishlab chiqarish sexi', 'Склад и производственный цех'],
  ['housing-land', 'Yakka tartibda uy-joy qurish uchun yer uchastkasi', 'Участок под жилой дом'],
  ['business-land', 'Tadbirkorlik uchun yer uchastkasi', 'Участок для предпринимательства'],
  ['farm-land', 'Boʻsh ekin yeri', 'Свободная пашня'],
  ['cars', 'Yengil avtomobil', 'Легковой автомобиль'],
  ['trucks', 'Yuk avtomobili', 'Грузовой автомобиль'],
  ['buses', 'Oʻttiz oʻrinli avtobus', 'Автобус на тридцать мест'],
  ['farm-machinery', 'Gʻildirakli traktor', 'Колёсный трактор'],
  ['construction-machinery', 'Ekskavator', 'Экскаватор'],
  ['industrial-equipment', 'Toʻquv dastgohi', 'Ткацкий станок'],
  ['computers', 'Kompyuter jamlanmasi', 'Комплект компьютеров'],
  ['office-furniture', 'Idora stollari', 'Офисные столы'],
  ['building-materials', 'Qurilish mollari', 'Стройматериалы'],
  ['shares', 'Jamiyat ustav kapitalidagi ulush', 'Доля в уставном капитале'],
];

const KINDS: readonly Pair[] = [
  ['yangi', 'новый'],
  ['taʼmirlangan', 'отремонтированный'],
  ['taʼmirtalab', 'требует ремонта'],
  ['yaxshi holatda', 'в хорошем состоянии'],
  ['hujjatlari toʻliq', 'с полными документами'],
  ['koʻcha boʻyida', 'у дороги'],
  ['markazga yaqin', 'близко к центру'],
  ['kafolat bilan', 'с гарантией'],
  ['gʻarbiy qism', 'западная часть'],
  ['sharqiy qism', 'восточная часть'],
];

const QUARTERS: readonly Pair[] = [
  ['Bogʻishamol', 'Багишамал'],
  ['Oʻzbekiston', 'Узбекистан'],
  ['Navbahor', 'Навбахор'],
  ['Chinor', 'Чинар'],
  ['Doʻstlik', 'Дустлик'],
  ['Mustaqillik', 'Мустакиллик'],
  ['Yangi hayot', 'Янги хаёт'],
  ['Gulzor', 'Гульзор'],
  ['Paxtakor', 'Пахтакор'],
  ['Shirin', 'Ширин'],
];

const inAll = ([uz, ru]: Pair): LocalizedText => ({ uz, ru, 'uz-Cyrl': toCyrillic(uz), en: uz });

/** Pseudo-random numbers from 0 to 1, determined by the seed. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const QUIET_MS = 10 * 60_000;
/** Invented lots start in three days or later: no room opens while they are loaded or measured. */
const FIRST_START_MS = 3 * DAY_MS;

/** Outcome of a lot whose trade is over; null for future ones. They never had a room, so there is no log. */
function pastOf(chance: number, startPriceTiyin: number, closedAt: Date): Partial<NewLotRow> | null {
  const over = {
    room_opened_at: closedAt,
    room_phase: 'closed' as const,
    ended_at: closedAt,
    participants: 2,
  };
  if (chance < 0.6) return null;
  if (chance < 0.82)
    return {
      ...over,
      status: chance < 0.7 ? LOT_STATUS.awaitingPayment : LOT_STATUS.soldAndPaid,
      outcome: 'sold',
      room_price_tiyin: startPriceTiyin * 2,
      room_count: 3,
      room_leader_number: 1,
      winner_number: 1,
    };
  return chance < 0.92
    ? { ...over, status: LOT_STATUS.notHeld, outcome: 'not-held', participants: 1 }
    : { ...over, status: LOT_STATUS.noPriceGiven, outcome: 'no-price-given' };
}

/**
 * Invented lots over all regions, districts and many categories: three of five still to come, the others over.
 * The same count and seed give the same lots, so that an interrupted run can be repeated.
 */
export async function* syntheticLots(
  options: { count: number; seed: number; startAt: Date | null; now: Date },
  deps: { lots: LotsRepository; reference: Pick<ReferenceService, 'categories'> },
): AsyncGenerator<ReadLot> {
  const [categories, areas] = await Promise.all([deps.reference.categories(), deps.lots.areas()]);
  const byCode = new Map(categories.map(({ code, id }) => [code, id]));
  const random = numbers(options.seed);
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const things = THINGS.flatMap(([code, ...names]) => {
    const categoryId = byCode.get(code);
    return categoryId === undefined ? [] : [{ categoryId, name: inAll(names) }];
  });
  const kinds = KINDS.map(inAll);
  const quarters = QUARTERS.map(inAll);
  const firstMs = options.startAt?.getTime() ?? options.now.getTime() + FIRST_START_MS;
  for (let i = 0; i < options.count; i += 1) {
    const [thing, kind, quarter, area] = [one(things), one(kinds), one(quarters), one(areas)];
    const code = `${area.regionId}-${Math.floor(random() * 1e7)}/${Math.floor(random() * 1e3)}`;
    const joined = (language: keyof LocalizedText): string =>
      `${thing.name[language]}, ${kind[language]}, ${quarter[language]}, ${code}`;
    const title = { uz: joined('uz'), ru: joined('ru'), 'uz-Cyrl': joined('uz-Cyrl'), en: joined('en') };
    const startPriceTiyin = Math.floor(10 ** (5 + random() * 4)) * 100;
    const chance = random();
    const spreadMs = Math.floor(random() * 30) * DAY_MS + Math.floor(random() * 90) * 60_000;
    const over = chance >= 0.6;
    const opensAt = new Date(
      over ? options.now.getTime() - DAY_MS - spreadMs : firstMs + (i === 0 ? 0 : spreadMs),
    );
    const closesAt = new Date(opensAt.getTime() + QUIET_MS);
    const past = pastOf(chance, startPriceTiyin, closesAt);
    yield {
      line: i + 1,
      number: String(i + 1),
      lot: {
        title,
        description: title,
        address: area.name,
        categoryId: thing.categoryId,
        regionId: area.regionId,
        areaId: area.id,
        quantity: 1,
        latitude: 37 + random() * 8,
        longitude: 56 + random() * 17,
        photos: [],
        customer: random() < 0.3 ? SELLERS.court : SELLERS.state,
        customerPersonId: null,
        orderId: null,
        orderType: 'state',
        ruleSet: 'state-live',
        choices: { ownStepTiyin: Math.max(100, Math.floor(startPriceTiyin / 10)) },
        startPriceTiyin,
        ...equalParts(random() < 0.4 ? one([6, 12, 36, 60, 120]) : null),
        outsideId: `synthetic-${options.seed}:${i + 1}`,
        publishedAt: over ? new Date(opensAt.getTime() - 5 * DAY_MS) : options.now,
        opensAt,
        closesAt,
      },
      ...(past ? { past } : {}),
    };
  }
}
