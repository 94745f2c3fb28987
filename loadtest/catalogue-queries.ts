import { seeded } from './lib/mix.ts';

const LIST = '/api/shop/shop-lots/lot-list';
const COUNTER = '/api/shop/shop-lots/lot-list-counter';
const CARD = '/api/shop/lot-card/details/';

/** What random questions are made of. */
export interface Known {
  ids: readonly number[];
  areas: readonly { id: number; regionId: number }[];
  categories: readonly number[];
}

/** Words people type, in both scripts and with every kind of apostrophe. */
const WORDS = [
  [
    "g'ishtli uy",
    'ғиштли уй',
    'gishtli',
    'yer uchastkasi',
    'ер участкаси',
    'участок',
    'doʻkon',
    'do`kon binosi',
  ],
  [
    'дўкон',
    'traktor',
    'трактор',
    'avtomobil',
    'автомобиль',
    'kvartira',
    'квартира',
    'ombor',
    'ulush',
    'stollar',
  ],
  ['taʼmirlangan', "ta'mirlangan", 'yangi', 'новый', 'kafolat', 'koʻcha', 'gʻarbiy', 'markaz', 'hujjatlari'],
  [
    'Oʻzbekiston',
    'узбекистан',
    'chinor',
    'doʻstlik',
    'gulzor',
    'shirin',
    'navbahor',
    'paxtakor',
    'bogishamol',
  ],
].flat();

/**
 * An endless stream of questions: lists with filters and pages (45 %), searches (20 %), counters (15 %) and cards (20 %).
 * Prices and pages are drawn finely enough for hardly any question to come twice.
 */
export function questions(known: Known, seed: number): () => string {
  const random = seeded(seed);
  const whole = (below: number): number => Math.floor(random() * below);
  const one = <Item>(items: readonly Item[]): Item => items[whole(items.length)] as Item;

  const filters = (): URLSearchParams => {
    const query = new URLSearchParams();
    const area = one(known.areas);
    const place = random();
    if (place < 0.3) query.set('region', String(area.regionId));
    else if (place < 0.4) query.set('area', String(area.id));
    if (random() < 0.3) query.set('category', String(one(known.categories)));
    if (random() < 0.2) query.set('payment', one(['full', 'parts']));
    query.set('priceFromTiyin', String(whole(2_000_000) * 100));
    if (random() < 0.3) query.set('priceToTiyin', String((2_000_000 + whole(8_000_000)) * 100));
    return query;
  };
  const search = (): string => {
    const words =
      random() < 0.3 ? [String(one(known.ids))] : [one(WORDS), ...(random() < 0.5 ? [one(WORDS)] : [])];
    return words.join(' ');
  };
  const list = (query: URLSearchParams): string => {
    query.set('i', String(one([0, 1, 2, 3, 4, 4, 4])));
    query.set('page', String(1 + whole(random() < 0.8 ? 5 : 200)));
    if (random() < 0.4) query.set('sort', one(['soonest', 'newest', 'price-up', 'price-down']));
    return `${LIST}?${query}`;
  };
  return () => {
    const kind = random();
    if (kind < 0.2) return `${CARD}${one(known.ids)}`;
    const query = filters();
    if (kind < 0.35) return `${COUNTER}?${query}`;
    if (kind < 0.55) query.set('q', search());
    return list(query);
  };
}
