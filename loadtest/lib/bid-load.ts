import { build } from 'hdr-histogram-js';
import type { Bot, Outcome } from './bots.ts';
import { wait } from './run-tool.ts';
import { SecondBySecond, type Seconds } from './second-by-second.ts';

/** Bids sent and not answered at most, whatever the rate: beyond it the generator counts them as shed. */
const MOST_UNDER_WAY = 20_000;

export interface BidLoadOptions {
  bots: readonly Bot[];
  amountFor(lotId: number): number;
  /** Bids a second over all bots by the clock; 0: each bot sends the next when one is answered. */
  rate: number;
  /** Bids each bot has under way in the closed loop. */
  depth: number;
  warmupMs: number;
  measuredMs: number;
  /** Beginning of the ids of bids: no two storms share one. */
  idPrefix: string;
  stop: AbortSignal;
}

export interface BidLoad {
  outcomes: Outcome[];
  /** Sent, and what became of them not known yet. */
  open: { bot: Bot; outcome: Outcome }[];
  words: Record<string, number>;
  measured: number;
  /** Time measured, s: shorter than asked for when the storm was stopped. */
  seconds: number;
  shed: number;
  percentiles: Record<'p50' | 'p90' | 'p99' | 'p999' | 'max', number>;
  generatorBusy: number;
  /** Of the measured time. */
  bySecond: Seconds;
}

/** Bids until the time is over; resolves when every bid has an answer, or is known to have none. */
export async function runBidLoad(o: BidLoadOptions): Promise<BidLoad> {
  const { bots, stop } = o;
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000,
    numberOfSignificantValueDigits: 3,
  });
  const outcomes: Outcome[] = [];
  const open: BidLoad['open'] = [];
  const words: Record<string, number> = {};
  const bySecond = new SecondBySecond();
  let [underWay, sent, shed, measured] = [0, 0, 0, 0];
  const startedAt = performance.now();
  const measuredFrom = startedAt + o.warmupMs;
  const endsAt = measuredFrom + o.measuredMs;
  const going = (now: number) => now < endsAt && !stop.aborted;

  const send = (bot: Bot, scheduledAt: number, then?: () => void) => {
    underWay += 1;
    sent += 1;
    bot.bid(`${o.idPrefix}-${sent}`, o.amountFor(bot.lotId), scheduledAt, (outcome) => {
      underWay -= 1;
      outcomes.push(outcome);
      if (outcome.word === 'no-answer' || outcome.word === 'unknown') open.push({ bot, outcome });
      if (scheduledAt >= measuredFrom) {
        measured += 1;
        words[outcome.word] = (words[outcome.word] ?? 0) + 1;
        histogram.recordValue(Math.max(1, Math.round(outcome.latencyMs * 1_000)));
        bySecond.add(scheduledAt, outcome.latencyMs, outcome.word);
      }
      then?.();
    });
  };

  let cpu = process.cpuUsage();
  const cpuReset = setTimeout(() => (cpu = process.cpuUsage()), o.warmupMs);
  if (o.rate === 0) {
    const again = (bot: Bot) => {
      const now = performance.now();
      if (going(now)) send(bot, now, () => again(bot));
    };
    for (const bot of bots) for (let i = 0; i < o.depth; i += 1) again(bot);
    await wait(endsAt - performance.now(), stop);
  } else {
    const every = 1_000 / o.rate;
    for (let dueAt = startedAt; going(dueAt);) {
      const now = performance.now();
      for (; dueAt <= now && dueAt < endsAt; dueAt += every) {
        if (underWay >= MOST_UNDER_WAY) shed += 1;
        else send(bots[sent % bots.length] as Bot, dueAt);
      }
      await wait(1, stop);
    }
  }
  clearTimeout(cpuReset);
  const measuredMs = Math.max(1, Math.min(performance.now(), endsAt) - measuredFrom);
  const used = process.cpuUsage(cpu);
  // Each has its own patience, so that this ends.
  while (underWay > 0) await new Promise((resolve) => setTimeout(resolve, 20));

  const at = (percentile: number) => histogram.getValueAtPercentile(percentile) / 1_000;
  const max = histogram.totalCount === 0 ? 0 : histogram.maxValue / 1_000;
  return {
    outcomes,
    open,
    words,
    measured,
    shed,
    seconds: Number((measuredMs / 1_000).toFixed(2)),
    percentiles: { p50: at(50), p90: at(90), p99: at(99), p999: at(99.9), max },
    bySecond: bySecond.seconds(),
    generatorBusy: Number(((used.user + used.system) / (measuredMs * 1_000)).toFixed(2)),
  };
}

const ASKING_AT_ONCE = 100;

/** Bids without an answer are asked for by their ids, as a page does; returns what became of them, and how often. */
export async function resolveOpen(open: BidLoad['open']): Promise<Record<string, number>> {
  const words: Record<string, number> = {};
  let next = 0;
  const work = async () => {
    for (let one = open[next++]; one; one = open[next++]) {
      const { word, seq } = await one.bot.find(one.outcome.bidId);
      Object.assign(one.outcome, { word, seq });
      words[word] = (words[word] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: ASKING_AT_ONCE }, work));
  return words;
}
