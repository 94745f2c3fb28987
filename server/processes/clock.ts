import {
  createDueLotsRepository,
  openAuctionState,
  startClock,
  startSweeper,
} from '#server/auction/index.ts';
import type { Platform } from './platform.ts';
import type { Started } from './started.ts';

/** Opens and closes rooms at their instants, and looks in PostgreSQL for what was missed. */
export async function startClockProcess(platform: Platform): Promise<Started> {
  const { database, logger, metrics, shutdown } = platform;
  const state = await openAuctionState(platform, 'clock');
  const log = logger.child({ part: 'clock' });
  const clock = startClock({ state, log, metrics });
  const sweeper = startSweeper({ state, lots: createDueLotsRepository(database.db), log, metrics });
  shutdown.add('clock', async () => {
    await sweeper.stop();
    await clock.stop();
  });
  return {};
}
