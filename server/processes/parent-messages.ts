import type { CommittedMessage } from '#server/auction/index.ts';
import type { MetricsSnapshot } from '#server/platform/metrics/index.ts';

/** Messages under way to the parent; beyond them it reads the committed feed alone until the channel is free again. */
const MOST_UNDER_WAY = 64;

interface CommitsMessage {
  committed: CommittedMessage[];
}

/** What is sent to a parent process: `sent` is called when the message has left, or could not. */
export type Send = (message: CommitsMessage, sent: () => void) => void;

/**
 * Passes what a journal committed to the parent process, one message for each commit, so that its rooms need not wait for
 * the committed feed. Nothing depends on it: the feed brings the same, and what arrives twice is known by its sequence.
 */
export function sendCommits(send: Send): (messages: readonly CommittedMessage[]) => void {
  let gathered: CommittedMessage[] = [];
  let underWay = 0;
  const flush = () => {
    const committed = gathered;
    gathered = [];
    if (underWay >= MOST_UNDER_WAY) return;
    underWay += 1;
    send({ committed }, () => (underWay -= 1));
  };
  return (messages) => {
    const news = messages.filter(({ type }) => type !== 'beat');
    if (news.length === 0) return;
    // All partitions of one commit are announced in the same turn.
    if (gathered.length === 0) queueMicrotask(flush);
    gathered.push(...news);
  };
}

/** The committed messages of a child's message; null for any other message. */
export function commitsOf(message: unknown): CommittedMessage[] | null {
  return typeof message === 'object' && message !== null && 'committed' in message
    ? (message as CommitsMessage).committed
    : null;
}

/** The figures of a child's message; null for any other message. */
export function metricsOf(message: unknown): MetricsSnapshot | null {
  return typeof message === 'object' && message !== null && 'metrics' in message
    ? (message as { metrics: MetricsSnapshot }).metrics
    : null;
}
