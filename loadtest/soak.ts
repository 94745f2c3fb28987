import { setTimeout as pause } from 'node:timers/promises';
import { MinimalSocket } from './lib/minimal-socket.ts';
import { startOwnCore } from './lib/target.ts';
import { runTool, wait } from './lib/run-tool.ts';
import { ToolProblem } from './lib/tool-options.ts';
import { report } from './lib/tool-report.ts';
import { startWorker } from './lib/worker.ts';
import { ROOM_EVENTS } from '../shared/realtime/room.ts';

const TOOL = {
  name: 'soak',
  about: 'memory of a process whose viewers come and go all the time while prices move; the core alone',
  numbers: {
    minutes: { default: 20, min: 1, max: 720, about: 'how long; 5 is the quick form' },
    viewers: { default: 500, min: 10, max: 5_000, about: 'sockets open at any moment' },
    rate: { default: 30, min: 1, max: 500, about: 'bids a second' },
    rooms: { default: 10, min: 1, max: 200, about: 'rooms they are spread over' },
    seed: { default: 1, min: 0, max: 2 ** 31, about: 'of the bids' },
  },
};

const BOTS = 10;
/** So many of the viewers leave, and as many come, each second. */
const CHANGING = 0.05;
const SAMPLE_MS = 5_000;
/** What a process needs before it is itself: a quarter of the time. */
const WARM_UP = 0.25;
/** The end may be this much above the warm state. */
const GROWTH_PERCENT = 5;
const MEBIBYTE = 2 ** 20;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function viewerOf(url: string, lotId: number): Promise<MinimalSocket> {
  const socket = await MinimalSocket.connect(url);
  await socket.ask(ROOM_EVENTS.join, { lotId });
  return socket;
}

/** Resident memory after a collection, MiB. */
async function residentMib(core: { signal(s: NodeJS.Signals): void; residentBytes(): number | null }) {
  core.signal('SIGUSR2');
  await pause(400);
  const bytes = core.residentBytes();
  if (bytes === null) throw new ToolProblem('this system does not tell how much memory a process uses');
  return bytes / MEBIBYTE;
}

/** Returns 0 when the memory ended within five percent of its warm state, 1 when not, 2 for wrong arguments. */
export const soak = (argv: string[]): Promise<number> =>
  runTool(TOOL, argv, async (options) => {
    const { minutes, viewers: count, rate, rooms, seed } = options.numbers;
    if (options.url !== null) throw new ToolProblem('soak watches a process of its own: it takes no --url');
    const own = await startOwnCore({ rooms, bidders: BOTS, flags: ['--expose-gc'] });
    const { core } = own;
    const bots = await startWorker('generators/bids.ts');
    const lengthMs = minutes * 60_000;
    const samples: { atMs: number; mib: number }[] = [];
    let [came, at] = [0, 0];
    const open: MinimalSocket[] = [];
    const come = async (): Promise<void> => {
      open.push(await viewerOf(core.url, (came % rooms) + 1));
      came += 1;
    };
    try {
      while (open.length < count) await Promise.all(Array.from({ length: 50 }, come));
      await bots.ask('connect', { url: core.url, bots: BOTS, rooms, seed });
      const bidding = bots.ask('run', {
        rooms,
        acceptPercent: 100,
        rate,
        depth: 1,
        warmupMs: 0,
        measuredMs: lengthMs,
      });
      const startedAt = performance.now();
      let sampledAt = -SAMPLE_MS;
      while ((at = performance.now() - startedAt) < lengthMs && !options.stop.aborted) {
        const leaving = open.splice(0, Math.max(1, Math.round(count * CHANGING)));
        for (const socket of leaving) socket.close();
        await Promise.all(leaving.map(come));
        if (at - sampledAt >= SAMPLE_MS) {
          sampledAt = at;
          samples.push({ atMs: at, mib: await residentMib(core) });
        }
        await wait(1_000, options.stop);
      }
      // Asked to stop: its bids end with its process.
      if (options.stop.aborted) bidding.catch(() => undefined);
      else await bidding;
    } finally {
      for (const socket of open) socket.close();
      await bots.stop();
      await own.stop();
    }
    const tenth = Math.max(3, Math.round(samples.length / 10));
    const afterWarmUp = samples.filter(({ atMs }) => atMs >= at * WARM_UP).map(({ mib }) => mib);
    const [warm, end] = [median(afterWarmUp.slice(0, tenth)), median(afterWarmUp.slice(-tenth))];
    const growthPercent = Number((((end - warm) / warm) * 100).toFixed(1));
    const grown = `memory grew by ${growthPercent} % after the warm-up, ${GROWTH_PERCENT} % are allowed`;
    return report(
      'soak',
      {
        minutes,
        viewers: count,
        rooms,
        bidsPerSecond: rate,
        cameAndLeft: came - count,
        startMib: Math.round(samples[0]?.mib ?? NaN),
        warmMib: Math.round(warm),
        endMib: Math.round(end),
        mostMib: Math.round(Math.max(...samples.map(({ mib }) => mib))),
        growthPercent,
        samples: samples.length,
      },
      growthPercent > GROWTH_PERCENT ? [grown] : [],
      options,
    );
  });

if (process.argv[1] === import.meta.filename) process.exit(await soak(process.argv.slice(2)));
