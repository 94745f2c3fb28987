import {
  createDueLotsRepository,
  openAuctionState,
  startClock,
  startSweeper,
} from '#server/auction/index.ts';
import { every } from '#server/jobs/index.ts';
import type { Platform } from './platform.ts';
import type { Started } from './started.ts';

const REPORT_MS = 1_000;

/** Opens and closes rooms at their instants, and looks in PostgreSQL for what was missed. */
export async function startClockProcess(platform: Platform): Promise<Started> {
  const { database, logger, metrics, shutdown } = platform;
  const state = await openAuctionState(platform, 'clock');
  const log = logger.child({ part: 'clock' });
  const clock = startClock({ state, log, metrics });
  const lots = createDueLotsRepository(database.db);
  const sweeper = startSweeper({ state, lots, log, metrics });
  // One that runs and cannot reach the auction Redis opens and ends nothing.
  const stopReports = every(REPORT_MS, 'presence of the clock', log, async () => {
    if (performance.now() - clock.lookedAt() < 2 * REPORT_MS) await lots.clockLooked();
  });
  shutdown.add('clock', async () => {
    await stopReports();
    await sweeper.stop();
    await clock.stop();
  });
  return {};
}
