import type { NodeMessages } from '#server/platform/realtime/index.ts';
import { REFUSAL_REASONS, type RefusalReason } from '#shared/auction/refusals.ts';
import type { LiveLogger } from './live-options.ts';

/** Answers of this long are reported. */
const WINDOW_MS = 60_000;
/** Most answer times that are distinguished, ms: a time counts as the least of these that is not below it. */
const STEPS_MS = [2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] as const;
/** Rooms of a report: a node with more answered ones sends the others with the next. */
const MAX_LOTS = 2_000;

/** How a room was answered within the last minute, by all nodes. */
export interface RoomAnswers {
  /** Half of the answers, and 99 of 100, took at most so long, ms; null: there was none. */
  p50Ms: number | null;
  p99Ms: number | null;
  refusals: Partial<Record<RefusalReason, number>>;
}

/** Answers by the place of their time in STEPS_MS, and refusals by reason. */
interface Counts {
  times: number[];
  refusals: Partial<Record<RefusalReason, number>>;
}

interface Report {
  node: string;
  lots: (readonly [lotId: number, counts: Counts])[];
}

const NONE: RoomAnswers = { p50Ms: null, p99Ms: null, refusals: {} };

const isReason = (label: string): label is RefusalReason =>
  (REFUSAL_REASONS as readonly string[]).includes(label);

const emptyCounts = (): Counts => ({ times: STEPS_MS.map(() => 0), refusals: {} });

/** Adds what a report counted, or with -1 takes it away again. */
function add(into: Counts, { times, refusals }: Counts, sign: 1 | -1): void {
  times.forEach((count, place) => (into.times[place] = (into.times[place] ?? 0) + sign * count));
  for (const [reason, count] of Object.entries(refusals) as [RefusalReason, number][]) {
    const left = (into.refusals[reason] ?? 0) + sign * count;
    if (left > 0) into.refusals[reason] = left;
    else delete into.refusals[reason];
  }
}

/** The step below which this share of the answers is. */
function quantile(times: readonly number[], all: number, share: number): number {
  const wanted = Math.ceil(all * share);
  let counted = 0;
  const place = times.findIndex((count) => (counted += count) >= wanted);
  return STEPS_MS.at(place) as number;
}

/**
 * How long answers to bids took and what was refused, of each room, within the last minute. Each node counts its own answers
 * and sends them to the others once in two seconds; a node that has just started knows what came since.
 */
export class RecentAnswers {
  readonly #node: string;
  readonly #messages: NodeMessages | null;
  readonly #log: LiveLogger;
  #own = new Map<number, Counts>();
  readonly #reports: { at: number; lots: Report['lots'] }[] = [];
  readonly #sums = new Map<number, Counts>();

  constructor(o: { node: string; messages: NodeMessages | null; log: LiveLogger }) {
    this.#node = o.node;
    this.#messages = o.messages;
    this.#log = o.log;
    o.messages?.follow({ message: (message) => this.#take(message), listening: () => undefined });
  }

  /** @param label the reason of a refusal, or another verdict */
  answered(lotId: number, label: string, tookMs: number): void {
    let counts = this.#own.get(lotId);
    if (!counts) this.#own.set(lotId, (counts = emptyCounts()));
    const place = STEPS_MS.findIndex((step) => tookMs <= step);
    const at = place === -1 ? STEPS_MS.length - 1 : place;
    counts.times[at] = (counts.times[at] ?? 0) + 1;
    if (isReason(label)) counts.refusals[label] = (counts.refusals[label] ?? 0) + 1;
  }

  of(lotId: number): RoomAnswers {
    const sum = this.#sums.get(lotId);
    const all = sum?.times.reduce((one, other) => one + other, 0) ?? 0;
    if (!sum || all === 0) return NONE;
    return {
      p50Ms: quantile(sum.times, all, 0.5),
      p99Ms: quantile(sum.times, all, 0.99),
      refusals: { ...sum.refusals },
    };
  }

  /** Once in two seconds. */
  async tick(now = performance.now()): Promise<void> {
    this.#expire(now);
    const lots = [...this.#own].slice(0, MAX_LOTS);
    if (lots.length === 0) return;
    for (const [lotId] of lots) this.#own.delete(lotId);
    this.#count(lots, now);
    const report: Report = { node: this.#node, lots };
    // Not retried: while the jobs Redis is away, the other nodes show their own answers.
    await this.#messages?.publish(Buffer.from(JSON.stringify(report))).catch(() => undefined);
  }

  stop(): void {
    this.#messages?.stop();
  }

  #take(message: Buffer): void {
    try {
      const { node, lots } = JSON.parse(message.toString()) as Report;
      if (node !== this.#node) this.#count(lots, performance.now());
    } catch (error) {
      // Not retried: another writer used the channel.
      this.#log.warn({ err: error }, 'report of answers not understood');
    }
  }

  #count(lots: Report['lots'], at: number): void {
    for (const [lotId, counts] of lots) {
      let sum = this.#sums.get(lotId);
      if (!sum) this.#sums.set(lotId, (sum = emptyCounts()));
      add(sum, counts, 1);
    }
    this.#reports.push({ at, lots });
  }

  #expire(now: number): void {
    while (this.#reports[0] && now - this.#reports[0].at > WINDOW_MS) {
      for (const [lotId, counts] of this.#reports.shift()?.lots ?? []) {
        const sum = this.#sums.get(lotId);
        if (!sum) continue;
        add(sum, counts, -1);
        if (sum.times.every((count) => count === 0)) this.#sums.delete(lotId);
      }
    }
  }
}
