import { startJournals } from '#server/auction/index.ts';
import { newId } from '#server/platform/ids/index.ts';
import { openAuctionState } from './auction-parts.ts';
import type { Platform } from './platform.ts';
import type { Started } from './started.ts';

/** Commits what the scripts ordered: without one running, rooms are held. */
export async function startJournalProcess(platform: Platform): Promise<Started> {
  const { config, logger, metrics, shutdown, localCommits } = platform;
  const journal = startJournals({
    state: await openAuctionState(platform, 'journal'),
    databaseUrl: config.databaseUrl,
    owner: newId(),
    log: logger.child({ part: 'journal' }),
    metrics,
  });
  journal.onCommitted((_partition, messages) => localCommits.announce(messages));
  localCommits.readBehind((state) => journal.readBehind(state));
  shutdown.add('journal', () => journal.stop());
  return {};
}
