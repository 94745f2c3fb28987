import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'hdr-histogram-js';
import { Bot, type Outcome } from './lib/bots.ts';
import { startEmbeddedCore } from './lib/embedded-core.ts';
import { brokenInvariants, readKept, type KeptPrice } from './lib/invariants.ts';
import { amounts, seeded } from './lib/mix.ts';
import { ownDatabase } from './lib/stage.ts';
import { readOptions, USAGE, type StormOptions } from './lib/storm-options.ts';

const CONNECTING_AT_ONCE = 50;
/** Bids sent and not answered at most, whatever the rate: beyond it the generator counts them as shed. */
const MOST_UNDER_WAY = 20_000;

/** Returns the exit code: 0 when every invariant held, 1 when one did not, 2 when the arguments are wrong. */
export async function bidStorm(argv: string[]): Promise<number> {
  let options: StormOptions;
  try {
    options = readOptions(argv);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  const { lots, bots: botCount } = options;
  const own = options.url ? null : await ownDatabase();
  const bidders = Math.ceil(botCount / lots.length);
  const core = own && (await startEmbeddedCore({ rooms: lots.length, bidders, databaseUrl: own.url }));
  const url = options.url ?? core?.url ?? '';
  try {
    const bots = await connectAll(botCount, (at) => {
      const lotId = lots[at % lots.length] ?? 1;
      const cookie = options.sessions[at % Math.max(1, options.sessions.length)];
      const person = `b${Math.floor(at / lots.length) + 1}`;
      return Bot.connect(url, lotId, cookie ? { cookie } : { 'x-load-person': person });
    });
    const viewers = await connectAll(options.viewers, (at) =>
      Bot.connect(url, lots[at % lots.length] ?? 1, {}),
    );
    const cpuBefore = core?.cpuMs() ?? null;
    const storm = await blow(bots, options);
    const cpuAfter = core?.cpuMs() ?? null;
    // The last broadcasts are on their way.
    await pause(1_500);
    const kept = new Map<number, KeptPrice[]>();
    for (const lotId of lots) kept.set(lotId, await readKept(url, lotId));
    const broken = brokenInvariants(storm.outcomes, kept);
    for (const bot of [...bots, ...viewers]) {
      const newest = Math.max(0, ...(kept.get(bot.lotId) ?? []).map(({ seq }) => seq));
      if (bot.gaps > 0) broken.push(`a socket in lot ${bot.lotId} met ${bot.gaps} gaps`);
      if (bot.seq < newest) broken.push(`a socket in lot ${bot.lotId} stayed at ${bot.seq}, not ${newest}`);
    }
    report(
      options,
      storm,
      broken,
      { ...core?.described, cpuMsPerBid: perBid(cpuBefore, cpuAfter, storm.outcomes.length) },
      viewers.reduce((sum, { updates }) => sum + updates, 0),
    );
    for (const bot of [...bots, ...viewers]) bot.close();
    return broken.length === 0 ? 0 : 1;
  } finally {
    await core?.stop();
    await own?.drop();
  }
}

const perBid = (before: number | null, after: number | null, bids: number): number | null =>
  before === null || after === null ? null : Number(((after - before) / bids).toFixed(3));

async function connectAll(count: number, connect: (at: number) => Promise<Bot>): Promise<Bot[]> {
  const bots: Bot[] = [];
  for (let at = 0; at < count; at += CONNECTING_AT_ONCE) {
    const some = Array.from({ length: Math.min(CONNECTING_AT_ONCE, count - at) }, (_, i) => connect(at + i));
    bots.push(...(await Promise.all(some)));
  }
  return bots;
}

interface Storm {
  outcomes: Outcome[];
  words: Record<string, number>;
  measured: number;
  seconds: number;
  shed: number;
  percentiles: Record<'p50' | 'p90' | 'p99' | 'p999' | 'max', number>;
  generatorBusy: number;
}

async function blow(bots: Bot[], options: StormOptions): Promise<Storm> {
  const random = seeded(options.seed);
  const amountFor = amounts(options.acceptPercent, random);
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000,
    numberOfSignificantValueDigits: 3,
  });
  const outcomes: Outcome[] = [];
  const words: Record<string, number> = {};
  let [underWay, sent, shed, measured] = [0, 0, 0, 0];
  const startedAt = performance.now();
  const measuredFrom = startedAt + options.warmupSeconds * 1_000;
  const endsAt = measuredFrom + options.seconds * 1_000;

  const send = (bot: Bot, scheduledAt: number, then?: () => void) => {
    underWay += 1;
    sent += 1;
    bot.bid(`storm-${options.seed}-${sent}`, amountFor(bot.lotId), scheduledAt, (outcome) => {
      underWay -= 1;
      outcomes.push(outcome);
      if (scheduledAt >= measuredFrom) {
        measured += 1;
        words[outcome.word] = (words[outcome.word] ?? 0) + 1;
        histogram.recordValue(Math.max(1, Math.round(outcome.latencyMs * 1_000)));
      }
      then?.();
    });
  };

  let cpu = process.cpuUsage();
  const cpuReset = setTimeout(() => (cpu = process.cpuUsage()), options.warmupSeconds * 1_000);
  if (options.rate === 0) {
    const again = (bot: Bot) => {
      const now = performance.now();
      if (now < endsAt) send(bot, now, () => again(bot));
    };
    for (const bot of bots) for (let i = 0; i < options.depth; i += 1) again(bot);
    await pause(endsAt - performance.now());
  } else {
    const every = 1_000 / options.rate;
    for (let dueAt = startedAt; dueAt < endsAt;) {
      const now = performance.now();
      for (; dueAt <= now && dueAt < endsAt; dueAt += every) {
        if (underWay >= MOST_UNDER_WAY) shed += 1;
        else send(bots[sent % bots.length] as Bot, dueAt);
      }
      await pause(1);
    }
  }
  clearTimeout(cpuReset);
  const used = process.cpuUsage(cpu);
  while (underWay > 0) await pause(20);

  const at = (percentile: number) => histogram.getValueAtPercentile(percentile) / 1_000;
  return {
    outcomes,
    words,
    measured,
    seconds: options.seconds,
    shed,
    percentiles: { p50: at(50), p90: at(90), p99: at(99), p999: at(99.9), max: histogram.maxValue / 1_000 },
    generatorBusy: (used.user + used.system) / (options.seconds * 1_000_000),
  };
}

