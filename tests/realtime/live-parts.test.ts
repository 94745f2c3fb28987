import { afterEach, describe, expect, it, vi } from 'vitest';
import { Broadcaster } from '#server/auction/live/broadcaster.ts';
import { CommittedFeed, type FeedHealth } from '#server/auction/live/committed-feed.ts';
import { PersonalUpdates } from '#server/auction/live/personal-updates.ts';
import { RoomView } from '#server/auction/live/room-view.ts';
import { createRateLimitedQueue, SocketSessions } from '#server/platform/realtime/index.ts';
import type { CommittedMessage, CommittedRecord } from '#server/auction/state/contract.ts';
import type { AuctionEntry, CommittedEntry } from '#shared/auction/entries.ts';
import { terms } from '../fixtures/live-node.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

afterEach(() => vi.useRealTimers());

describe('sessions of sockets', () => {
  it('are checked every 30 s, and a session that ended in silence ends its sockets', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
    const said: string[] = [];
    const socket = {
      emit: (event: string) => said.push(event),
      disconnect: () => said.push('disconnected'),
    };
    let valid = true;
    let checks = 0;
    const stillValid = async () => {
      checks += 1;
      return valid;
    };
    const sessions = new SocketSessions({ stillValid, endEvent: 'session:expired', log });
    sessions.add('s1', socket as never);
    await vi.advanceTimersByTimeAsync(31_000);
    expect({ checks, said }).toEqual({ checks: 1, said: [] });
    valid = false;
    await vi.advanceTimersByTimeAsync(31_000);
    expect(said).toEqual(['session:expired', 'disconnected']);
    sessions.stop();
  });

  it('sends no one away while the session store is away', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
    const said: string[] = [];
    const socket = {
      emit: (event: string) => said.push(event),
      disconnect: () => said.push('disconnected'),
    };
    const sessions = new SocketSessions({
      stillValid: () => Promise.reject(new Error('away')),
      endEvent: 'session:expired',
      log,
    });
    sessions.add('s1', socket as never);
    await vi.advanceTimersByTimeAsync(65_000);
    expect(said).toEqual([]);
    sessions.stop();
  });
});

