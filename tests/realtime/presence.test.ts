import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Audiences } from '#server/auction/live/audience.ts';
import { Presence } from '#server/auction/live/presence.ts';
import {
  decodeReport,
  EMPTY_SHARE,
  encodeReport,
  MAX_MARKS,
  shareOf,
  type PresenceReport,
} from '#server/auction/live/presence-report.ts';
import { PresenceSums } from '#server/auction/live/presence-sums.ts';
import type { NodeMessages, RealtimeSocket } from '#server/platform/realtime/index.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../fixtures/live-node.ts';
import { startTcpProxy, type TcpProxy } from '../fixtures/tcp-proxy.ts';

const people = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

describe('a report of presence', () => {
  it('carries the shares of rooms, and what else a node has to say', () => {
    const shares = [
      [9_007_199_254_740_991, shareOf(['anna'], ['bek'], ['192.0.2.1'])],
      [2, shareOf(people('p', MAX_MARKS + 5), people('o', 2), [])],
      [3, EMPTY_SHARE],
    ] as const;
    const report = { node: 'web-1', asksForAll: true, leaves: false, shares };
    expect(decodeReport(encodeReport(report))).toEqual(report);
    expect(decodeReport(encodeReport({ ...report, asksForAll: false, leaves: true }))).toMatchObject({
      asksForAll: false,
      leaves: true,
    });
    expect(shares[1][1]).toMatchObject({ bidders: MAX_MARKS, furtherBidders: 5, furtherViewers: 7 });
  });

  it('of another release is ignored, and a truncated one is an error', () => {
    const shares = [[1, shareOf(['anna'], [], [])]] as const;
    const whole = encodeReport({ node: 'web-1', asksForAll: false, leaves: false, shares });
    const other = Buffer.from(whole);
    other[0] = 2;
    expect(decodeReport(other)).toBeNull();
    for (let bytes = 1; bytes < whole.length; bytes += 1) {
      // Cut right after the node's name it is a report without shares.
      if (bytes === 3 + 'web-1'.length) continue;
      expect(() => decodeReport(whole.subarray(0, bytes))).toThrow(RangeError);
    }
  });
});

describe('the sums of presence', () => {
  it('count a person on two nodes once, a bidder and a guest too, and those beyond the marks by node', () => {
    const sums = new PresenceSums();
    sums.set('a', 1, shareOf(['anna', 'bek'], ['eve'], ['192.0.2.1']), 0);
    sums.set('b', 1, shareOf(['bek'], ['anna'], ['192.0.2.1', '192.0.2.2']), 0);
    expect(sums.of(1)).toEqual({ viewers: 5, participants: 2 });
    sums.set('c', 1, shareOf(people('p', MAX_MARKS + 5), [], []), 0);
    expect(sums.of(1)).toEqual({ viewers: 5 + MAX_MARKS + 5, participants: 2 + MAX_MARKS + 5 });
    expect([...sums.takeChanged()]).toEqual([1]);
    sums.set('b', 1, shareOf(['bek'], ['anna'], ['192.0.2.1', '192.0.2.2']), 1);
    expect([...sums.takeChanged()]).toEqual([]);
  });

  it('forget a silent node, one that left, and a share that is no longer sent', () => {
    const sums = new PresenceSums();
    for (const node of ['silent', 'leaving', 'living']) {
      sums.heard(node, 0);
      sums.set(node, 1, shareOf([], [node], []), 0);
    }
    sums.set('own', 1, shareOf([], ['mine'], []), 0);
    sums.drop('leaving', 1);
    sums.heard('living', 5_001);
    sums.expire(5_001, 'own');
    expect(sums.of(1)).toEqual({ viewers: 2, participants: 0 });
    sums.heard('living', 60_001);
    sums.expire(60_001, 'own');
    expect(sums.of(1)).toEqual({ viewers: 1, participants: 0 });
    sums.set('own', 1, EMPTY_SHARE, 60_002);
    expect(sums.of(1)).toEqual({ viewers: 0, participants: 0 });
  });
});

describe('a bidder', () => {
  it('is connected while any node has them, and is remembered with the instant at which the last one lost them', () => {
    const sums = new PresenceSums();
    const of = (person: string) => sums.bidder(1, person);
    const away = (leftAt: number | null) => ({ connected: false, leftAt });
    const here = { connected: true, leftAt: null };
    sums.set('a', 1, shareOf(['anna', 'bek'], ['eve'], []), 0);
    sums.set('b', 1, shareOf(['anna'], [], []), 0);
    expect([of('anna'), of('bek'), of('eve'), of('unknown')]).toEqual([here, here, away(null), away(null)]);
    sums.set('a', 1, shareOf([], ['eve'], []), 1_000);
    expect([of('anna'), of('bek')]).toEqual([here, away(1_000)]);
    sums.heard('b', 3_000);
    sums.expire(9_000, 'a');
    // The node died: its last report is the last that is known of them.
    expect(of('anna')).toEqual(away(3_000));
    sums.set('a', 1, shareOf(['bek'], ['eve'], []), 9_500);
    expect(of('bek')).toEqual(here);
    sums.set('a', 1, EMPTY_SHARE, 10_000);
    expect([of('anna'), of('bek')]).toEqual([away(3_000), away(10_000)]);
    sums.expire(25 * 3_600_000, 'a');
    expect([of('anna'), of('bek')]).toEqual([away(null), away(null)]);
  });
});

