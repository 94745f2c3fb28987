import {
  around,
  playAuction,
  seededRandom,
  type Attendant,
  type LotOnTrade,
  type PlayedAuction,
} from './market.ts';
import { ringIn, type Ring } from './rings.ts';

const LOTS = 1_200;
const PEOPLE = 400;
const SELLERS = 40;
const CATEGORIES = 6;
const YEAR_MS = 365 * 86_400_000;
const START_MS = Date.UTC(2026, 0, 1);

interface HonestPerson {
  id: string;
  /** Likes some categories, and is more or less active. */
  interest: readonly number[];
  appetite: number;
  sniper: boolean;
  bold: number;
}

function honestPeople(random: () => number): HonestPerson[] {
  return Array.from({ length: PEOPLE }, (_, at) => ({
    id: `honest-${at}`,
    interest: Array.from({ length: CATEGORIES }, () => (random() < 0.3 ? random() : 0.03)),
    appetite: 0.02 + 0.15 * random() ** 4,
    sniper: random() < 0.3,
    bold: random() < 0.1 ? 0.15 : 0.01,
  }));
}

export function ringsOf(kinds: { plain: number; hiding: number }): Ring[] {
  const of = (hides: boolean) => (at: number) =>
    (['cover', 'shill', 'deterrent'] as const).map((kind): Ring => {
      const name = `${hides ? 'hiding' : 'plain'} ${kind} ${at + 1}`;
      const members = Array.from(
        { length: hides ? 5 : kind === 'shill' ? 1 : 2 },
        (_, of) => `${name}, ${of + 1}`,
      );
      const own = hides ? at + 11 : at;
      return { name, kind, hides, members, sellerId: `seller-${own}`, category: own % CATEGORIES };
    });
  return [
    ...Array.from({ length: kinds.plain }, (_, at) => of(false)(at)).flat(),
    ...Array.from({ length: kinds.hiding }, (_, at) => of(true)(at)).flat(),
  ];
}

/** A year of auctions, in order. People bid by what a lot is worth to them; rings do what rings do. */
export function syntheticYear(seed: number, rings: readonly Ring[]): PlayedAuction[] {
  const random = seededRandom(seed);
  const people = honestPeople(random);
  const worked = new Map<string, number>();
  return Array.from({ length: LOTS }, (_, at) => {
    const publishedAtMs = START_MS + (at / LOTS) * YEAR_MS;
    const startPriceTiyin = Math.round(10_000_000_00 * around(random, 0.8));
    const lot: LotOnTrade = {
      lotId: at + 1,
      sellerId: `seller-${Math.floor(random() ** 1.5 * SELLERS)}`,
      category: at % CATEGORIES,
      publishedAtMs,
      applicationsUntilMs: publishedAtMs + 20 * 86_400_000,
      startPriceTiyin,
    };
    const valueTiyin = startPriceTiyin * 1.5 * around(random, 0.25);
    const honest = people.flatMap((person): Attendant[] =>
      random() < person.appetite * (person.interest[lot.category] ?? 0) * 1.3
        ? [honestIn(person, lot, valueTiyin, random)]
        : [],
    );
    const members = rings.flatMap((ring) => {
      const done = worked.get(ring.name) ?? 0;
      const inRoom = ringIn(ring, lot, { valueTiyin, at: done, random });
      if (inRoom.length > 0) worked.set(ring.name, done + 1);
      // Accounts that hide also buy for themselves, as anybody does.
      const own = ring.hides
        ? ring.members.filter((id) => inRoom.every(({ personId }) => personId !== id) && random() < 0.02)
        : [];
      return [
        ...inRoom,
        ...own.map((id) =>
          honestIn({ id, interest: [], appetite: 1, sniper: false, bold: 0.01 }, lot, valueTiyin, random),
        ),
      ];
    });
    return playAuction(lot, [...honest, ...members], random);
  });
}

function honestIn(
  { id, sniper, bold }: HonestPerson,
  lot: LotOnTrade,
  valueTiyin: number,
  random: () => number,
): Attendant {
  const worth = valueTiyin * around(random, 0.25);
  const open = lot.applicationsUntilMs - lot.publishedAtMs;
  return {
    personId: id,
    // Many apply early, many at the last moment.
    appliedAtMs: lot.applicationsUntilMs - open * (random() < 0.4 ? random() ** 3 * 0.3 : random()),
    limit: () => worth,
    eagerness: (progress) => (sniper ? (progress > 0.85 ? 0.7 : 0) : 0.3),
    boldness: () => (random() < bold ? 1 + random() : 1 + 0.1 * random() ** 3),
  };
}
