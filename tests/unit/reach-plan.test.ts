import { describe, expect, it } from 'vitest';
import { canBidsReach, isCutOff, silentNodes, waitsUntilUs } from '#server/auction/journal/reach-plan.ts';
import { MARK_BYTES } from '#server/auction/state/presence-marks.ts';

/** Bidders by their numbers, as a web process stores them. */
const marks = (...bidders: number[]): Buffer => {
  const buffer = Buffer.alloc(bidders.length * MARK_BYTES);
  for (const [at, bidder] of bidders.entries()) buffer.writeUIntBE(bidder, at * MARK_BYTES, MARK_BYTES);
  return buffer;
};
const node = (name: string, ableAgoMs: number) => ({ node: name, ableAgoMs });

describe('bids reach the rooms', () => {
  it.each([
    ['through one process that spoke within 2 s', [node('a', 60_000), node('b', 2_000)], true],
    ['not when all have been silent for longer', [node('a', 2_001), node('b', 5_000)], false],
    ['in an installation that never had a web process', [], true],
  ])('%s', (_, nodes, reach) => {
    expect(canBidsReach(nodes)).toBe(reach);
  });
});

describe('a room waits', () => {
  const silent = new Set(['cut']);

  it('for processes silent between 2 and 12 s, counted from their last word', () => {
    const nodes = [1_000, 2_000, 2_001, 11_999, 12_000].map((ago) => node(String(ago), ago));
    expect(silentNodes(nodes).map(({ node: name }) => name)).toEqual(['2001', '11999']);
    expect(waitsUntilUs(5_000_000)).toBe(17_000_000);
  });

  it.each([
    ['for a fifth of its bidders', [1], [2, 3, 4, 5], true],
    ['not for less than a fifth', [1], [2, 3, 4, 5, 6], false],
    ['for its only bidder', [1], [], true],
    ['not for those who are elsewhere, too', [1, 2, 3], [1, 2, 3], false],
    ['only as long as a fifth is still missing', [1, 2], [2, 3, 4, 5, 6], false],
    ['not where no bidders were', [], [1], false],
  ])('%s', (_, lost, elsewhere, waits) => {
    const room = [
      { node: 'cut', marks: marks(...lost) },
      { node: 'other', marks: marks(...elsewhere) },
    ];
    expect(isCutOff(room, silent)).toBe(waits);
  });

  it('for no one whose process is not silent, however few of its bidders are connected', () => {
    expect(isCutOff([{ node: 'other', marks: marks() }], silent)).toBe(false);
    expect(isCutOff([{ node: 'other', marks: marks(1) }], silent)).toBe(false);
  });

  it('for a person on two silent processes once', () => {
    const room = [
      { node: 'cut', marks: marks(1) },
      { node: 'cut too', marks: marks(1) },
      { node: 'other', marks: marks(2, 3, 4, 5, 6) },
    ];
    expect(isCutOff(room, new Set(['cut', 'cut too']))).toBe(false);
  });
});
