import { dropDatabases, freshDatabase } from './database.ts';
import { startEmbeddedCore } from './embedded-core.ts';
import type { ToolOptions } from './tool-options.ts';
import { startWorker } from './worker.ts';

/** Where a tool plays: a running server, or the core alone with bots that move the price. */
export interface Stage {
  url: string;
  lots: number[];
  described: Record<string, unknown>;
  residentBytes(): number | null;
  /** Prices move for so long, in the core alone; a running server has bidders of its own. */
  move(o: { perSecond: number; milliseconds: number; seed: number }): Promise<void>;
  stop(): Promise<void>;
}

const BOTS = 10;

export async function openStage(options: ToolOptions<string>): Promise<Stage> {
  const { url, lots } = options;
  const nothing = async () => undefined;
  if (url !== null)
    return {
      ...{ url, lots, described: {}, residentBytes: () => null, stop: nothing },
      move: ({ milliseconds }) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    };
  const rooms = lots.length;
  const own = await ownDatabase();
  const core = await startEmbeddedCore({ rooms, bidders: BOTS, databaseUrl: own.url });
  const bots = await startWorker('generators/bids.ts');
  let connected = false;
  return {
    url: core.url,
    lots: Array.from({ length: rooms }, (_, at) => at + 1),
    described: core.described,
    residentBytes: core.residentBytes,
    async move({ perSecond, milliseconds, seed }) {
      if (!connected) await bots.ask('connect', { url: core.url, bots: BOTS, rooms, seed });
      connected = true;
      await bots.ask('run', {
        ...{ rooms, acceptPercent: 100, rate: perSecond, depth: 1, warmupMs: 0, measuredMs: milliseconds },
      });
    },
    async stop() {
      await bots.stop();
      await core.stop();
      await own.drop();
    },
  };
}

/** A copy of the migrated database given, so that every run begins with empty rooms. */
export async function ownDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (!given) throw new Error('DATABASE_URL is missing: use npm run bench, or give the services yourself');
  const name = `storm_${process.pid}`;
  return { url: await freshDatabase(given, name), drop: () => dropDatabases(given, name) };
}
