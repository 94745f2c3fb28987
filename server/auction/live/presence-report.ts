import { MARK_BYTES, markOf } from '../state/presence-marks.ts';

/** One node's part of a room's presence. */
export interface PresenceShare {
  /** Viewers by hash, MARK_BYTES each, so that none is counted on two nodes; those of present bidders come first. */
  marks: Buffer;
  bidders: number;
  /** Viewers, and bidders among them, beyond the marks: counted by each node. */
  furtherViewers: number;
  furtherBidders: number;
}

/** What a node sends to the others each second. */
export interface PresenceReport {
  node: string;
  /** The node knows no shares of the others yet: each sends all of its own in its next report. */
  asksForAll: boolean;
  /** The node stops: its shares no longer count. */
  leaves: boolean;
  /** Complete shares of the rooms that changed; without viewers: the room is empty on that node. */
  shares: Iterable<readonly [lotId: number, share: PresenceShare]>;
}

/** Most marks of a room. With 10 000 viewers two of a room collide once in five million rooms. */
export const MAX_MARKS = 1_000;

const VERSION = 1;
const ASKS_FOR_ALL = 1;
const LEAVES = 2;
/** Lot id as a double; marks, bidders among them (16 bits each); further viewers and bidders (32 bits each). */
const SHARE_HEAD_BYTES = 20;
const MAX_UINT32 = 0xffff_ffff;

/** @param bidders persons present who may bid @param others further persons @param guests visitors' addresses */
export function shareOf(
  bidders: readonly string[],
  others: readonly string[],
  guests: readonly string[],
): PresenceShare {
  // An address is sent as its hash only, and never equals a person's mark.
  const names = [...bidders, ...others, ...guests.map((address) => `~${address}`)];
  const count = Math.min(names.length, MAX_MARKS);
  const marks = Buffer.allocUnsafeSlow(count * MARK_BYTES);
  for (let i = 0; i < count; i += 1) markOf(names[i] as string).copy(marks, i * MARK_BYTES);
  const marked = Math.min(bidders.length, count);
  return {
    marks,
    bidders: marked,
    furtherViewers: names.length - count,
    furtherBidders: bidders.length - marked,
  };
}

export const EMPTY_SHARE: PresenceShare = {
  marks: Buffer.alloc(0),
  bidders: 0,
  furtherViewers: 0,
  furtherBidders: 0,
};

export const isEmpty = (share: PresenceShare): boolean =>
  share.marks.length === 0 && share.furtherViewers === 0;

/** `node` has at most 255 characters of ASCII. */
export function encodeReport({ node, asksForAll, leaves, shares }: PresenceReport): Buffer {
  const name = Buffer.from(node, 'latin1');
  const flags = (asksForAll ? ASKS_FOR_ALL : 0) + (leaves ? LEAVES : 0);
  const parts: Buffer[] = [Buffer.from([VERSION, flags, name.length]), name];
  for (const [lotId, share] of shares) {
    const head = Buffer.allocUnsafe(SHARE_HEAD_BYTES);
    head.writeDoubleBE(lotId, 0);
    head.writeUInt16BE(share.marks.length / MARK_BYTES, 8);
    head.writeUInt16BE(share.bidders, 10);
    head.writeUInt32BE(Math.min(share.furtherViewers, MAX_UINT32), 12);
    head.writeUInt32BE(Math.min(share.furtherBidders, MAX_UINT32), 16);
    parts.push(head, share.marks);
  }
  return Buffer.concat(parts);
}

/** Null for a message of another release, which is ignored. @throws RangeError for a truncated one */
export function decodeReport(message: Buffer): PresenceReport | null {
  if (message[0] !== VERSION) return null;
  const flags = message.readUInt8(1);
  const end = 3 + message.readUInt8(2);
  if (end > message.length) throw new RangeError('a truncated report of presence');
  const shares: [number, PresenceShare][] = [];
  let at = end;
  while (at < message.length) {
    const lotId = message.readDoubleBE(at);
    const marksAt = at + SHARE_HEAD_BYTES;
    const next = marksAt + message.readUInt16BE(at + 8) * MARK_BYTES;
    if (next > message.length) throw new RangeError('a truncated report of presence');
    const share = {
      marks: message.subarray(marksAt, next),
      bidders: message.readUInt16BE(at + 10),
      furtherViewers: message.readUInt32BE(at + 12),
      furtherBidders: message.readUInt32BE(at + 16),
    };
    shares.push([lotId, share]);
    at = next;
  }
  return {
    node: message.toString('latin1', 3, end),
    asksForAll: (flags & ASKS_FOR_ALL) !== 0,
    leaves: (flags & LEAVES) !== 0,
    shares,
  };
}
