import { MARK_BYTES } from '../state/presence-marks.ts';
import { isEmpty, type PresenceShare } from './presence-report.ts';

/** A node without a report for this long is dead, and its viewers are no longer counted. */
const NODE_TTL_MS = 5_000;
/** A share is sent again well within this: an older one ended in a message that was lost. */
const SHARE_TTL_MS = 60_000;

interface Held {
  share: PresenceShare;
  at: number;
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
      if (lot?.byNode.delete(node)) this.#touch(lotId, lot);
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
    this.#touch(lotId, into);
  }

  /** The node has stopped. */
  drop(node: string): void {
    this.#heard.delete(node);
    for (const [lotId, lot] of this.#lots) if (lot.byNode.delete(node)) this.#touch(lotId, lot);
  }

  /** Removes dead nodes and, except those of `own`, shares that are no longer sent. */
  expire(now: number, own: string): void {
    for (const [node, at] of this.#heard) if (now - at > NODE_TTL_MS) this.drop(node);
    for (const [lotId, lot] of this.#lots) {
      for (const [node, { at }] of lot.byNode) {
        if (node === own || now - at <= SHARE_TTL_MS) continue;
        lot.byNode.delete(node);
        this.#touch(lotId, lot);
      }
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
