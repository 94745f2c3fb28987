import { build } from 'hdr-histogram-js';
import { ROOM_EVENTS } from '../../shared/realtime/room.ts';
import type { RoomUpdate } from '../../shared/realtime/room.ts';
import { MinimalSocket } from '../lib/minimal-socket.ts';
import { serveTasks } from '../lib/worker.ts';

const CONNECTING_AT_ONCE = 100;
const GIVE_UP_MS = 10_000;
const UPDATE = Buffer.from(`42["${ROOM_EVENTS.update}",`);
const SEQ = Buffer.from('"seq":');

let viewers: MinimalSocket[] = [];
let updates = 0;
/** Sequence waited for, and how many have not seen it. */
let [awaited, missing, lastAt] = [Infinity, 0, 0];
let onAll: (() => void) | null = null;
/** Of the newest price of each update, and of every price in it: those before it waited for their update to begin. */
let lag = newHistogram();
let everyLag = newHistogram();
let firstUpdate: RoomUpdate | null = null;

function newHistogram() {
  return build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000,
    numberOfSignificantValueDigits: 3,
  });
}

const isUpdate = (bytes: Buffer, start: number): boolean =>
  bytes.compare(UPDATE, 0, UPDATE.length, start, start + UPDATE.length) === 0;

/** The sequence of the update's head, without reading the rest: the head comes before everything that has another. */
function seqOf(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(SEQ, start) + SEQ.length;
  let seq = 0;
  for (let digit = bytes[at] as number; digit >= 48 && digit <= 57; digit = bytes[++at] as number)
    seq = seq * 10 + digit - 48;
  return seq;
}

const parsed = (bytes: Buffer, start: number, end: number): RoomUpdate =>
  (JSON.parse(bytes.toString('utf8', start + 2, end)) as [string, RoomUpdate])[1];

/** Viewers of lot 1; every `sampled`-th notes how old the prices of an update are when it arrives. */
async function connect(o: { url: string; count: number; sampled: number }): Promise<void> {
  for (let at = 0; at < o.count; at += CONNECTING_AT_ONCE) {
    const some = Array.from({ length: Math.min(CONNECTING_AT_ONCE, o.count - at) }, async (_, i) => {
      const socket = await MinimalSocket.connect(o.url);
      const samples = o.sampled > 0 && (at + i) % o.sampled === 0;
      socket.onEvent = (bytes, start, end) => {
        if (!isUpdate(bytes, start)) return;
        updates += 1;
        if (firstUpdate === null) firstUpdate = parsed(bytes, start, end);
        if (samples) {
          const { prices } = parsed(bytes, start, end);
          const lags = prices.map(({ atMs }) => Math.max(1, Math.round((Date.now() - atMs) * 1_000)));
          for (const us of lags) everyLag.recordValue(us);
          if (lags.length > 0) lag.recordValue(lags.at(-1) as number);
        }
        if (awaited !== Infinity && seqOf(bytes, start) >= awaited) seen();
      };
      await socket.ask(ROOM_EVENTS.join, { lotId: 1 });
      return socket;
    });
    viewers.push(...(await Promise.all(some)));
  }
}

function seen(): void {
  missing -= 1;
  lastAt = performance.now();
  if (missing === 0) onAll?.();
}

let bidder: MinimalSocket | null = null;
let bids = 0;
let held = 0;
const MOST_HELD = 20;

async function bidderOf(url: string): Promise<MinimalSocket> {
  bidder ??= await MinimalSocket.connect(url, { 'x-load-person': 'b1' });
  return bidder;
}

/** Milliseconds from the bid's answer to the last of the viewers that had its update, for each of `times` bids. */
async function fanOut(o: { url: string; times: number; pauseMs: number; base: number }): Promise<number[]> {
  const socket = await bidderOf(o.url);
  const took: number[] = [];
  for (let i = 0; i < o.times; i += 1) {
    bids += 1;
    const payload = { lotId: 1, bidId: `fan-${process.pid}-${bids}`, amountTiyin: o.base + bids * 10 };
    // The update may come before the answer has been read: viewers count from any sequence on.
    let early = 0;
    const counted = { of: viewers.length };
    missing = counted.of;
    awaited = 1;
    const waiting = new Promise<void>((resolve) => (onAll = resolve));
    const answer = await socket.ask<{ verdict: string; seq: number; reason?: string }>(
      ROOM_EVENTS.place,
      payload,
    );
    const answeredAt = performance.now();
    if (answer.verdict !== 'accepted') {
      // The machine stood still for a second (so many sockets were opened): asked again, and reported.
      if (answer.reason !== 'held' || (held += 1) > MOST_HELD)
        throw new Error(`the bid was ${JSON.stringify(answer)}`);
      await new Promise((resolve) => setTimeout(resolve, 300));
      i -= 1;
      continue;
    }
    const timer = setTimeout(() => {
      early = missing;
      onAll?.();
    }, GIVE_UP_MS);
    await waiting;
    clearTimeout(timer);
    if (early > 0) throw new Error(`${early} viewers never had update ${answer.seq}`);
    took.push(Math.max(0.01, lastAt - answeredAt));
    awaited = Infinity;
    await new Promise((resolve) => setTimeout(resolve, o.pauseMs));
  }
  return took;
}

let cpuFrom = process.cpuUsage();
let from = performance.now();

serveTasks({
  connect,
  fanOut,
  /** One update as it came, for senders of the same bytes. */
  update: () => firstUpdate,
  reset: () => {
    [updates, cpuFrom, from] = [0, process.cpuUsage(), performance.now()];
    [lag, everyLag] = [newHistogram(), newHistogram()];
  },
  figures: () => {
    const used = process.cpuUsage(cpuFrom);
    const took = performance.now() - from;
    const at = (percentile: number) => lag.getValueAtPercentile(percentile) / 1_000;
    return {
      updatesPerSecond: Math.round(updates / (took / 1_000)),
      lagP50Ms: at(50),
      lagP99Ms: at(99),
      lagMaxMs: lag.maxValue / 1_000,
      everyPriceP99Ms: everyLag.getValueAtPercentile(99) / 1_000,
      megabytesPerSecond: viewers.reduce((sum, { bytesRead }) => sum + bytesRead, 0) / took / 1_000,
      busy: (used.user + used.system) / (took * 1_000),
    };
  },
  close: () => {
    for (const viewer of viewers) viewer.close();
    viewers = [];
  },
});
