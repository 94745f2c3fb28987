import { build } from 'hdr-histogram-js';
import { readAllKept } from './lib/invariants.ts';
import { openTarget } from './lib/target.ts';
import { runTool, wait } from './lib/run-tool.ts';
import { report } from './lib/tool-report.ts';
import { brokenViews, watchedFrom, Watcher } from './lib/watcher.ts';

const CONNECTING_AT_ONCE = 100;
const TOOL = {
  name: 'viewers',
  about: 'sockets that watch: how old a price is when they see it, and whether they see what is stored',
  numbers: {
    viewers: { default: 500, min: 1, max: 20_000, about: 'sockets, spread over the lots' },
    seconds: { default: 10, min: 1, max: 3_600, about: 'time watched' },
    rate: {
      default: 20,
      min: 1,
      max: 2_000,
      about: 'bids a second; on a running server with --people, --tokens or --sessions',
    },
    seed: { default: 1, min: 0, max: 2 ** 31, about: 'of the bids' },
  },
};

/** Returns 0 when what was seen is what is stored, 1 when not, 2 for wrong arguments. */
export const viewers = (argv: string[]): Promise<number> =>
  runTool(TOOL, argv, async (options) => {
    const { viewers: count, seconds, rate, seed } = options.numbers;
    const { stop } = options;
    const target = await openTarget(options);
    try {
      const before = target.residentBytes();
      const ages = build({
        lowestDiscernibleValue: 1,
        highestTrackableValue: 60_000_000,
        numberOfSignificantValueDigits: 3,
      });
      const all = Array.from(
        { length: count },
        (_, at) => new Watcher(target.lots[at % target.lots.length] ?? 1),
      );
      for (const watcher of all)
        watcher.onAge = (ms) => ages.recordValue(Math.max(1, Math.round(ms * 1_000)));
      const startedAt = performance.now();
      for (let at = 0; at < count && !stop.aborted; at += CONNECTING_AT_ONCE)
        await Promise.all(
          all.slice(at, at + CONNECTING_AT_ONCE).map((watcher) => watcher.connect(target.url)),
        );
      const connectedMs = performance.now() - startedAt;
      const cpu = process.cpuUsage();
      const beganAt = performance.now();
      await target.move({ perSecond: rate, milliseconds: seconds * 1_000, seed });
      const used = process.cpuUsage(cpu);
      const busy = (used.user + used.system) / 1_000 / (performance.now() - beganAt);
      const watchedSeconds = (performance.now() - beganAt) / 1_000;
      await wait(1_500, stop);
      const stored = await readAllKept(target.url, watchedFrom(all));
      const after = target.residentBytes();
      const updates = all.reduce((sum, watcher) => sum + watcher.updates, 0);
      const bytes = all.reduce((sum, { socket }) => sum + (socket?.bytesRead ?? 0), 0);
      const at = (percentile: number) => Number((ages.getValueAtPercentile(percentile) / 1_000).toFixed(1));
      return report(
        'viewers',
        {
          viewers: count,
          lots: target.lots.length,
          watchedSeconds: Number(watchedSeconds.toFixed(1)),
          connectedInMs: Math.round(connectedMs),
          updatesPerSecond: Math.round(updates / watchedSeconds),
          bytesPerViewerPerSecond: Math.round(bytes / count / watchedSeconds),
          ageOfPriceMs:
            ages.totalCount === 0 ? null : { p50: at(50), p99: at(99), max: ages.maxValue / 1_000 },
          serverBytesPerViewer:
            before === null || after === null ? null : Math.round((after - before) / count),
          generatorBusy: Number(busy.toFixed(2)),
          saturated: busy > 0.9,
        },
        brokenViews(all, stored),
        options,
      );
    } finally {
      await target.stop();
    }
  });

if (process.argv[1] === import.meta.filename) process.exit(await viewers(process.argv.slice(2)));
