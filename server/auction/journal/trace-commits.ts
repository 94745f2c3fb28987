import type { Traces } from '#server/platform/tracing/index.ts';
import { traceOfBid } from '../state/trace-of-bid.ts';
import type { CommittedListener } from './publisher.ts';

const US_PER_MS = 1_000;

/**
 * A listener of a journal that adds to the trace of each bid what the bid waited for its commit: from the instant of the entry, by the
 * auction Redis's clock, to now. For journals of installations where traces are on.
 */
export const traceCommits =
  (traces: Traces): CommittedListener =>
  (_partition, messages) => {
    const nowMs = Date.now();
    for (const message of messages) {
      if (message.type !== 'entries') continue;
      for (const { entry } of message.entries) {
        // The others were ordered by no one's command.
        if (!('bidId' in entry) || entry.bidId === '') continue;
        const end = traces.begin('journal commit', {
          kind: 'internal',
          trace: traceOfBid(entry, false),
          // Clocks of two servers: a span must not end before it begins.
          startMs: Math.min(entry.atUs / US_PER_MS, nowMs),
          facts: {
            'savdo.lot': entry.lotId,
            'savdo.bid': entry.bidId,
            'savdo.seq': entry.seq,
            'savdo.entry': entry.kind,
          },
        });
        end({}, { atMs: nowMs });
      }
    }
  };
