import { build } from 'hdr-histogram-js';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOM_EVENTS } from '../../shared/realtime/room.ts';
import { countedAnswers, type AnswerCount } from '../lib/counted-answers.ts';
import { MinimalSocket } from '../lib/minimal-socket.ts';
import { amounts, seeded } from '../lib/mix.ts';
import { serveTasks } from '../lib/worker.ts';

export interface BidRun {
  /** Lots 1 … rooms are bid for. */
  rooms: number;
  acceptPercent: number;
  /** Bids a second over all bots by the clock; 0: a closed loop. */
  rate: number;
  /** Bids each bot has under way in the closed loop. */
  depth: number;
  warmupMs: number;
  measuredMs: number;
}

export interface BidFigures {
  /** Of accepted bids alone where all are meant to be accepted, otherwise of all that were judged. */
  perSecond: number;
  /** Share of answers that were `accepted`. */
  accepted: number;
  words: Record<string, number>;
  p50: number;
  p99: number;
  p999: number;
  max: number;
  /** Share of a core the generator used. */
  busy: number;
  shed: number;
}

const CONNECTING_AT_ONCE = 50;
const MOST_UNDER_WAY = 20_000;
const VERDICT = /"verdict":"([^"]+)"(?:.*"reason":"([^"]+)")?|"code":"([^"]+)"/;

let bots: MinimalSocket[] = [];
let amountOf = new Map<number, (lotId: number) => number>();
let sent = 0;

/** Bots b1 … in lot 1 and, when there are several, in one of the others: each hears its rooms' updates. */
async function connect(o: { url: string; bots: number; rooms: number; seed: number }): Promise<void> {
  bots = [];
  amountOf = new Map();
  const random = seeded(o.seed);
  const shared = amounts(100, () => 0);
  // All mixes bid in the same lots: what one raised, the next goes on from.
  amountOf.set(100, shared);
  for (const percent of [10, 50])
    amountOf.set(percent, (lotId) => (random() * 100 < percent ? shared(lotId) : 1));
  for (let at = 0; at < o.bots; at += CONNECTING_AT_ONCE) {
    const some = Array.from({ length: Math.min(CONNECTING_AT_ONCE, o.bots - at) }, async (_, i) => {
      const socket = await MinimalSocket.connect(o.url, { 'x-load-person': `b${at + i + 1}` });
      await socket.ask(ROOM_EVENTS.join, { lotId: 1 });
      const own = ((at + i) % o.rooms) + 1;
      if (own !== 1) await socket.ask(ROOM_EVENTS.join, { lotId: own });
      return socket;
    });
    bots.push(...(await Promise.all(some)));
  }
}

async function run(o: BidRun): Promise<BidFigures> {
  const amount = amountOf.get(o.acceptPercent);
  if (!amount) throw new Error(`no mix of ${o.acceptPercent} %`);
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000,
    numberOfSignificantValueDigits: 3,
  });
  const answers = new Map<string, AnswerCount>();
  let [underWay, measured, shed] = [0, 0, 0];
  const startedAt = performance.now();
  const from = startedAt + o.warmupMs;
  const until = from + o.measuredMs;

  const send = (bot: MinimalSocket, scheduledAt: number, then?: () => void) => {
    underWay += 1;
    sent += 1;
    const lotId = (sent % o.rooms) + 1;
    const payload = `{"lotId":${lotId},"bidId":"bench-${process.pid}-${sent}","amountTiyin":${amount(lotId)}}`;
    bot.emit(ROOM_EVENTS.place, payload, (json) => {
      underWay -= 1;
      const now = performance.now();
      // By the clock: what was scheduled in the measured time. Closed: what was answered in it, however long it took.
      if (o.rate > 0 ? scheduledAt >= from : now >= from && now < until) {
        measured += 1;
        const [, verdict, reason, code] = VERDICT.exec(json) ?? [];
        const word = reason ?? verdict ?? code ?? 'not-understood';
        const counted = answers.get(word) ?? { word, isVerdict: verdict !== undefined, times: 0 };
        counted.times += 1;
        answers.set(word, counted);
        histogram.recordValue(Math.max(1, Math.round((now - scheduledAt) * 1_000)));
      }
      then?.();
    });
  };

  let cpu = process.cpuUsage();
  const reset = setTimeout(() => (cpu = process.cpuUsage()), o.warmupMs);
  if (o.rate === 0) {
    const again = (bot: MinimalSocket) => {
      const now = performance.now();
      if (now < until) send(bot, now, () => again(bot));
    };
    for (const bot of bots) for (let i = 0; i < o.depth; i += 1) again(bot);
    await pause(until - performance.now());
  } else {
    const every = 1_000 / o.rate;
    for (let dueAt = startedAt; dueAt < until;) {
      const now = performance.now();
      for (; dueAt <= now && dueAt < until; dueAt += every) {
        if (underWay >= MOST_UNDER_WAY) shed += 1;
        else send(bots[sent % bots.length] as MinimalSocket, dueAt);
      }
      await pause(1);
    }
  }
  clearTimeout(reset);
  const used = process.cpuUsage(cpu);
  const giveUpAt = performance.now() + 10_000;
  while (underWay > 0 && performance.now() < giveUpAt) await pause(5);
  const words = Object.fromEntries([...answers.values()].map(({ word, times }) => [word, times]));
  if (underWay > 0) words['no-answer'] = underWay;
  const at = (percentile: number) => histogram.getValueAtPercentile(percentile) / 1_000;
  return {
    perSecond: countedAnswers([...answers.values()], o.acceptPercent) / (o.measuredMs / 1_000),
    accepted: (words['accepted'] ?? 0) / Math.max(1, measured),
    words,
    p50: at(50),
    p99: at(99),
    p999: at(99.9),
    max: histogram.maxValue / 1_000,
    busy: (used.user + used.system) / (o.measuredMs * 1_000),
    shed,
  };
}

serveTasks({
  connect,
  run,
  close: () => {
    for (const bot of bots) bot.close();
    bots = [];
  },
});
