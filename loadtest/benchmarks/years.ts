import type { z } from 'zod';
import type { lotList } from '#shared/api/site/lots.ts';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, compare, type Measured } from '../bench/rounds.ts';
import { freshDatabase } from '../lib/database.ts';
import { writeHistory } from '../lib/long-history.ts';
import { seeded } from '../lib/mix.ts';
import { listsAreRead, startPlatformProcess, type PlatformProcess } from '../lib/platform.ts';
import { quantile } from '../lib/quantile.ts';
import { cpuMsOf, proportionalBytesOf, startWorker } from '../lib/worker.ts';

/** A hundredth of ten years: 3 million lots and 100 million attempts. `--lots 3000000` makes all of them. */
const LOTS = 30_000;
const QUICK_LOTS = 3_000;
const ATTEMPTS_A_LOT = 100 / 3;
/** What is measured beside it has a tenth. */
const SMALLER = 10;
const READY_S = 5;
const MEMORY_MB = 400;
const LIMIT_MS = 50;
const SLOPE = 1.2;
/** The newest lots, whose rooms run; as many whatever the size. */
const RUNNING = 50;
const ROOM_ENTRIES = 200;
const READY_WITHIN_MS = 600_000;
/** Loads code, statements and plans; not counted. */
const WARM_CALLS = 100;

const RULES = {
  firstBid: 'atStart',
  increment: { kind: 'percentOfStart', percents: [5] },
  overtime: null,
  leaderMayRaise: false,
  minParticipants: { count: 2, at: 'open' },
};
const WORDS = [
  'kvartira',
  'yangi ombor',
  'traktor',
  'avtomobil gulzor',
  'uchastka',
  'navbahor kafolat',
  'chinor',
];

interface Size {
  lots: number;
  databaseUrl: string;
  namespace: string;
  people: number;
  /** How far the cards that were asked for have come. */
  cards: number;
}

interface Platform extends Size {
  platform: PlatformProcess;
  cookie: string;
}

type LotPage = z.infer<typeof lotList.answer>;

/** Addresses that a part asks for, drawn for a size. */
type Draw = (size: Size, random: () => number) => string;

/** Lots whose cards people ask for most. */
const NEWEST = 1_000;
/** A prime: unless it divides the number of lots, its multiples meet every lot before one comes again. */
const STRIDE = 7_919;

const whole = (random: () => number, below: number): number => Math.floor(random() * below);
const lotOf = ({ lots }: Size, random: () => number): number => 5_000_001 + whole(random, lots);

function filtersOf(random: () => number): URLSearchParams {
  const query = new URLSearchParams();
  const region = [1726, 1727, 1730, 1703, 1706, 1708, 1710, 1712, 1714, 1718];
  if (random() < 0.4) query.set('region', String(region[whole(random, region.length)]));
  if (random() < 0.2) query.set('orderType', random() < 0.5 ? 'state' : 'private');
  if (random() < 0.3) query.set('priceFromTiyin', String(whole(random, 500_000_000)));
  return query;
}

/** Pages of a tab: mostly the first ones. */
const listOf: Draw = (_, random) => {
  const query = filtersOf(random);
  query.set('i', String([0, 1, 2, 3, 4, 4, 4, 2][whole(random, 8)]));
  query.set('page', String(1 + whole(random, random() < 0.9 ? 5 : 100)));
  if (random() < 0.3)
    query.set('sort', ['soonest', 'newest', 'price-up', 'price-down'][whole(random, 4)] ?? '');
  return `shop-lots/lot-list?${query}`;
};
const countersOf: Draw = (_, random) => `shop-lots/lot-list-counter?${filtersOf(random)}`;
/** Numbers of lots, and words that every twentieth to fifth lot has. */
const searchOf: Draw = (size, random) => {
  const words = random() < 0.3 ? String(lotOf(size, random)) : WORDS[whole(random, WORDS.length)];
  return `shop-lots/lot-list?${new URLSearchParams({ i: String([0, 2, 4][whole(random, 3)]), q: words ?? '' })}`;
};
/** Mostly of the newest lots, as people ask for them; of all years each time another lot, because of few lots more would be cached. */
const cardOf: Draw = (size, random) =>
  random() < 2 / 3
    ? `lot-card/details/${5_000_000 + size.lots - whole(random, NEWEST)}`
    : `lot-card/details/${5_000_001 + ((size.cards += STRIDE) % size.lots)}`;