describe('admission', () => {
  it('lets a burst through, then as many a second as allowed, and refuses beyond the queue', async () => {
    vi.useFakeTimers();
    const admission = createRateLimitedQueue({ perSecond: 100, queue: 50 });
    let admitted = 0;
    let refused = 0;
    for (let i = 0; i < 100; i += 1) {
      void admission.enter('192.0.2.1').then((ok) => (ok ? (admitted += 1) : (refused += 1)));
    }
    await vi.advanceTimersByTimeAsync(0);
    expect({ admitted, refused, waiting: admission.waiting }).toEqual({
      admitted: 20,
      refused: 30,
      waiting: 50,
    });
    await vi.advanceTimersByTimeAsync(250);
    expect(admitted).toBeGreaterThanOrEqual(40);
    expect(admitted).toBeLessThanOrEqual(50);
    await vi.advanceTimersByTimeAsync(500);
    expect(admitted).toBe(70);
    admission.close();
  });

  it('takes addresses in turn, refuses an address beyond its own limit, and in a full queue the longest line', async () => {
    vi.useFakeTimers();
    const admission = createRateLimitedQueue({ perSecond: 5, queue: 6, perAddress: 4 });
    const answers: string[] = [];
    const enter = (address: string, count: number) => {
      for (let i = 1; i <= count; i += 1)
        void admission
          .enter(address)
          .then((ok) => answers.push(`${address}${i} ${ok ? 'admitted' : 'refused'}`));
    };
    enter('a', 6);
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toEqual(['a1 admitted', 'a6 refused']);
    enter('b', 2);
    await vi.advanceTimersByTimeAsync(0);
    enter('c', 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(answers.slice(2)).toEqual(['a5 refused']);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(answers.slice(3)).toEqual(['a2', 'b1', 'c1', 'a3', 'b2', 'a4'].map((who) => `${who} admitted`));
    expect(admission.waiting).toBe(0);
    admission.close();
  });
});

/** A feed whose next answer the test decides. */
function scriptedFeed() {
  const answers: CommittedRecord[][] = [];
  const asked: Map<number, string>[] = [];
  return {
    answers,
    asked,
    readCommitted: async (after: Map<number, string>) => {
      asked.push(new Map(after));
      await new Promise((resolve) => setTimeout(resolve, 50));
      return answers.shift() ?? [];
    },
    interruptReadCommitted: () => undefined,
    newestCommitted: async () => '0',
  };
}

const beat = (id: string, journalAtMs: number): CommittedRecord => ({
  partition: 3,
  id,
  message: { type: 'beat', journalAtMs },
});

describe('the committed feed', () => {
  it('is held after 1.5 s of silence, interrupted after 5 s, and not woken by what it reads again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    const source = scriptedFeed();
    const states: FeedHealth[] = [];
    const feed = new CommittedFeed(
      source,
      { message: () => undefined, healthChanged: (_p, health) => states.push(health) },
      log,
    );
    source.answers.push([beat('1000-0', 1_000)]);
    feed.followFromStart(3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states).toEqual([]);
    await vi.advanceTimersByTimeAsync(700);
    expect(states).toEqual(['held']);
    // From the start again, in case Redis came back with a clock behind: the old beat is no sign of life.
    expect(source.asked.at(-1)?.get(3)).toBe('0');
    source.answers.push([beat('1000-0', 1_000)]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(states).toEqual(['held', 'interrupted']);
    source.answers.push([beat('900-0', 7_000)]);
    await vi.advanceTimersByTimeAsync(200);
    expect(states).toEqual(['held', 'interrupted', 'healthy']);
    const stopped = feed.stop();
    await vi.advanceTimersByTimeAsync(200);
    await stopped;
  });

  it('goes on from where it was when Redis has been away', async () => {
    const seen: CommittedMessage[] = [];
    const askedAfter: (string | undefined)[] = [];
    let calls = 0;
    const source = {
      interruptReadCommitted: () => undefined,
      newestCommitted: async () => '0',
      readCommitted: async (after: Map<number, string>): Promise<CommittedRecord[]> => {
        calls += 1;
        askedAfter.push(after.get(3));
        if (calls === 2) throw new Error('away');
        await new Promise((resolve) => setTimeout(resolve, 5));
        const message: CommittedMessage = { type: 'epoch', lotId: calls, epoch: 1, seq: 0, headHash: '' };
        return [{ partition: 3, id: `${calls}-0`, message }];
      },
    };
    const feed = new CommittedFeed(
      source,
      { message: (_p, message) => seen.push(message), healthChanged: () => undefined },
      log,
    );
    feed.followFromStart(3);
    await expect.poll(() => seen.length).toBeGreaterThan(3);
    await feed.stop();
    // The second time it was away: asked again for the same.
    expect(askedAfter.slice(0, 5)).toEqual(['0', '1-0', '1-0', '3-0', '4-0']);
  });

  it('is not taken for answered when the last room of a process that is cut off from it is forgotten', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    const source = scriptedFeed();
    let answer: (() => void) | null = null;
    const readCommitted = () =>
      new Promise<CommittedRecord[]>((resolve) => (answer = () => resolve([beat('1000-0', 1_000)])));
    const feed = new CommittedFeed(
      { ...source, readCommitted },
      { message: () => undefined, healthChanged: () => undefined },
      log,
    );
    feed.followFromStart(3);
    await vi.advanceTimersByTimeAsync(1_500);
    feed.followOnly(new Set());
    expect(feed.unansweredMs()).toBeGreaterThan(1_000);
    answer!();
    await vi.advanceTimersByTimeAsync(10);
    expect(feed.unansweredMs()).toBeLessThan(100);
    feed.followOnly(new Set());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(feed.unansweredMs()).toBe(0);
    const stopped = feed.stop();
    answer!();
    await vi.advanceTimersByTimeAsync(10);
    await stopped;
  });
});

