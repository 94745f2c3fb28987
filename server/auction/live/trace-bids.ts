import type { Traces } from '#server/platform/tracing/index.ts';
import type { AuctionState } from '../state/contract.ts';
import { traceOfBid } from '../state/trace-of-bid.ts';
import type { BidService } from './bid-service.ts';

/** A call of the scripts about one bid, with a span of its own. */
function traced<Offer extends { lotId: number; bidId: string }, Verdict>(
  name: string,
  call: (offer: Offer) => Promise<Verdict>,
  traces: Traces,
): (offer: Offer) => Promise<Verdict> {
  return async (offer) => {
    const end = traces.begin(name, { kind: 'internal', trace: traceOfBid(offer, false) });
    try {
      const verdict = await call(offer);
      end();
      return verdict;
    } catch (error) {
      // Retried by the caller with the same id: another span of the same trace.
      end({}, { failed: true });
      throw error;
    }
  };
}

/**
 * From now on each command of these bids has a span from its arrival to its answer, and each sending of it to the auction Redis one
 * below. Called only where traces are on: elsewhere bids go the same way as if this did not exist.
 */
export function traceBids(bids: BidService, state: AuctionState, traces: Traces): void {
  const submit = bids.submit.bind(bids);
  bids.submit = async (command) => {
    const { lotId, bidId, sentEpoch, kind } = command;
    const end = traces.begin(`bid ${kind}`, {
      kind: 'server',
      // A bid that is sent again is a further span of the trace that its first sending began.
      trace: traceOfBid(command, sentEpoch === undefined),
      facts: { 'savdo.lot': lotId, 'savdo.bid': bidId },
    });
    try {
      const answer = await submit(command);
      end(
        {
          'savdo.verdict': answer.verdict,
          ...(answer.verdict === 'refused' && { 'savdo.reason': answer.reason }),
          ...(answer.verdict === 'accepted' && { 'savdo.seq': answer.seq }),
        },
        { failed: answer.verdict === 'unknown' },
      );
      return answer;
    } catch (error) {
      // Answered by the caller.
      end({}, { failed: true });
      throw error;
    }
  };
  state.place = traced('script place', state.place.bind(state), traces);
  state.refuseEarly = traced('script refuse-early', state.refuseEarly.bind(state), traces);
  state.setAuto = traced('script set-auto', state.setAuto.bind(state), traces);
  state.clearAuto = traced('script clear-auto', state.clearAuto.bind(state), traces);
}
