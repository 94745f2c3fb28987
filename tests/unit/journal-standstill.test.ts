import { expect, it } from 'vitest';
import { commitFailure } from '#server/auction/journal/commit-health.ts';
import { JournalConnectionLost } from '#server/auction/journal/journal-connection.repository.ts';
import { Standstill } from '#server/auction/journal/standstill.ts';

/** Nothing of this process runs meanwhile. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('a journal that stood still notices it by its own clock, once, and does not blame PostgreSQL', async () => {
  const noticed: number[] = [];
  const standstill = new Standstill((ms) => noticed.push(ms));
  const lost = new JournalConnectionLost('PostgreSQL does not answer');
  try {
    expect(commitFailure(lost, standstill.recentMs()).message).toMatch(/^PostgreSQL is away/);
    standStill(2_100);
    // Before any timer had its turn.
    const failure = commitFailure(lost, standstill.recentMs());
    expect(failure.message).toMatch(/lost while this journal stood still/);
    expect(failure.fields).toEqual({ stoodStillMs: noticed[0] });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(noticed).toHaveLength(1);
    standStill(2_100);
    // By the timer alone.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(noticed).toHaveLength(2);
  } finally {
    standstill.stop();
  }
});