describe('the broadcaster', () => {
  it('lets go of a room everybody has left, also when nothing is committed there any more', async () => {
    const audience = { lotId: 1, sendVolatile: () => (beats += 1) };
    let beats = 0;
    let present = true;
    const audiences = { of: () => (present ? audience : undefined) };
    const broadcaster = new Broadcaster(audiences as never, () => 0, log);
    broadcaster.open({
      lotId: 1,
      view: { epoch: 1, seq: 1, count: 0, leader: null, deadlineUs: 0 },
    } as never);
    broadcaster.tick();
    await broadcaster.heartbeat(audience as never);
    expect(beats).toBe(1);
    present = false;
    broadcaster.tick();
    await broadcaster.heartbeat(audience as never);
    expect(beats).toBe(1);
  });

  /** A room of somebody's sockets that takes `tellingMs` to be informed. */
  function crowdedRoom(tellingMs: number) {
    const view = new RoomView(terms(), 1, 'terms');
    const room = { lotId: view.terms.lotId, view };
    const sent: { at: number; seq: number }[] = [];
    const beats: { at: number; seq: number }[] = [];
    const audience = {
      lotId: room.lotId,
      socketsOf: () => [],
      send: async (_event: string, { head }: { head: { seq: number } }) => {
        sent.push({ at: performance.now(), seq: head.seq });
        await new Promise((resolve) => setTimeout(resolve, tellingMs));
      },
      sendVolatile: async (_event: string, { seq }: { seq: number }) => {
        beats.push({ at: performance.now(), seq });
      },
    };
    const broadcaster = new Broadcaster({ of: () => audience } as never, () => 0, log);
    broadcaster.open(room as never);
    const admit = () => {
      const seq = view.seq + 1;
      const entry = { v: 1, lotId: room.lotId, epoch: 1, seq, atUs: seq, kind: 'admitted' };
      const entries = [{ entry: { ...entry, person: `p${seq}`, number: seq, limitTiyin: null }, hash: '' }];
      view.apply(entries[0] as CommittedEntry);
      broadcaster.advanced(room as never, entries as CommittedEntry[]);
    };
    const beat = () => broadcaster.heartbeatIfDue(audience as never);
    return { sent, beats, admit, beat, view };
  }

  for (const [tellingMs, apartMs] of [
    [0, 50],
    [40, 120],
    [200, 300],
  ] as const) {
    it(`begins again after ${apartMs} ms where telling the room takes ${tellingMs} ms, with the newest`, async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] });
      const { sent, admit, view } = crowdedRoom(tellingMs);
      for (let ms = 0; ms < 1_000; ms += 5) {
        admit();
        await vi.advanceTimersByTimeAsync(5);
      }
      await vi.advanceTimersByTimeAsync(1_000);
      expect(sent.length).toBeGreaterThan(3);
      // The first leaves at once; the others are apart by what telling costs, and the last has everything.
      const apart = sent.slice(1, -1).map(({ at }, i) => at - (sent[i]?.at ?? NaN));
      for (const ms of apart) expect(ms).toBeCloseTo(apartMs, -1);
      expect(sent[0]?.at).toBeLessThan((sent[1]?.at ?? NaN) - 40);
      expect(sent.at(-1)?.seq).toBe(view.seq);
    });
  }

  it('tells the last sequence within a second of an update and each second from then on, not beside updates', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] });
    const { sent, beats, admit, beat, view } = crowdedRoom(0);
    const pass = async (quarters: number, meanwhile: () => void = () => undefined) => {
      for (let i = 0; i < quarters; i += 1) {
        meanwhile();
        await vi.advanceTimersByTimeAsync(250);
        await beat();
      }
    };
    await pass(1);
    expect(beats).toHaveLength(1);
    await pass(20, admit);
    expect(sent).toHaveLength(20);
    expect(beats).toHaveLength(1);
    await pass(12);
    expect(beats.slice(1).map(({ seq }) => seq)).toEqual([view.seq, view.seq, view.seq]);
    const times = [sent.at(-1), ...beats.slice(1)].map((message) => message?.at ?? NaN);
    for (const [i, at] of times.slice(1).entries()) expect(at - (times[i] ?? NaN)).toBeLessThanOrEqual(1_001);
  });
});

describe('what single persons receive', () => {
  const at = (seq: number, body: object): CommittedEntry => ({
    entry: { v: 1, lotId: 1, epoch: 1, seq, atUs: seq, ...body } as AuctionEntry,
    hash: `hash-${seq}`,
    ...('commitment' in body && { secret: { maximumTiyin: 1_500, salt: 's' } }),
  });
  const price = (seq: number, person: string, amountTiyin: number, count: number, slept: string[] = []) =>
    at(seq, {
      kind: 'price',
      person,
      number: person === 'anna' ? 1 : 2,
      amountTiyin,
      by: 'offer',
      bidId: `bid-${seq}`,
      count,
      deadlineUs: 1,
      extended: false,
      slept,
    });

  function room() {
    const view = new RoomView(terms(), 1, 'terms');
    view.apply(at(1, { kind: 'admitted', person: 'anna', number: 1, limitTiyin: null }));
    view.apply(at(2, { kind: 'admitted', person: 'bek', number: 2, limitTiyin: null }));
    return view;
  }

  it('is informed once in a storm, by how it ended', () => {
    const view = room();
    const updates = new PersonalUpdates(null);
    const entries = [
      price(3, 'anna', 1_000, 1),
      price(4, 'bek', 1_100, 2),
      price(5, 'anna', 1_200, 3),
      price(6, 'bek', 1_300, 4),
    ];
    for (const entry of entries) view.apply(entry);
    updates.collect(entries);
    expect(updates.take(view)).toEqual([
      { person: 'anna', kind: 'outbid' },
      { person: 'bek', kind: 'leading' },
    ]);
    expect(updates.take(view)).toEqual([]);
  });

  it('hears of its auto-bid: exhausted, asleep, awake', () => {
    const view = room();
    const updates = new PersonalUpdates(null);
    const entries = [
      at(3, {
        kind: 'autoSet',
        person: 'anna',
        number: 1,
        bidId: 'auto-0001',
        commitment: 'c',
        asleep: false,
      }),
      price(4, 'anna', 1_000, 1),
      price(5, 'bek', 1_450, 2),
    ];
    for (const entry of entries) view.apply(entry);
    updates.collect(entries);
    expect(updates.take(view)).toEqual([
      { person: 'anna', kind: 'auto' },
      { person: 'anna', kind: 'auto-exhausted' },
      { person: 'anna', kind: 'outbid' },
      { person: 'bek', kind: 'leading' },
    ]);
    const later = [
      price(6, 'bek', 1_600, 3, ['anna']),
      at(7, { kind: 'limitSet', person: 'anna', limitTiyin: 9_000, slept: false, woke: true }),
    ];
    for (const entry of later) view.apply(entry);
    updates.collect(later);
    expect(updates.take(view)).toEqual([
      { person: 'anna', kind: 'auto-asleep' },
      { person: 'anna', kind: 'limit' },
      { person: 'anna', kind: 'auto-awake' },
    ]);
  });
});
