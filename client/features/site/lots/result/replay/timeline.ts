import type { ChainedEntry, PublicLog } from '#shared/trust/public-log.ts';

type Cause = Extract<ChainedEntry, { kind: 'suspended' | 'deadlineMoved' }>['cause'];

/** What the room showed from one entry of its log until the next one. */
export interface Frame {
  entry: ChainedEntry;
  /** Null before the first price. */
  priceTiyin: number | null;
  /** Of whom that price is. */
  leader: number | null;
  deadlineUs: number;
  /** How often a late price has moved the end by now. */
  extensions: number;
  pause: { cause: Cause; reason: string } | null;
}

/** Where the ordinary course was left. `untilUs` of a pause that ended with the room is that of its close. */
export type Mark = { seq: number; atUs: number; untilUs: number } & (
  | { kind: 'overtime' }
  | { kind: 'pause' | 'moved'; cause: Cause; reason: string }
);

export interface Timeline {
  /** From the opening to the hammer. */
  fromUs: number;
  toUs: number;
  /** One for each entry. */
  frames: readonly Frame[];
  marks: readonly Mark[];
}

function nextFrame(before: Frame | null, entry: ChainedEntry, closesAtUs: number): Frame {
  const frame: Frame = {
    priceTiyin: null,
    leader: null,
    deadlineUs: closesAtUs,
    extensions: 0,
    pause: null,
    ...before,
    entry,
  };
  switch (entry.kind) {
    case 'price':
      return {
        ...frame,
        priceTiyin: entry.amountTiyin,
        leader: entry.number,
        deadlineUs: entry.deadlineUs,
        extensions: frame.extensions + (entry.extended ? 1 : 0),
      };
    case 'suspended':
      return { ...frame, pause: { cause: entry.cause, reason: entry.reason } };
    case 'resumed':
      return { ...frame, pause: null, deadlineUs: entry.deadlineUs };
    case 'deadlineMoved':
      return { ...frame, deadlineUs: entry.deadlineUs };
    case 'closed':
      return { ...frame, pause: null };
    default:
      return frame;
  }
}

function marksOf(entries: readonly ChainedEntry[]): Mark[] {
  const marks: Mark[] = [];
  for (const [at, entry] of entries.entries()) {
    const { seq, atUs } = entry;
    if (entry.kind === 'price' && entry.extended) marks.push({ kind: 'overtime', seq, atUs, untilUs: atUs });
    if (entry.kind === 'deadlineMoved')
      marks.push({ kind: 'moved', seq, atUs, untilUs: atUs, cause: entry.cause, reason: entry.reason });
    if (entry.kind === 'suspended') {
      const end = entries.slice(at).find(({ kind }) => kind === 'resumed' || kind === 'closed');
      marks.push({
        kind: 'pause',
        seq,
        atUs,
        untilUs: end?.atUs ?? atUs,
        cause: entry.cause,
        reason: entry.reason,
      });
    }
  }
  return marks;
}

/** @param log with at least one entry */
export function timelineOf({ terms, entries }: PublicLog): Timeline {
  const frames: Frame[] = [];
  for (const entry of entries) frames.push(nextFrame(frames.at(-1) ?? null, entry, terms.closesAtMs * 1_000));
  const opened = entries.find(({ kind }) => kind === 'opened') ?? entries[0];
  return {
    fromUs: opened?.atUs ?? 0,
    toUs: entries.at(-1)?.atUs ?? 0,
    frames,
    marks: marksOf(entries),
  };
}

/** How many entries there are up to an instant, itself included. */
export function reachedAt({ frames }: Timeline, atUs: number): number {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle]!.entry.atUs <= atUs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The instant of the next or the previous change; that of the end or the beginning where there is none. */
export function stepFrom(timeline: Timeline, atUs: number, to: 'next' | 'previous'): number {
  const { frames, fromUs, toUs } = timeline;
  if (to === 'next') return frames[reachedAt(timeline, atUs)]?.entry.atUs ?? toUs;
  return Math.max(fromUs, frames[reachedAt(timeline, atUs - 1) - 1]?.entry.atUs ?? fromUs);
}

/** An instant as the address has it: seconds since the opening, to the millisecond at or after it. */
export const instantInAddress = ({ fromUs }: Timeline, atUs: number): string =>
  String(Math.ceil((atUs - fromUs) / 1_000) / 1_000);

/** The instant that an address names, within the auction; the beginning where it names none. */
export function instantOfAddress({ fromUs, toUs }: Timeline, text: string | null): number {
  const seconds = Number(text ?? Number.NaN);
  return Number.isFinite(seconds) ? within(fromUs, fromUs + Math.round(seconds * 1e6), toUs) : fromUs;
}

export const within = (from: number, value: number, to: number): number =>
  Math.min(to, Math.max(from, value));
