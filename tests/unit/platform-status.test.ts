import { describe, expect, it } from 'vitest';
import { createPlatformStatus } from '#server/domains/staff/service-levels/platform-status.service.ts';
import type { PlatformStatus } from '#shared/api/site/status.ts';
import { STATUS_DAYS } from '#shared/status/service-levels.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';

const BREAK = { begunAtMs: 1, resumeAtMs: null };
const away = (what: string) => () => Promise.reject(new Error(`${what} is away`));

/** A status of parts that can be taken away, at a time of the test's own. */
function described(change: Partial<Parameters<typeof createPlatformStatus>[0]> = {}) {
  const clock = { ms: Date.now() };
  const warnings: unknown[] = [];
  const deps = {
    days: async () => [{ level: 'bids' as const, day: tashkentDay(clock.ms), good: 9, total: 10 }],
    published: async () => ({ incidents: [], technicalBreak: BREAK }),
    oldestEventMs: async (): Promise<number | null> => null,
    pingSessions: async (): Promise<unknown> => 'PONG',
    pingSignIn: async (): Promise<unknown> => undefined,
    takesPayments: true,
    logger: { warn: (problem: unknown) => warnings.push(problem) } as never,
    nowMs: () => clock.ms,
    ...change,
  };
  const status = createPlatformStatus(deps);
  return {
    deps,
    status,
    warnings,
    async later(): Promise<PlatformStatus> {
      clock.ms += 11_000;
      return status.now();
    },
  };
}

const statesOf = ({ parts }: PlatformStatus) =>
  Object.fromEntries(parts.map(({ part, state }) => [part, state]));

describe('the status of the platform', () => {
  it('says that all works, with a place for each day', async () => {
    const { status } = described();
    status.readBidsBy(async () => true);
    const now = await status.now();
    expect(statesOf(now)).toEqual({
      site: 'working',
      bids: 'working',
      'sign-in': 'working',
      payments: 'working',
    });
    const bids = now.levels.find(({ level }) => level === 'bids');
    expect(bids?.total).toHaveLength(STATUS_DAYS);
    expect([bids?.good.at(-1), bids?.total.at(-1), bids?.total[0]]).toEqual([9, 10, 0]);
  });

  it('is as it was last known while PostgreSQL is away, and says so', async () => {
    const { deps, status, later, warnings } = described();
    status.readBidsBy(async () => true);
    const before = await status.now();
    deps.days = away('postgresql');
    const now = await later();
    expect(statesOf(now)).toMatchObject({ site: 'disturbed', bids: 'disturbed', payments: 'disturbed' });
    expect(now).toMatchObject({ isStale: true, readAtMs: before.readAtMs, technicalBreak: BREAK });
    expect(now.levels).toEqual(before.levels);
    expect(warnings).toHaveLength(1);
  });

  it('is answered where nothing was ever read', async () => {
    const { status } = described({
      days: away('postgresql'),
      pingSessions: away('redis'),
      pingSignIn: away('sign-in'),
    });
    const now = await status.now();
    expect(now).toMatchObject({ isStale: true, readAtMs: null, incidents: [], technicalBreak: null });
    expect(statesOf(now)).toEqual({
      site: 'disturbed',
      bids: 'unknown',
      'sign-in': 'disturbed',
      payments: 'disturbed',
    });
  });

  it.each([
    ['sessions cannot be read', { pingSessions: away('redis') }, ['site', 'sign-in']],
    ['the sign-in site is away', { pingSignIn: away('sign-in') }, ['sign-in']],
    ['events wait for six minutes', { oldestEventMs: async () => 360_000 }, ['payments']],
  ] as const)('names what is disturbed when %s', async (_, change, disturbed) => {
    const { status } = described(change);
    status.readBidsBy(async () => true);
    const { parts } = await status.now();
    expect(parts.filter(({ state }) => state === 'disturbed').map(({ part }) => part)).toEqual(disturbed);
  });

  it('says that payments are not offered where no provider is set', async () => {
    const { status } = described({ takesPayments: false });
    expect(statesOf(await status.now()).payments).toBe('off');
  });

  it('is looked at once for all who ask within ten seconds', async () => {
    let looks = 0;
    const { status, later } = described({ pingSignIn: async () => (looks += 1) });
    await Promise.all([status.now(), status.now()]);
    await status.now();
    expect(looks).toBe(1);
    await later();
    expect(looks).toBe(2);
  });
});
