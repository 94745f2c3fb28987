import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchSetting, Part } from './bench/benchmark.ts';
import { atMost, compare, measure, type Measured } from './bench/rounds.ts';
import type { CatalogueFigures, CatalogueRun } from './catalogue-load.ts';
import { questions, type Known } from './catalogue-queries.ts';
import { ask } from './lib/database.ts';
import { platformSettings, startPlatformProcess, type PlatformProcess } from './lib/platform.ts';
import { cpuMsOf, residentBytesOf, startWorker, type Worker } from './lib/worker.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const LOTS = 100_000;
const CONNECTIONS = 32;
/** The product's own answers that the ceiling repeats. */
const KEPT_ANSWERS = 1_000;
const MEBIBYTE = 1_024 * 1_024;
const LIMIT_FACTOR = 1_000_000;
/** Reading 100 000 lots takes half a minute on a busy machine. */
const PATIENCE_MS = 240_000;

/** Environment of the product's own programs on the services of the benchmark. */
const settingsOf = (o: BenchSetting): Record<string, string> => ({
  ...platformSettings(o),
  RATE_LIMIT_FACTOR: String(LIMIT_FACTOR),
});

async function program(args: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
}

/** The web process of the product alone, as an installation runs it, limits raised. */
async function startProduct(o: BenchSetting): Promise<PlatformProcess> {
  const product = await startPlatformProcess(o, {
    PROCESSES: 'web',
    RATE_LIMIT_FACTOR: String(LIMIT_FACTOR),
  });
  // Test services are not durable, which it says too; only the lots are waited for.
  await product.until((said) => said !== '' && !said.includes('"lots:'), PATIENCE_MS);
  return product;
}

async function knownOf(databaseUrl: string): Promise<Known> {
  const [ids, areas, categories] = await Promise.all([
    ask<{ id: string }>(databaseUrl, 'select id from lot order by id'),
    ask<{ id: number; regionId: number }>(databaseUrl, 'select id, region_id as "regionId" from area'),
    ask<{ id: number }>(databaseUrl, 'select distinct category_id as id from lot order by 1'),
  ]);
  return { ids: ids.map(({ id }) => Number(id)), areas, categories: categories.map(({ id }) => id) };
}

async function load(worker: Worker, serverPid: number, run: CatalogueRun): Promise<Measured> {
  const before = cpuMsOf(serverPid);
  const startedAt = performance.now();
  const figures = await worker.ask<CatalogueFigures>('run', run);
  const took = performance.now() - startedAt;
  const after = cpuMsOf(serverPid);
  const resident = residentBytesOf(serverPid);
  if (figures.failed > 0) throw new Error(`${figures.failed} requests were not answered with 200`);
  return {
    value: figures.perSecond,
    busy: figures.busy,
    figures: {
      perSecond: figures.perSecond,
      megabytesPerSecond: figures.bytesPerSecond / 1e6,
      p50Ms: figures.p50,
      p99Ms: figures.p99,
      maxMs: figures.max,
      repeats: figures.repeats,
      serverCore: before === null || after === null ? Number.NaN : (after - before) / took,
      residentMebibytes: resident === null ? Number.NaN : Math.round(resident / MEBIBYTE),
    },
  };
}

/** Time from a price written as the rooms' projection writes it until the list shows it, under load; ms. */
async function priceSeenAfter(
  product: PlatformProcess,
  databaseUrl: string,
  lotId: number,
  tiyin: number,
): Promise<number> {
  await ask(databaseUrl, 'update lot set room_price_tiyin = $2 where id = $1', [lotId, tiyin]);
  const changedAt = performance.now();
  for (;;) {
    const answer = await fetch(`${product.url}/api/shop/shop-lots/lot-list?i=0&q=${lotId}`);
    if ((await answer.text()).includes(`"priceTiyin":${tiyin},`)) return performance.now() - changedAt;
    if (performance.now() - changedAt > 10_000) throw new Error('the new price was not seen within 10 s');
    await pause(5);
  }
}

async function run(setting: BenchSetting): Promise<Part[]> {
  const { quick, seed, databaseUrl, say } = setting;
  const rounds = quick ? 2 : 5;
  const seconds = quick ? 1 : 5;
  const lots = quick ? LOTS / 10 : LOTS;
  const loadedAt = performance.now();
  await program(
    ['server/processes/cli.ts', 'import-lots', '--synthetic', String(lots), '--seed', String(seed)],
    settingsOf(setting),
  );
  await ask(databaseUrl, 'vacuum analyze lot, lot_words, search_word');
  say(`${lots} lots loaded in ${((performance.now() - loadedAt) / 1_000).toFixed(1)} s`);
  const known = await knownOf(databaseUrl);
  const product = await startProduct(setting);
  const bare = await startWorker('catalogue-bare.ts');
  const worker = await startWorker('catalogue-load.ts');
  try {
    const next = questions(known, seed + 1_000);
    const bodies: string[] = [];
    for (let i = 0; i < KEPT_ANSWERS; i += 1) bodies.push(await (await fetch(product.url + next())).text());
    await bare.ask('keep', { bodies });
    const bareUrl = `http://127.0.0.1:${await bare.ask<number>('listen')}`;
    let round = seed;
    const work = (url: string, rate = 0): CatalogueRun => ({
      url,
      known,
      seed: (round += 1),
      connections: CONNECTIONS,
      rate,
      seconds,
    });
    // Both are warm before anything counts.
    await load(worker, product.pid, work(product.url));
    await load(worker, bare.pid, work(bareUrl));
    const most = await compare({
      part: 'most a second',
      rounds,
      target: 0.25,
      more: true,
      product: () => load(worker, product.pid, work(product.url)),
      ceiling: () => load(worker, bare.pid, work(bareUrl)),
      bounds: (figures) => [atMost(figures, 'repeats', 0.1, 'of questions')],
      note: `${lots} lots, ${CONNECTIONS} connections, one web process; lists 45 %, searches 20 %, counters 15 %, cards 20 %; the product's limits are on, raised ${LIMIT_FACTOR} times; ceiling: bare Express answering ${KEPT_ANSWERS} of the product's own answers from memory`,
    });
    say(`most a second: ${most.ratio?.toFixed(2)}`);
    const half = Math.floor(Number(most.product.perSecond) / 2);
    const calm = await measure({
      part: 'half of that',
      rounds,
      product: async () => {
        const loading = load(worker, product.pid, work(product.url, half));
        const id = known.ids[(round * 7_919) % known.ids.length] as number;
        await pause(300);
        const seen = await priceSeenAfter(product, databaseUrl, id, 1_000_000_007 + round);
        const measured = await loading;
        return { ...measured, figures: { ...measured.figures, priceSeenMs: seen } };
      },
      bounds: (figures) => [
        atMost(figures, 'p99Ms', 50, 'ms'),
        atMost(figures, 'priceSeenMs', 1_000, 'ms'),
        atMost(figures, 'repeats', 0.1, 'of questions'),
      ],
      note: `${half} requests a second by the clock, latency from the scheduled time; a price written meanwhile is looked for in the list`,
    });
    return [most, calm];
  } finally {
    await Promise.all([worker.stop(), bare.stop()]);
    await product.stop();
  }
}

/** Lists, searches, counters and cards over HTTP beside bare Express. */
export const catalogue: Benchmark = {
  name: 'catalogue',
  about: 'lists, searches, counters and cards a second with 100 000 lots',
  run,
};