const cabinetOf: Draw = (_, random) => {
  const page = 1 + whole(random, 5);
  return (
    [
      `cabinet/my-application?page=${page}`,
      `winlot/list?page=${page}`,
      `favourite-lots/list?page=${page}`,
      'user/game-cnt',
    ][whole(random, 4)] ?? ''
  );
};
/** Of a room that runs, or of one that ended years ago. */
const joinOf: Draw = (size, random) => {
  const lot = 5_000_001 + size.lots - RUNNING + whole(random, RUNNING);
  return random() < 0.5 ? `game-view/base/${lot}` : `game-view/lot-game-info/${lot}`;
};
const checkOf: Draw = ({ lots }, random) => {
  const number = String(1 + whole(random, lots)).padStart(7, '0');
  return `check-protocol?number=P-2026-${number}`;
};

/** Of few lots more pages are short or empty, which says nothing about years: a search for a number has one lot, others a full page. */
function isWholePage(text: string): boolean {
  const { items, size, total } = JSON.parse(text) as LotPage;
  return total === 1 || items.length === size;
}

interface Asked {
  draw: Draw;
  /** Whether the median counts an answer; all by default. */
  counts?: (text: string) => boolean;
}

const PARTS: Readonly<Record<string, Asked>> = {
  list: { draw: listOf, counts: isWholePage },
  counters: { draw: countersOf },
  search: { draw: searchOf, counts: isWholePage },
  card: { draw: cardOf },
  cabinet: { draw: cabinetOf },
  'room join': { draw: joinOf },
  'check-protocol': { draw: checkOf },
};

async function fill(o: BenchSetting, lots: number, name: string): Promise<Size> {
  const databaseUrl = await freshDatabase(
    o.databaseUrl,
    `${new URL(o.databaseUrl).pathname.slice(1)}_${name}`,
  );
  const attempts = Math.round(lots * ATTEMPTS_A_LOT);
  const startedAt = performance.now();
  const worker = await startWorker('servers/years.ts', { DATABASE_URL: databaseUrl });
  try {
    const filled = await worker.ask<{ bytes: number; people: number }>('fill', {
      lots,
      attempts,
      rules: RULES,
    });
    await writeHistory({
      databaseUrl,
      firstLot: 5_000_001 + lots - RUNNING,
      lots: RUNNING,
      bidders: 10,
      entries: ROOM_ENTRIES,
    });
    o.say(
      `${lots} lots and ${attempts} attempts: ${(filled.bytes / 2 ** 30).toFixed(2)} GiB in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`,
    );
    return { lots, databaseUrl, namespace: `${o.namespace}${name}:`, people: filled.people, cards: 0 };
  } finally {
    await worker.stop();
  }
}

/** A web process alone, as an installation runs it, and how long it took until it was ready. */
async function start(
  o: BenchSetting,
  size: Size,
): Promise<{ platform: PlatformProcess; seconds: number; cpuSeconds: number }> {
  const startedAt = performance.now();
  const platform = await startPlatformProcess(
    { ...size, redisUrl: o.redisUrl, folder: o.folder },
    { PROCESSES: 'web', RATE_LIMIT_FACTOR: '100000', ALLOW_TWINS: '1' },
  );
  await platform.until(listsAreRead, READY_WITHIN_MS);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { platform, seconds, cpuSeconds: (cpuMsOf(platform.pid) ?? NaN) / 1_000 };
}

async function signIn(size: Size): Promise<string> {
  const worker = await startWorker('servers/years.ts', { DATABASE_URL: size.databaseUrl });
  try {
    const person = Math.ceil(size.people / 2);
    return await worker.ask<string>('signIn', { namespace: size.namespace, person });
  } finally {
    await worker.stop();
  }
}

