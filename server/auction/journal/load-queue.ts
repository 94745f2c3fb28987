import type { LotRow } from '../state/auction-log.repository.ts';
import type { LotHead } from './lot-head.ts';

/** A lot whose state in Redis must be replaced from PostgreSQL. */
export interface LoadRequest {
  lotId: number;
  /** Redis's time since which the room could confirm nothing, µs. */
  lostFromUs: number;
  /** Redis's time since which its scripts held bids, where that is known to be later: another database had the room. */
  heldFromUs?: number;
  /** A single lot of a partition that is otherwise intact: counted, because one that breaks repeatedly is stopped. */
  repair: boolean;
  /** Less is sooner. */
  order: number;
  /** Failed loads so far, and when to try again (performance.now). */
  tries: number;
  notBeforeMs: number;
}

export interface LoadJob {
  /** The lot's committed head, its epoch just raised. */
  row: LotRow;
  request: LoadRequest;
  /** Repaired too often: it pauses until staff have looked at it. */
  unstable: boolean;
  /** Redis had more of it than PostgreSQL. */
  rewound: boolean;
  /** It pauses until two members of staff have chosen how it goes on. */
  held: boolean;
}

const FIRST_BACKOFF_MS = 50;
const LONGEST_BACKOFF_MS = 5_000;
/** A room whose next transition is this close is loaded before all others. */
const URGENT_US = 60_000_000;
const HOUR_US = 3_600_000_000;

/**
 * Order of a lot among those to be loaded: first those that open, end or resume within a minute, the nearest first; then
 * running rooms, the most recently active first; then the others by their next transition.
 */
export function urgency(
  { phase, dueUs, lastLogId }: Pick<LotHead, 'phase' | 'dueUs' | 'lastLogId'>,
  nowUs: number,
): number {
  const dueInUs = Math.max(0, (dueUs ?? Infinity) - nowUs);
  if (dueInUs <= URGENT_US) return dueInUs / URGENT_US;
  // A log id begins with Redis's microseconds; '' in an epoch without entries.
  const activeUs = Number(lastLogId.split('-')[0]) || 0;
  if (phase === 'running') return 1 + Math.max(0, nowUs - activeUs) / HOUR_US;
  return 1e9 + Math.min(dueInUs, 1e15);
}

/** Lots waiting to be prepared for loading, each once. */
export class LoadQueue {
  readonly #requests = new Map<number, LoadRequest>();

  has(lotId: number): boolean {
    return this.#requests.has(lotId);
  }

  /** A lot that waits already has lost its time since the earlier of both instants. */
  add(request: Omit<LoadRequest, 'tries' | 'notBeforeMs'> & { tries?: number }): void {
    const { lotId, tries = 0 } = request;
    const waiting = this.#requests.get(lotId);
    const backoffMs = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (tries - 1));
    this.#requests.set(lotId, {
      ...request,
      lostFromUs: Math.min(request.lostFromUs, waiting?.lostFromUs ?? Infinity),
      repair: request.repair || (waiting?.repair ?? false),
      tries,
      notBeforeMs: tries === 0 ? 0 : performance.now() + backoffMs,
    });
  }

  /** Whether a lot can be prepared now. */
  get ready(): boolean {
    const now = performance.now();
    for (const { notBeforeMs } of this.#requests.values()) if (notBeforeMs <= now) return true;
    return false;
  }

  /** Removes and returns the most urgent ones, at most `limit`. */
  take(limit: number): LoadRequest[] {
    if (this.#requests.size === 0) return [];
    const now = performance.now();
    const taken = [...this.#requests.values()]
      .filter(({ notBeforeMs }) => notBeforeMs <= now)
      .toSorted((one, other) => one.order - other.order)
      .slice(0, limit);
    for (const { lotId } of taken) this.#requests.delete(lotId);
    return taken;
  }

  /** Since when each of these lots can confirm nothing, µs. */
  requests(): [lotId: number, lostFromUs: number][] {
    return [...this.#requests.values()].map(({ lotId, lostFromUs }) => [lotId, lostFromUs]);
  }

  drop(matches: (lotId: number) => boolean): void {
    for (const lotId of this.#requests.keys()) if (matches(lotId)) this.#requests.delete(lotId);
  }
}
