import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { every } from '#server/jobs/index.ts';
import { createLogger, FailureLog } from '#server/platform/logging/index.ts';

type Line = Record<string, unknown>;

let lines: Line[];
const logger = createLogger(
  { level: 'info' },
  { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
);
const messages = () => lines.map(({ msg }) => msg);

beforeEach(() => {
  lines = [];
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
});
afterEach(() => vi.useRealTimers());

describe('the log of work that fails again and again', () => {
  const failures = () => new FailureLog(logger, { message: 'written again', fields: { work: 'figures' } });
  const away = { error: new Error('away'), message: 'not written' };

  it('has the first failure at once, then one line a minute with how many were left out', () => {
    const log = failures();
    vi.advanceTimersByTime(5_000);
    for (let second = 0; second < 130; second += 2) {
      log.failed(away);
      vi.advanceTimersByTime(2_000);
    }
    expect(messages()).toEqual(['not written', 'not written', 'not written']);
    expect(lines.map(({ leftOut }) => leftOut)).toEqual([0, 29, 29]);
    expect(lines.map(({ failures: times }) => times)).toEqual([1, 31, 61]);
    expect(new Set(lines.map(({ since }) => since))).toEqual(new Set(['2026-01-01T00:00:00.000Z']));
    expect(log.failingMs).toBe(135_000);
  });

  it('has one line when the work succeeds again, and none for work that never failed', () => {
    const log = failures();
    log.succeeded();
    log.failed(away);
    vi.advanceTimersByTime(3_000);
    log.failed(away);
    log.succeeded();
    log.succeeded();
    expect(messages()).toEqual(['not written', 'written again']);
    expect(lines[1]).toMatchObject({ work: 'figures', forMs: 3_000, failures: 2 });
    expect(log.failingMs).toBe(0);
  });

  it('has a failure with another message at once', () => {
    const log = failures();
    log.failed(away);
    log.failed({ error: new Error('full'), message: 'no room', level: 'error' });
    expect(messages()).toEqual(['not written', 'no room']);
  });

  it('has one line a minute of work that comes and goes', () => {
    const log = failures();
    for (let second = 0; second < 60; second += 1) {
      log.failed(away);
      log.succeeded();
      vi.advanceTimersByTime(999);
    }
    expect(messages()).toEqual(['not written', 'written again']);
  });
});

describe('repeated work', () => {
  it('that fails at each round has one line a minute', async () => {
    let isAway = true;
    const stop = every(2_000, 'figures', logger, () =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(),
    );
    await vi.advanceTimersByTimeAsync(59_000);
    expect(messages()).toEqual(['round failed']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(lines).toMatchObject([
      { work: 'figures', leftOut: 0 },
      { work: 'figures', leftOut: 29 },
    ]);
    isAway = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(messages()).toEqual(['round failed', 'round failed', 'rounds succeed again']);
    await stop();
  });
});
