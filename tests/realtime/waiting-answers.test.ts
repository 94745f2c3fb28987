import { describe, expect, it } from 'vitest';
import { CommitWaiters } from '#server/auction/live/commit-waiters.ts';

describe('answers that wait for their commit', () => {
  it('releases every answer up to the committed sequence and keeps the rest', async () => {
    const waiting = new CommitWaiters();
    const third = waiting.wait(1, 3, 1_000);
    const first = waiting.wait(1, 1, 1_000);
    waiting.committed(1, 2);
    expect(await first).toBe('committed');
    expect(waiting.size).toBe(1);
    waiting.committed(1, 3);
    expect(await third).toBe('committed');
  });

  it('does not take a sequence of a later epoch for the one it waited for', async () => {
    const waiting = new CommitWaiters();
    const lost = waiting.wait(1, 5, 1_000);
    waiting.committed(2, 5);
    expect(await lost).toBe('raised');
  });

  it('tells those of an earlier epoch when it is raised', async () => {
    const waiting = new CommitWaiters();
    const old = waiting.wait(1, 5, 1_000);
    const current = waiting.wait(2, 6, 1_000);
    waiting.raised(2);
    expect(await old).toBe('raised');
    waiting.committed(2, 6);
    expect(await current).toBe('committed');
  });

  it('gives up when the time is over', async () => {
    const waiting = new CommitWaiters();
    const late = waiting.wait(1, 5, 1_000);
    waiting.expire(999);
    expect(waiting.size).toBe(1);
    waiting.expire(1_000);
    expect(await late).toBe('timeout');
  });
});
