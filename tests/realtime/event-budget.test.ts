import { describe, expect, it } from 'vitest';
import { EventBudget } from '#server/auction/live/event-budget.ts';
import { DEFAULT_LIMITS } from '#server/auction/live/live-options.ts';

const budget = () => new EventBudget(DEFAULT_LIMITS, 0);

describe('what one socket may send', () => {
  it('lets a second’s worth through at once and then as much each second', () => {
    const mine = budget();
    const first = Array.from({ length: 25 }, () => mine.spend(0)).filter(Boolean);
    expect(first).toHaveLength(20);
    const later = Array.from({ length: 25 }, () => mine.spend(500)).filter(Boolean);
    expect(later).toHaveLength(10);
    expect(mine.exhausted).toBe(false);
  });

  it('lets everything through where no limit is set, from the first event on', () => {
    const unlimited = new EventBudget({ eventsPerSecond: Infinity, malformedPerMinute: Infinity }, 0);
    for (const now of [0, 0, 500, 500]) {
      expect(unlimited.spend(now)).toBe(true);
      unlimited.malformed();
    }
    expect(unlimited.exhausted).toBe(false);
  });

  it('is exhausted after three further seconds’ worth, whenever they come', () => {
    const mine = budget();
    for (let i = 0; i < 79; i += 1) mine.spend(0);
    expect(mine.exhausted).toBe(false);
    mine.spend(0);
    expect(mine.exhausted).toBe(true);
  });

  it('forgives a strike every ten seconds', () => {
    const mine = budget();
    for (let i = 0; i < 60; i += 1) mine.spend(0);
    for (let i = 0; i < 40; i += 1) mine.spend(11_000);
    expect(mine.exhausted).toBe(false);
  });

  it('ends a connection that keeps sending what cannot be understood', () => {
    const mine = budget();
    for (let i = 0; i < 30; i += 1) mine.malformed();
    expect(mine.exhausted).toBe(false);
    mine.malformed();
    expect(mine.exhausted).toBe(true);
  });
});
