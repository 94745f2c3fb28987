import { describe, expect, test } from 'vitest';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import { decideOn } from '#server/auction/rules/decide.ts';
import { initialState } from '#server/auction/rules/fold.ts';
import type { Command } from '#server/auction/rules/room-commands.ts';
import { planRecovery } from '#server/auction/journal/recovery-plan.ts';
import { terms } from '../fixtures/live-node.ts';

const SECOND = 1_000_000;
const OPENS_MS = Date.UTC(2026, 2, 2, 5);
const OPENS = OPENS_MS * 1_000;
const LENGTH = 600 * SECOND;

/**
 * A room of ten minutes on a virtual clock, whose journal stalls for `lostUs` once in `everyUs`, from its opening on, for a
 * day at most. Returns when the hammer fell, and the interruptions.
 */
function play(overtime: AuctionRules['overtime'], { lostUs, everyUs }: { lostUs: number; everyUs: number }) {
  const room = terms({ opensAtMs: OPENS_MS, closesAtMs: OPENS_MS + LENGTH / 1_000, rules: { overtime } });
  let state = initialState(room, 1);
  const given: Extract<AuctionEntry, { kind: 'deadlineMoved' }>[] = [];
  let hammerUs: number | null = null;
  const act = (command: Command, nowUs: number) => {
    const decided = decideOn(state, command, nowUs);
    state = decided.state;
    for (const { entry } of decided.entries) {
      if (entry.kind === 'deadlineMoved') given.push(entry);
      if (entry.kind === 'closed') hammerUs = entry.atUs;
    }
  };
  const head = { lotId: room.lotId, epoch: 1 };
  act({ ...head, kind: 'admit', person: 'p1', number: 1, limitTiyin: null }, OPENS - SECOND);
  for (
    let stallUs = OPENS + everyUs;
    hammerUs === null && stallUs < OPENS + 86_400 * SECOND;
    stallUs += everyUs
  ) {
    // The clock calls the hammer where it falls due between two stalls.
    if (state.deadlineUs <= stallUs) act({ ...head, kind: 'close' }, Math.max(state.deadlineUs, OPENS));
    const plan = planRecovery(stallUs, stallUs + lostUs, { rebuilt: false });
    if (plan) act({ ...head, kind: 'recover', ...plan }, stallUs + lostUs);
  }
  return { hammerUs, given };
}

describe('a room of a machine that stalls again and again', () => {
  const overtime = { windowMs: 300_000, extendToMs: 300_000 };

  test.each([
    ['without overtime, every 20 s', null, 20, 60],
    ['without overtime, every minute', null, 59, 60],
    ['with overtime, every 20 s', overtime, 20, 300],
    ['with overtime, every four minutes', overtime, 240, 300],
  ] as const)('%s: ends, with what it lost and one window more at most', (_name, rules, every, windowS) => {
    const lostUs = 2 * SECOND;
    const { hammerUs, given } = play(rules, { lostUs, everyUs: every * SECOND });
    expect(given.length).toBeGreaterThan(1);
    const lost = given.reduce((sum, { outageUs }) => sum + outageUs, 0);
    expect(lost).toBe(given.length * lostUs);
    expect(hammerUs).not.toBeNull();
    expect(hammerUs).toBeGreaterThanOrEqual(OPENS + LENGTH + lost);
    expect(hammerUs).toBeLessThanOrEqual(OPENS + LENGTH + lost + windowS * SECOND);
  });

  test('blips within a lease give nothing', () => {
    const { hammerUs, given } = play(null, { lostUs: 0.9 * SECOND, everyUs: 2 * SECOND });
    expect(given).toEqual([]);
    expect(hammerUs).toBe(OPENS + LENGTH);
  });
});