/** Of so many calls, one after the other. */
async function asked(
  on: Platform,
  { draw, counts }: Asked,
  calls: number,
  random: () => number,
): Promise<Measured> {
  const took: number[] = [];
  const counted: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const address = `${on.platform.url}/api/shop/${draw(on, random)}`;
    const startedAt = performance.now();
    const answer = await fetch(address, {
      headers: { cookie: on.cookie, 'x-savdo': '1' },
      redirect: 'error',
    });
    const text = await answer.text();
    const ms = performance.now() - startedAt;
    took.push(ms);
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text.slice(0, 200)}`);
    if (counts?.(text) ?? true) counted.push(ms);
  }
  for (const times of [took, counted]) times.sort((one, other) => one - other);
  const [p50Ms, p99Ms] = [quantile(counted, 0.5), quantile(took, 0.99)];
  return { value: p50Ms, figures: { p50Ms, p99Ms } };
}

async function ready(o: BenchSetting, large: Size, small: Size): Promise<Part> {
  const begun = async (size: Size): Promise<Measured> => {
    const { platform, seconds, cpuSeconds } = await start(o, size);
    await platform.stop();
    return { value: seconds, figures: { seconds, cpuSeconds } };
  };
  return compare({
    part: 'ready',
    rounds: o.quick ? 1 : 3,
    target: SLOPE,
    more: false,
    product: () => begun(large),
    ceiling: () => begun(small),
    bounds: (figures) => [atMost(figures, 'seconds', READY_S, 's')],
    note: 'a web process alone, from its start until /readyz no longer waits for lists',
  });
}

async function memoryOf({ platform }: Platform): Promise<Measured> {
  const used = proportionalBytesOf(platform.pid);
  if (used === null) throw new Error('this system does not tell how much memory a process uses');
  const megabytes = Math.round(used.bytes / 2 ** 20);
  return { value: megabytes, figures: { megabytes } };
}

async function run(o: BenchSetting): Promise<Part[]> {
  const lots = o.lots ?? (o.quick ? QUICK_LOTS : LOTS);
  const small = await fill(o, Math.max(RUNNING * 2, Math.round(lots / SMALLER)), 'small');
  const large = await fill(o, lots, 'large');
  const parts = [await ready(o, large, small)];
  const opened: Platform[] = [];
  try {
    for (const size of [large, small])
      opened.push({ ...size, platform: (await start(o, size)).platform, cookie: await signIn(size) });
    const [one, other] = opened as [Platform, Platform];
    const calls = o.quick ? 50 : 300;
    for (const [part, calling] of Object.entries(PARTS)) {
      const random = seeded(o.seed);
      for (const on of opened) await asked(on, calling, WARM_CALLS, random);
      parts.push(
        await compare({
          part,
          rounds: o.quick ? 2 : 5,
          target: SLOPE,
          more: false,
          product: () => asked(one, calling, calls, random),
          ceiling: () => asked(other, calling, calls, random),
          bounds: (figures) => [atMost(figures, 'p99Ms', LIMIT_MS, 'ms')],
          note: calling.counts
            ? 'the ratio is of the medians of whole pages; one call after the other'
            : 'the ratio is of the medians; one call after the other',
        }),
      );
      o.say(
        `${part}: ${JSON.stringify(parts.at(-1)?.product)} beside ${JSON.stringify(parts.at(-1)?.ceiling)}`,
      );
    }
    parts.push(
      await compare({
        part: 'memory of the web process',
        rounds: 1,
        target: SLOPE,
        more: false,
        product: () => memoryOf(one),
        ceiling: () => memoryOf(other),
        bounds: (figures) => [atMost(figures, 'megabytes', MEMORY_MB, 'MB')],
        note: 'PSS, with its processes, after all calls above',
      }),
    );
    return parts;
  } finally {
    for (const { platform } of opened) await platform.stop();
  }
}

/** A web process over ten years of trade, beside one over a tenth of that. */
export const years: Benchmark = {
  name: 'years',
  about:
    'ten years of lots and attempts (--lots, 3000000 are all): ready, memory and answers, beside a tenth',
  run,
};
