import { describe, expect, it } from 'vitest';
import { applyUpdate, isBehind } from '#shared/realtime/client/room-state.ts';
import { hasAllPrices, withOlderPrices } from '#client/features/site/room/room-prices.ts';
import { head, price, room, update } from './room-fixtures.ts';

describe('the room a page knows', () => {
  it('applies what follows its head and puts the newest price first', () => {
    const { state, gap } = applyUpdate(room(), update(3, [price(4), price(5, 1)], { count: 2 }));
    expect(gap).toBe(false);
    expect(state.head.seq).toBe(5);
    expect(state.prices.map((p) => p.seq)).toEqual([5, 4]);
    expect(state.me.leading).toBe(true);
  });

  it('ignores a repeat and keeps the very same state', () => {
    const before = room();
    expect(applyUpdate(before, update(2, [price(3)])).state).toBe(before);
  });

  it('takes only the new part of an overlapping update', () => {
    const before = applyUpdate(room(), update(3, [price(4)])).state;
    const { state, gap } = applyUpdate(before, update(3, [price(4), price(5)]));
    expect(gap).toBe(false);
    expect(state.prices.map((p) => p.seq)).toEqual([5, 4]);
  });

  it('reports a gap and changes nothing when entries are missing before an update', () => {
    const before = room();
    const { state, gap } = applyUpdate(before, update(4, [price(5)]));
    expect(gap).toBe(true);
    expect(state).toBe(before);
  });

  it('goes on across a new epoch and refuses an update of an old one', () => {
    const raised = applyUpdate(room(), update(3, [price(4)], { epoch: 2 })).state;
    expect(raised.head.epoch).toBe(2);
    expect(applyUpdate(raised, update(4, [price(5)], { epoch: 1 })).state).toBe(raised);
  });

  it('takes a new epoch that brought no entry', () => {
    const raised = applyUpdate(room(), { ...update(3, []), head: head(3, { epoch: 2 }) }).state;
    expect(raised.head.epoch).toBe(2);
  });

  it('asks for the room where its place has another history, or a new epoch ends before it', () => {
    const other = { ...update(3, []), head: head(3, { hash: 'b'.repeat(64) }) };
    const shorter = { ...update(2, []), head: head(2, { epoch: 2 }) };
    for (const next of [other, shorter]) expect(applyUpdate(room(), next).gap).toBe(true);
  });

  it('knows from a heartbeat that it is behind', () => {
    const beat = { lotId: 7, epoch: 1, seq: 3, deadlineMs: 1, serverAtMs: 1 };
    expect(isBehind(room(), beat)).toBe(false);
    expect(isBehind(room(), { ...beat, seq: 4 })).toBe(true);
    expect(isBehind(room(), { ...beat, epoch: 2, seq: 2 })).toBe(true);
  });

  it('starts its list again when an update left prices out', () => {
    const before = applyUpdate(room(), update(3, [price(4)])).state;
    const { state } = applyUpdate(before, { ...update(4, [price(80)], { count: 78 }), omitted: 75 });
    expect(state.prices.map((p) => p.seq)).toEqual([80]);
    expect(hasAllPrices(state)).toBe(false);
  });

  it('merges older prices read on demand without doubling any', () => {
    const state = room({ prices: [price(3)], head: head(3, { count: 3 }) });
    expect(hasAllPrices(state)).toBe(false);
    const merged = withOlderPrices(state, [price(1), price(2), price(3)]);
    expect(merged.prices.map((p) => p.seq)).toEqual([3, 2, 1]);
    expect(hasAllPrices(merged)).toBe(true);
  });
});