function report(
  options: StormOptions,
  storm: Storm,
  broken: string[],
  described: Record<string, unknown>,
  viewerUpdates: number,
): void {
  const { lots, bots, rate, depth, acceptPercent, viewers, seed } = options;
  const result = {
    tool: 'bid-storm',
    rooms: lots.length,
    bots,
    viewers,
    loop: rate === 0 ? `closed, depth ${depth}` : `open, ${rate}/s`,
    acceptPercent,
    seed,
    seconds: storm.seconds,
    answeredPerSecond: Math.round(storm.measured / storm.seconds),
    answers: storm.words,
    shed: storm.shed,
    latencyMs: storm.percentiles,
    updatesToViewers: viewerUpdates,
    generatorBusy: Number(storm.generatorBusy.toFixed(2)),
    saturated: storm.generatorBusy > 0.9,
    invariants: broken.length === 0 ? 'held' : broken.slice(0, 20),
    machine: { cpus: cpus().length, model: cpus()[0]?.model.trim() ?? '', node: process.version },
    core: described,
  };
  if (options.json) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return;
  }
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  const lines: [string, string][] = [
    ['rooms, bots, viewers', `${result.rooms}, ${bots}, ${viewers}`],
    ['loop', `${result.loop}, ${acceptPercent} % meant to be accepted, seed ${seed}`],
    ['answered', `${result.answeredPerSecond}/s over ${storm.seconds} s`],
    [
      'answers',
      Object.entries(storm.words)
        .map(([word, times]) => `${word} ${times}`)
        .join(', '),
    ],
    [
      'latency',
      Object.entries(storm.percentiles)
        .map(([name, value]) => `${name} ${ms(value)}`)
        .join(', '),
    ],
    [
      'generator',
      `${Math.round(result.generatorBusy * 100)} % of a core${result.saturated ? ' (saturated)' : ''}, ${storm.shed} shed`,
    ],
    ['invariants', broken.length === 0 ? 'held' : `BROKEN: ${broken.slice(0, 5).join('; ')}`],
    [
      'machine',
      `${result.machine.cpus} × ${result.machine.model}, Node ${result.machine.node}, ${JSON.stringify(described)}`,
    ],
  ];
  process.stdout.write('\nbid-storm\n');
  for (const [name, value] of lines) process.stdout.write(`  ${name.padEnd(22)}${value}\n`);
}

if (process.argv[1] === import.meta.filename) process.exit(await bidStorm(process.argv.slice(2)));
