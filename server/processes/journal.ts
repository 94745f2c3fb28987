import { openAuctionState, startJournals, traceCommits } from '#server/auction/index.ts';
import { crashPoint } from '#server/platform/crash-points/index.ts';
import { newId } from '#server/platform/ids/index.ts';
import { CHILD_FLAG } from './children.ts';
import { sendCommits } from './parent-messages.ts';
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
    crashAt: crashPoint(config.crashAt),
  });
  journal.onCommitted((_partition, messages) => localCommits.announce(messages));
  if (traces) journal.onCommitted(traceCommits(traces));
  const toParent = commitsToParent();
  if (toParent) journal.onCommitted((_partition, messages) => toParent(messages));
  localCommits.prefetchLog((state) => journal.prefetchLog(state));
  shutdown.add('journal', () => journal.stop());
  const figures = setInterval(() => {
    metrics.journalPartitions.set(journal.owned().length);
    metrics.journalCommitsFailingSeconds.set(journal.commitsFailingMs() / 1_000);
    if (toParent) void sendMetrics(metrics);
  }, FIGURES_MS);
  shutdown.add('figures of the journal', () => clearInterval(figures));
  return {};
}

/** The parent shows them among its own: this process has no fixed address. */
async function sendMetrics({ registry }: Platform['metrics']): Promise<void> {
  const metrics = await registry.getMetricsAsJSON();
  if (process.connected) process.send?.({ metrics });
}

/** null: no parent process has rooms that wait for this journal. */
function commitsToParent(): ReturnType<typeof sendCommits> | null {
  if (!process.send || !process.env[CHILD_FLAG]) return null;
  return sendCommits((message, sent) => {
    // A parent that is gone ends this process, see run.ts.
    if (process.connected) process.send?.(message, undefined, undefined, sent);
    else sent();
  });
}
