import { cpus } from 'node:os';
import { Bot } from './lib/bots.ts';
import { brokenInvariants, readKept, type KeptPrice } from './lib/invariants.ts';
import { Ladder, seeded } from './lib/mix.ts';
import { runTool, wait, type ToolRun } from './lib/run-tool.ts';
import { checkLots, startOwnCore } from './lib/target.ts';
import { runBidLoad, resolveOpen, type BidLoad } from './lib/bid-load.ts';
import { ToolProblem } from './lib/tool-options.ts';
import { report } from './lib/tool-report.ts';

const CONNECTING_AT_ONCE = 50;
/** The last broadcasts are on their way; after a crash everybody has to be back first. */
const SETTLE_MS = 1_500;
const BACK_MS = 15_000;

const TOOL = {
  name: 'bid-storm',
  about: 'bids over real sockets, latency from the scheduled time, invariants checked at the end',
  numbers: {
    bots: { default: 50, min: 1, max: 5_000, about: 'bidders, spread over the rooms' },
    viewers: { default: 0, min: 0, max: 10_000, about: 'sockets that only watch' },
    rate: { default: 0, min: 0, max: 50_000, about: 'bids a second by the clock; 0: a closed loop' },
    depth: { default: 1, min: 1, max: 64, about: 'bids each bot has under way in the closed loop' },
    seconds: { default: 10, min: 1, max: 600, about: 'measured time' },
    warmup: { default: 2, min: 0, max: 60, about: 'seconds before it' },
    accept: { default: 100, min: 0, max: 100, about: 'percent of bids meant to be accepted' },
    kill: { default: 0, min: 0, max: 600, about: 'the core alone is killed every so many seconds; 0: never' },
    seed: { default: 1, min: 0, max: 2 ** 31, about: 'of the mix' },
  },
};
type Options = ToolRun<keyof (typeof TOOL)['numbers']>;

/** The core alone, killed and begun again on the same address where that is asked for. */
interface Core {
  url: string;
  described: Record<string, unknown>;
  cpuMs(): number | null;
  kills(): number;
  /** No further kill; resolves when the core is there. */
  spare(): Promise<void>;
  stop(): Promise<void>;
}

async function startCore({ lots, numbers, stop }: Options): Promise<Core> {
  const bidders = Math.ceil(numbers.bots / lots.length);
  const own = await startOwnCore({ rooms: lots.length, bidders });
  const { url, described } = own.core;
  let [kills, sparing, lostCpuMs] = [0, false, 0];
  const killing = (async () => {
    while (numbers.kill > 0 && !sparing) {
      await wait(numbers.kill * 1_000, stop);
      if (sparing || stop.aborted) return;
      lostCpuMs += own.core.cpuMs() ?? 0;
      kills += 1;
      await own.killAndRestart();
    }
  })();
  // Met by `spare`.
  killing.catch(() => undefined);
  return {
    url,
    described,
    kills: () => kills,
    cpuMs: () => lostCpuMs + (own.core.cpuMs() ?? 0),
    async spare() {
      sparing = true;
      if (numbers.kill > 0) await killing;
    },
    async stop() {
      sparing = true;
      await own.stop();
    },
  };
}

