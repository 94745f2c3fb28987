import { MARK_BYTES, markOf } from '../state/presence-marks.ts';
import { isEmpty, type PresenceShare } from './presence-report.ts';

/** A node without a report for this long is dead, and its viewers are no longer counted. */
const NODE_TTL_MS = 5_000;
/** A share is sent again well within this: an older one ended in a message that was lost. */
const SHARE_TTL_MS = 60_000;

/** When a bidder left is remembered for so long, and of so many rooms: staff ask it of rooms that run. */
const LEFT_TTL_MS = 24 * 3_600_000;
const MAX_LEFT_LOTS = 2_000;

interface Held {
  share: PresenceShare;
  at: number;
}

/** A bidder in a room over all nodes. Beyond MAX_MARKS bidders of a node some are not known to be connected. */
export interface BidderPresence {
  connected: boolean;
  /** When the last connection was seen to be gone, performance.now(); null: connected, or not known to this node. */
  leftAt: number | null;
}

interface Lot {
  byNode: Map<string, Held>;
  /** Null after a change, until it is read. */
  sum: PresenceSum | null;
}

export interface PresenceSum {
  viewers: number;
  participants: number;
}

const NONE: PresenceSum = { viewers: 0, participants: 0 };

/** The shares of all nodes and their sums: a person on several nodes counts once. Instants are performance.now(). */
export class PresenceSums {
  readonly #lots = new Map<number, Lot>();
  /** Last report of each other node. */
  readonly #heard = new Map<string, number>();
  #changed = new Set<number>();
  /** Marks of bidders who left each room, and when. */
  readonly #left = new Map<number, Map<number, number>>();

  /** A report of this node came in; false when it was not known. */
  heard(node: string, now: number): boolean {
    const known = this.#heard.has(node);
    this.#heard.set(node, now);
    return known;
  }

  /** Replaces the node's share of a room. */
  set(node: string, lotId: number, share: PresenceShare, now: number): void {
    const lot = this.#lots.get(lotId);
    if (isEmpty(share)) {
      this.#remove(node, lotId, now);
      return;
    }
    const held = lot?.byNode.get(node);
    if (held && sameShare(held.share, share)) {
      held.at = now;
      return;
    }
    const into = lot ?? { byNode: new Map<string, Held>(), sum: null };
    into.byNode.set(node, { share, at: now });
    this.#lots.set(lotId, into);
    if (held) this.#noteLeft(lotId, held.share, now);
    this.#touch(lotId, into);
  }

  /** The node has stopped. */
  drop(node: string, now: number): void {
    this.#heard.delete(node);
    for (const lotId of this.#lots.keys()) this.#remove(node, lotId, now);
  }

  /** Removes dead nodes and, except those of `own`, shares that are no longer sent. */
  expire(now: number, own: string): void {
    for (const [node, at] of this.#heard) if (now - at > NODE_TTL_MS) this.drop(node, at);
    for (const [lotId, lot] of this.#lots) {
      for (const [node, { at }] of lot.byNode)
        if (node !== own && now - at > SHARE_TTL_MS) this.#remove(node, lotId, at);
    }
    for (const [lotId, left] of this.#left) {
      for (const [mark, at] of left) if (now - at > LEFT_TTL_MS) left.delete(mark);
      if (left.size === 0) this.#left.delete(lotId);
    }
  }

  /** Another count of the room changed, which is shown with these. */
  changed(lotId: number): void {
    this.#changed.add(lotId);
  }

  /** Lots whose sum changed since the last call. */
  takeChanged(): Set<number> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  of(lotId: number): PresenceSum {
    const lot = this.#lots.get(lotId);
    if (!lot) return NONE;
    return (lot.sum ??= sumOf([...lot.byNode.values()].map(({ share }) => share)));
  }

  /** Whether a person is connected to the room as a bidder, and when they left it. */
  bidder(lotId: number, person: string): BidderPresence {
    const mark = markOf(person);
    const number = mark.readUIntBE(0, MARK_BYTES);
    const shares = this.#lots.get(lotId)?.byNode.values() ?? [];
    for (const { share } of shares)
      if (bidderMarks(share).includes(number)) return { connected: true, leftAt: null };
    return { connected: false, leftAt: this.#left.get(lotId)?.get(number) ?? null };
  }

  #remove(node: string, lotId: number, now: number): void {
    const lot = this.#lots.get(lotId);
    const held = lot?.byNode.get(node);
    if (!lot || !held) return;
    lot.byNode.delete(node);
    this.#noteLeft(lotId, held.share, now);
    this.#touch(lotId, lot);
  }

  /** Remembers the bidders of a share that was replaced who are in no other one now. */
  #noteLeft(lotId: number, share: PresenceShare, now: number): void {
    if (share.bidders === 0) return;
    const shares = [...(this.#lots.get(lotId)?.byNode.values() ?? [])];
    const present = new Set(shares.flatMap((held) => bidderMarks(held.share)));
    const left = this.#left.get(lotId) ?? new Map<number, number>();
    for (const mark of present) left.delete(mark);
    for (const mark of bidderMarks(share)) if (!present.has(mark)) left.set(mark, now);
    // The room that changed last is at the end.
    this.#left.delete(lotId);
    if (left.size > 0) this.#left.set(lotId, left);
    const [oldest] = this.#left.keys();
    if (this.#left.size > MAX_LEFT_LOTS && oldest !== undefined) this.#left.delete(oldest);
  }

  #touch(lotId: number, lot: Lot): void {
    lot.sum = null;
    this.#changed.add(lotId);
    if (lot.byNode.size === 0) this.#lots.delete(lotId);
  }
}

function sumOf(shares: readonly PresenceShare[]): PresenceSum {
  let viewers = 0;
  let participants = 0;
  const [only] = shares;
  if (only && shares.length === 1) {
    viewers = only.marks.length / MARK_BYTES;
    participants = only.bidders;
  } else {
    const seen = new Set<number>();
    const bidding = new Set<number>();
    for (const { marks, bidders } of shares) {
      for (let at = 0; at < marks.length; at += MARK_BYTES) {
        const mark = marks.readUIntBE(at, MARK_BYTES);
        seen.add(mark);
        if (at < bidders * MARK_BYTES) bidding.add(mark);
      }
    }
    viewers = seen.size;
    participants = bidding.size;
  }
  for (const share of shares) {
    viewers += share.furtherViewers;
    participants += share.furtherBidders;
  }
  return { viewers, participants };
}

const sameShare = (a: PresenceShare, b: PresenceShare): boolean =>
  a.bidders === b.bidders &&
  a.furtherViewers === b.furtherViewers &&
  a.furtherBidders === b.furtherBidders &&
  a.marks.equals(b.marks);

/** Those of its bidders that it names. */
const bidderMarks = ({ marks, bidders }: PresenceShare): number[] =>
  Array.from({ length: bidders }, (_, at) => marks.readUIntBE(at * MARK_BYTES, MARK_BYTES));
