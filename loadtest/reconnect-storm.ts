import { build } from 'hdr-histogram-js';
import { setTimeout as pause } from 'node:timers/promises';
import { readAllKept } from './lib/invariants.ts';
import { seeded } from './lib/mix.ts';
import { openTarget } from './lib/target.ts';
import { runTool, wait } from './lib/run-tool.ts';
import { ToolProblem } from './lib/tool-options.ts';
import { report } from './lib/tool-report.ts';
import { brokenViews, watchedFrom, Watcher } from './lib/watcher.ts';

const CONNECTING_AT_ONCE = 100;
const TRY_AGAIN_MS = 200;
/** A minute and more: then no one will be let in any more. */
const MOST_TRIES = 300;
const TOOL = {
  name: 'reconnect-storm',
  about:
    'all sockets are cut at once and come back while prices move: how soon each is in its room again, with nothing missed',
  numbers: {
    sockets: { default: 500, min: 1, max: 20_000, about: 'viewers, spread over the lots' },
    times: { default: 3, min: 1, max: 100, about: 'how often all are cut' },
    spread: { default: 1_000, min: 0, max: 60_000, about: 'ms over which they come back, at random' },
    rate: {
      default: 20,
      min: 1,
      max: 2_000,
      about: 'bids a second; on a running server with --people, --tokens or --sessions',
    },
    seed: { default: 1, min: 0, max: 2 ** 31, about: 'of the bids and of when each comes back' },
  },
};

/** Returns 0 when everybody came back to what is stored, 1 when not, 2 for wrong arguments. */
export const reconnectStorm = (argv: string[]): Promise<number> =>
  runTool(TOOL, argv, async (options) => {
    const { sockets: count, times, spread, rate, seed } = options.numbers;
    const { stop } = options;
    const random = seeded(seed);
    const target = await openTarget(options);
    try {
      const all = Array.from(
        { length: count },
        (_, at) => new Watcher(target.lots[at % target.lots.length] ?? 1),
      );
      for (let at = 0; at < count && !stop.aborted; at += CONNECTING_AT_ONCE)
        await Promise.all(
          all.slice(at, at + CONNECTING_AT_ONCE).map((watcher) => watcher.connect(target.url)),
        );
      const back = build({
        lowestDiscernibleValue: 1,
        highestTrackableValue: 600_000_000,
        numberOfSignificantValueDigits: 3,
      });
      const allBackMs: number[] = [];
      let failures = 0;
      const comeBack = async (watcher: Watcher) => {
        await wait(random() * spread, stop);
        const startedAt = performance.now();
        for (let [done, tries] = [false, 0]; !done; tries += 1) {
          if (tries > MOST_TRIES) throw new ToolProblem(`a viewer was turned away ${tries} times`);
          try {
            await watcher.connect(target.url);
            done = true;
          } catch {
            // Turned away: tried again as a page does, and counted.
            failures += 1;
            await pause(TRY_AGAIN_MS + random() * TRY_AGAIN_MS);
          }
        }
        back.recordValue(Math.max(1, Math.round((performance.now() - startedAt) * 1_000)));
      };
      for (let round = 0; round < times && !stop.aborted; round += 1) {
        const cutAt = performance.now();
        for (const watcher of all) watcher.cut();
        await Promise.all([
          target.move({ perSecond: rate, milliseconds: Math.max(1_000, spread), seed: seed + round }),
          Promise.all(all.map(comeBack)).then(() => allBackMs.push(Math.round(performance.now() - cutAt))),
        ]);
        await wait(500, stop);
      }
      await wait(1_000, stop);
      const stored = await readAllKept(target.url, watchedFrom(all));
      const at = (percentile: number) => Number((back.getValueAtPercentile(percentile) / 1_000).toFixed(1));
      return report(
        'reconnect-storm',
        {
          sockets: count,
          lots: target.lots.length,
          times: allBackMs.length,
          spreadMs: spread,
          backInRoomMs: { p50: at(50), p99: at(99), max: back.maxValue / 1_000 },
          allBackMs,
          turnedAway: failures,
        },
        brokenViews(all, stored),
        options,
      );
    } finally {
      await target.stop();
    }
  });

if (process.argv[1] === import.meta.filename) process.exit(await reconnectStorm(process.argv.slice(2)));
