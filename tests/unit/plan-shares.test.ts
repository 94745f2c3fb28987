import { describe, expect, it } from 'vitest';
import type { Peer } from '#server/auction/journal/partition-shares.repository.ts';
import { ESTABLISHED_MS, planShares } from '#server/auction/journal/plan-shares.ts';

const TOTAL = 64;

const peer = (owner: string, ownedCount: number, more: Partial<Peer> = {}): Peer => ({
  owner,
  ownedCount,
  wantedCount: 0,
  leaving: false,
  livingMs: 10 * ESTABLISHED_MS,
  incomingCount: 0,
  ...more,
});

/** Every journal looks in turn, says what it wants and hands over what its plan says, until nothing moves; the moves. */
function settle(peers: Peer[], total = TOTAL): number {
  let moves = 0;
  for (let round = 0, quiet = 0; quiet < 2; round += 1) {
    if (round > 100) throw new Error(`still moving: ${JSON.stringify(peers)}`);
    quiet += 1;
    for (const self of peers) {
      self.wantedCount = planShares(total, self.owner, peers).wanted;
      const { give } = planShares(total, self.owner, peers);
      const receiver = peers.find(({ owner }) => owner === give?.receiver);
      if (!give || !receiver) continue;
      self.ownedCount -= give.count;
      receiver.ownedCount += give.count;
      receiver.wantedCount -= give.count;
      moves += give.count;
      quiet = 0;
    }
  }
  return moves;
}

const owned = (peers: readonly Peer[]) => peers.map(({ ownedCount }) => ownedCount);

describe('the shares of journals', () => {
  it('are equal whatever each had before, and no more moves than must', () => {
    for (const [before, after, moves] of [
      [[64], [64], 0],
      [[64, 0], [32, 32], 32],
      [[0, 64, 0, 0], [16, 16, 16, 16], 48],
      [[22, 22, 20], [21, 22, 21], 1],
      [[21, 21, 22], [21, 21, 22], 0],
    ] as const) {
      const peers = before.map((count, at) => peer(`j${at}`, count));
      expect(settle(peers), String(before)).toBe(moves);
      expect(owned(peers)).toEqual(after);
    }
    const three = [32, 32, 0].map((count, at) => peer(`j${at}`, count));
    expect(settle(three)).toBe(21);
    // Any of them may have one more than the others.
    expect(owned(three).toSorted((a, b) => a - b)).toEqual([21, 21, 22]);
  });

  it('are equal after any order of joins and leaves', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const total = 1 + ((seed * 37) % 97);
      const peers = Array.from({ length: 2 + (seed % 7) }, (_, at) => peer(`j${at}`, at === 0 ? total : 0));
      settle(peers, total);
      const [leaver] = peers.splice(seed % peers.length, 1);
      if (!leaver) throw new Error('no journal left');
      const staying = [...peers, { ...leaver, leaving: true }];
      settle(staying, total);
      expect(staying.at(-1)?.ownedCount).toBe(0);
      expect(Math.max(...owned(peers)) - Math.min(...owned(peers))).toBeLessThanOrEqual(1);
    }
  });

  it('leave out a journal that has just started, so one that fails again and again moves nothing', () => {
    const young = peer('young', 0, { livingMs: ESTABLISHED_MS - 1 });
    expect(settle([peer('old', 64), young])).toBe(0);
    expect(settle([peer('old', 64), { ...young, livingMs: ESTABLISHED_MS }])).toBe(32);
  });

  it('go to a journal that has just started when every other one leaves', () => {
    const peers = [peer('old', 64, { leaving: true }), peer('young', 0, { livingMs: 1 })];
    settle(peers);
    expect(owned(peers)).toEqual([0, 64]);
  });

  it('are not given to a journal that still takes over what it was given', () => {
    const busy = peer('busy', 0, { wantedCount: 20, incomingCount: 12 });
    expect(planShares(TOTAL, 'old', [peer('old', 52), busy]).give).toBeNull();
    expect(planShares(TOTAL, 'old', [peer('old', 52), { ...busy, incomingCount: 0 }]).give).toEqual({
      receiver: 'busy',
      count: 20,
    });
  });

  it('say whether another journal stays', () => {
    expect(planShares(TOTAL, 'old', [peer('old', 64)]).othersStay).toBe(false);
    expect(planShares(TOTAL, 'old', [peer('old', 64), peer('b', 0, { leaving: true })]).othersStay).toBe(
      false,
    );
    expect(planShares(TOTAL, 'old', [peer('old', 64), peer('b', 0, { livingMs: 1 })]).othersStay).toBe(true);
  });
});
