import { describe, expect, it } from 'vitest';
import { followUpdate } from '#shared/realtime/client/room-state.ts';

describe('following a room', () => {
  it('applies what continues its own last sequence', () => {
    expect(followUpdate(4, { prevSeq: 4, seq: 6 })).toBe('apply');
  });
  it('applies an update that begins before a newer snapshot', () => {
    expect(followUpdate(5, { prevSeq: 3, seq: 6 })).toBe('apply');
  });
  it('ignores what it already has', () => {
    expect(followUpdate(6, { prevSeq: 4, seq: 6 })).toBe('repeat');
  });
  it('sees a gap when something before the update is missing', () => {
    expect(followUpdate(4, { prevSeq: 5, seq: 6 })).toBe('gap');
  });
});
