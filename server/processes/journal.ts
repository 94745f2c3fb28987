import { openAuctionState, startJournals, traceCommits } from '#server/auction/index.ts';
import { newId } from '#server/platform/ids/index.ts';
import type { Platform } from './platform.ts';
import type { Started } from './started.ts';
import { tracesOf } from './traces-of.ts';

const FIGURES_MS = 2_000;

/** Commits what the scripts ordered: without one running, rooms are held. */
export async function startJournalProcess(platform: Platform): Promise<Started> {
  const { config, logger, metrics, shutdown, localCommits } = platform;
  const traces = await tracesOf(platform, 'journal');
  const journal = startJournals({
    state: await openAuctionState(platform, 'journal'),
    databaseUrl: config.databaseUrl,
    owner: newId(),
    log: logger.child({ part: 'journal' }),
    metrics,
  });
  journal.onCommitted((_partition, messages) => localCommits.announce(messages));
  if (traces) journal.onCommitted(traceCommits(traces));
  localCommits.prefetchLog((state) => journal.prefetchLog(state));
  shutdown.add('journal', () => journal.stop());
  const figures = setInterval(() => {
    metrics.journalPartitions.set(journal.owned().length);
    metrics.journalCommitsFailingSeconds.set(journal.commitsFailingMs() / 1_000);
  }, FIGURES_MS);
  shutdown.add('figures of the journal', () => clearInterval(figures));
  return {};
}
