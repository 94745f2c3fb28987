import { MARK_BYTES } from '../state/presence-marks.ts';

/** A web process that could not place bids for this long is silent; where no other can, rooms are stalled. */
const SILENT_AFTER_MS = 2_000;
/** A room waits for the bidders of one silent web process for this long at most. */
const WAITS_FOR_BIDDERS_MS = 10_000;
/** From this share of a room's connected bidders on, the room waits for them. */
const LEAST_SHARE = 0.2;

export interface WebNode {
  node: string;
  /** Since it last could place bids, ms. */
  ableAgoMs: number;
}

/** A room's bidders who are, or were at the last word of it, connected to a web process. */
export interface NodeBidders {
  node: string;
  marks: Buffer;
}

/** Whether any web process can place bids. An installation that never had one does not depend on them. */
export const canBidsReach = (nodes: readonly WebNode[]): boolean =>
  nodes.length === 0 || nodes.some(({ ableAgoMs }) => ableAgoMs <= SILENT_AFTER_MS);

/** Silent web processes whose bidders rooms still wait for, with since when they have been silent, ms. */
export const silentNodes = (nodes: readonly WebNode[]): WebNode[] =>
  nodes.filter(
    ({ ableAgoMs }) => ableAgoMs > SILENT_AFTER_MS && ableAgoMs < SILENT_AFTER_MS + WAITS_FOR_BIDDERS_MS,
  );

/** Until when a room waits for the bidders of a web process that was last able at `ableUs`, µs. */
export const waitsUntilUs = (ableUs: number): number =>
  ableUs + (SILENT_AFTER_MS + WAITS_FOR_BIDDERS_MS) * 1_000;

/** Whether so many of a room's bidders were on silent web processes, and are not on another, that the room waits. */
export function isCutOff(room: readonly NodeBidders[], silent: ReadonlySet<string>): boolean {
  const elsewhere = new Set<string>();
  const lost = new Set<string>();
  for (const { node, marks } of room)
    for (const mark of marksIn(marks)) (silent.has(node) ? lost : elsewhere).add(mark);
  let missing = 0;
  for (const mark of lost) if (!elsewhere.has(mark)) missing += 1;
  return missing > 0 && missing >= LEAST_SHARE * (elsewhere.size + missing);
}

function* marksIn(marks: Buffer): Iterable<string> {
  for (let at = 0; at + MARK_BYTES <= marks.length; at += MARK_BYTES)
    yield marks.toString('latin1', at, at + MARK_BYTES);
}