/** A node whose rooms have one viewer each, with what it sent and a way to send to it. */
function loneNode(rooms: number) {
  const audiences = new Audiences();
  const busy = { conn: { transport: { name: 'websocket', writable: false } } } as unknown as RealtimeSocket;
  for (let lotId = 1; lotId <= rooms; lotId += 1) audiences.enter(busy, lotId, 'anna', '192.0.2.1');
  const sent: number[][] = [];
  let receive: (message: Buffer) => void = () => undefined;
  const messages: NodeMessages = {
    publish: async (message) => {
      sent.push([...(decodeReport(message)?.shares ?? [])].map(([lotId]) => lotId));
    },
    follow: (handlers) => (receive = handlers.message),
    stop: () => undefined,
  };
  const ignore = () => undefined;
  const log = { info: ignore, warn: ignore, error: ignore };
  const presence = new Presence({ node: 'lone', rooms: { peek: ignore }, audiences, messages, log });
  return { presence, sent, receive: (report: PresenceReport) => receive(encodeReport(report)) };
}

describe('a node', () => {
  it('sends the shares of very many rooms in several reports', async () => {
    const { presence, sent } = loneNode(4_500);
    for (let second = 0; second < 3; second += 1) {
      await presence.tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(sent.map((lots) => lots.length)).toEqual([2_000, 2_000, expect.any(Number)]);
    expect(new Set(sent.flat()).size).toBe(4_500);
  });

  it('does not take the others for dead after a pause of its own', async () => {
    const { presence, receive } = loneNode(1);
    const start = performance.now();
    await presence.tick(start + 1_000);
    receive({ node: 'other', asksForAll: false, leaves: false, shares: [[1, shareOf(['bek'], [], [])]] });
    await presence.tick(start + 20_000);
    expect(presence.countsOf(1).viewers).toBe(2);
    await presence.tick(start + 21_000);
    expect(presence.countsOf(1).viewers).toBe(1);
  });
});

describe('the presence of several nodes', () => {
  let services: LiveServices;
  let first: LiveNode;
  let second: LiveNode;
  let proxy: TcpProxy;
  let problems = 0;

  beforeAll(async () => {
    services = await startLiveServices();
    proxy = await startTcpProxy(Number(new URL(services.jobs.url).port));
    first = await startLiveNode(services, { name: 'first' });
    second = await startLiveNode(services, {
      name: 'second',
      keeps: false,
      jobsRedisUrl: services.jobs.url.replace(/:\d+/, `:${proxy.port}`),
      onMessagesProblem: () => (problems += 1),
    });
  });
  afterAll(async () => {
    for (const node of [second, first]) await node?.close();
    await proxy?.close();
    await services?.close();
  });

  const countsOn = (node: LiveNode, lotId: number) => {
    const { viewers, participants } = node.live.presence.countsOf(lotId);
    return { viewers, participants };
  };

  it('is known on a node without viewers of the room, and ends with the node', async () => {
    const third = await startLiveNode(services, { name: 'third', keeps: false });
    const lotId = await openRoom(first, terms(), ['anna']);
    const [anna, again] = await Promise.all([first.bidder('anna'), third.bidder('anna')]);
    const guest = await third.bidder(null);
    for (const one of [anna, again, guest]) await one.enter(lotId);
    for (const node of [first, second, third])
      await expect
        .poll(() => countsOn(node, lotId), { timeout: 10_000 })
        .toEqual({ viewers: 2, participants: 1 });
    await third.close();
    for (const node of [first, second])
      await expect
        .poll(() => countsOn(node, lotId), { timeout: 10_000 })
        .toEqual({ viewers: 1, participants: 1 });
    anna.close();
    for (const node of [first, second])
      await expect
        .poll(() => countsOn(node, lotId), { timeout: 10_000 })
        .toEqual({ viewers: 0, participants: 0 });
  });

  it.runIf(COMPLETE)(
    'is this node’s own share while the others are not heard, and whole again afterwards',
    async () => {
      const lotId = await openRoom(first, terms(), ['anna', 'bek']);
      const [anna, bek] = await Promise.all([first.bidder('anna'), second.bidder('bek')]);
      for (const one of [anna, bek]) await one.enter(lotId);
      await bek.message(ROOM_EVENTS.counts, ({ participants }) => participants === 2);
      proxy.swallowReplies();
      await expect.poll(() => countsOn(second, lotId).participants, { timeout: 20_000 }).toBe(1);
      expect(countsOn(first, lotId).participants).toBe(2);
      proxy.restore();
      await expect.poll(() => countsOn(second, lotId).participants, { timeout: 20_000 }).toBe(2);
      expect(proxy.swallowedBytes()).toBeGreaterThan(0);
      expect(problems).toBeLessThanOrEqual(1);
      for (const one of [anna, bek]) one.close();
    },
    60_000,
  );
});