/** Returns 0 when every invariant held, 1 when one did not, 2 for wrong arguments, 3 when nothing could be measured. */
export const bidStorm = (argv: string[]): Promise<number> =>
  runTool(TOOL, argv, async (options) => {
    const { lots, numbers, stop } = options;
    const { bots: botCount, viewers: viewerCount, kill, seed } = numbers;
    if (options.url && options.sessions.length === 0)
      throw new ToolProblem(
        'a running server lets no one bid who is not signed in: --people, --tokens or --sessions',
      );
    if (options.url && kill > 0) throw new ToolProblem('--kill is for the core alone');
    if (options.url) await checkLots(options.url, lots);
    const core = options.url ? null : await startCore(options);
    const url = options.url ?? core?.url ?? '';
    const ladder = new Ladder(numbers.accept, seeded(seed));
    const onPrice = ladder.learn.bind(ladder);
    const sockets: Bot[] = [];
    const connectAll = async (count: number, headersOf: (at: number) => Record<string, string>) => {
      const bots: Bot[] = [];
      for (let at = 0; at < count && !stop.aborted; at += CONNECTING_AT_ONCE) {
        const some = Array.from({ length: Math.min(CONNECTING_AT_ONCE, count - at) }, (_, i) => {
          const lotId = lots[(at + i) % lots.length] ?? 1;
          return Bot.connect({ url, lotId, headers: headersOf(at + i), onPrice });
        });
        bots.push(...(await Promise.all(some)));
      }
      sockets.push(...bots);
      return bots;
    };
    try {
      const bots = await connectAll(botCount, (at) => {
        const session = options.sessions[at % Math.max(1, options.sessions.length)];
        return session ?? { 'x-load-person': `b${Math.floor(at / lots.length) + 1}` };
      });
      const viewers = await connectAll(viewerCount, () => ({}));
      const cpuBefore = core?.cpuMs() ?? null;
      const load = await runBidLoad({
        bots,
        stop,
        rate: numbers.rate,
        depth: numbers.depth,
        amountFor: (lotId) => ladder.next(lotId),
        idPrefix: `storm-${seed}-${process.pid}`,
        warmupMs: numbers.warmup * 1_000,
        measuredMs: numbers.seconds * 1_000,
      });
      const cpuMs = cpuBefore === null ? null : (core?.cpuMs() ?? NaN) - cpuBefore;
      await core?.spare();
      const resolved = await resolveOpen(load.open);
      await wait(SETTLE_MS, stop);
      const stored = new Map<number, KeptPrice[]>();
      for (const lotId of lots) stored.set(lotId, await readKept(url, lotId));
      if (kill > 0) await allBack(sockets, stored);
      const broken = [...brokenInvariants(load.outcomes, stored), ...brokenFollowers(sockets, stored)];
      if (resolved['never-answered']) broken.push(`${resolved['never-answered']} bids were never answered`);
      return report(
        'bid-storm',
        figuresOf(options, load, viewers, { core, cpuMs, resolved }),
        broken,
        options,
        load.bySecond,
      );
    } finally {
      for (const bot of sockets) bot.close();
      await core?.stop();
    }
  });

/** After a crash everybody comes back by himself: waits until each has seen the newest price. */
async function allBack(
  sockets: readonly Bot[],
  stored: ReadonlyMap<number, readonly KeptPrice[]>,
): Promise<void> {
  const giveUpAt = Date.now() + BACK_MS;
  const behind = () => sockets.some((bot) => bot.seq < newestOf(stored, bot.lotId));
  while (behind() && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 100));
}

const newestOf = (stored: ReadonlyMap<number, readonly KeptPrice[]>, lotId: number): number =>
  (stored.get(lotId) ?? []).reduce((newest, { seq }) => Math.max(newest, seq), 0);

function brokenFollowers(
  sockets: readonly Bot[],
  stored: ReadonlyMap<number, readonly KeptPrice[]>,
): string[] {
  const newest = new Map([...stored.keys()].map((lotId) => [lotId, newestOf(stored, lotId)]));
  return sockets.flatMap(({ lotId, seq, gaps }) => [
    ...(gaps > 0 ? [`a socket in lot ${lotId} met ${gaps} gaps`] : []),
    ...(seq < (newest.get(lotId) ?? 0)
      ? [`a socket in lot ${lotId} stayed at ${seq}, not ${newest.get(lotId)}`]
      : []),
  ]);
}

function figuresOf(
  { lots, numbers }: Options,
  load: BidLoad,
  viewers: readonly Bot[],
  o: { core: Core | null; cpuMs: number | null; resolved: Record<string, number> },
): Record<string, unknown> {
  const { bots, rate, depth, accept, seed, kill } = numbers;
  return {
    rooms: lots.length,
    bots,
    viewers: viewers.length,
    loop: rate === 0 ? `closed, depth ${depth}` : `open, ${rate}/s`,
    meantToBeAccepted: `${accept} %`,
    seed,
    seconds: load.seconds,
    answeredPerSecond: load.measured === 0 ? 0 : Math.round(load.measured / load.seconds),
    answers: load.words,
    ...(kill > 0 && { kills: o.core?.kills() }),
    ...(load.open.length > 0 && { askedByIdAfterwards: o.resolved }),
    latencyMs: Object.fromEntries(
      Object.entries(load.percentiles).map(([name, ms]) => [name, Number(ms.toFixed(2))]),
    ),
    updatesToViewers: viewers.reduce((sum, { updates }) => sum + updates, 0),
    shed: load.shed,
    generatorBusy: load.generatorBusy,
    saturated: load.generatorBusy > 0.9,
    ...(o.cpuMs !== null &&
      load.outcomes.length > 0 && {
        serverCpuMsPerBid: Number((o.cpuMs / load.outcomes.length).toFixed(3)),
      }),
    ...(o.core && { core: o.core.described }),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? ''}, Node ${process.version}`,
  };
}

if (process.argv[1] === import.meta.filename) process.exit(await bidStorm(process.argv.slice(2)));
