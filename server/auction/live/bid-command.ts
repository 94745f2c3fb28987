import type { BidCommandHead } from '../state/contract.ts';
import type { Room } from './room.ts';

/** What identifies a bid, for a look-up too. */
export interface BidIdentity {
  lotId: number;
  person: string;
  bidId: string;
  /** Epoch of a first sending that may have been executed: set on repeats. */
  sentEpoch?: number | undefined;
}
export type BidCommand = BidIdentity &
  (
    | { kind: 'place'; amountTiyin: number; confirmed?: boolean | undefined }
    | { kind: 'set-auto'; maximumTiyin: number }
    | { kind: 'clear-auto' }
  );

/** A command as the scripts take it: with the epoch this process knows, and whether the person takes part at all. */
export function headOf(
  { view }: Room,
  { lotId, person, bidId }: BidIdentity,
  epoch: number,
  sentEpoch: number | undefined,
): BidCommandHead {
  const head: BidCommandHead = { lotId, epoch, person, bidId };
  if (sentEpoch !== undefined) head.sentEpoch = sentEpoch;
  if (!view.bidders[person]) head.notAdmitted = true;
  return head;
}
