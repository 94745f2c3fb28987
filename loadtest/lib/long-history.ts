import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface LongHistory {
  databaseUrl: string;
  firstLot?: number;
  lots: number;
  bidders: number;
  autoBids?: number;
  /** Of each lot. */
  entries: number;
}

/** Writes running lots with long committed logs into a database that no core uses yet (loadtest/servers/long-history.ts). */
export async function writeHistory(o: LongHistory): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'loadtest/servers/long-history.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: o.databaseUrl,
      HISTORY_FIRST_LOT: String(o.firstLot ?? 1),
      HISTORY_LOTS: String(o.lots),
      HISTORY_BIDDERS: String(o.bidders),
      HISTORY_AUTO_BIDS: String(o.autoBids ?? 0),
      HISTORY_ENTRIES: String(o.entries),
    },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the history could not be written (${code})`);
}
