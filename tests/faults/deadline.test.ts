import { afterEach, describe, expect, it } from 'vitest';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { eventually } from '../fixtures/services.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';

const NO_OVERTIME = { ...practiceTerms(1).rules, overtime: null };

let fixture: FaultFixture;
afterEach(() => fixture.close());

const until = (atMs: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - Date.now())));

describe('a room past its deadline', () => {
  it.runIf(COMPLETE)(
    'of which somebody was answered `closed` does not open again when Redis is lost at once',
    async () => {
      fixture = await startFaultFixture({ partitions: 1 });
      const { load, redis, journal } = fixture;
      const closesAtMs = Date.now() + 2_000;
      await load.open(practiceTerms(1, { closesAtMs, rules: NO_OVERTIME }), ['ann', 'bob']);
      expect(await load.bid('ann', 1, 1_000)).toMatchObject({ verdict: 'accepted' });
      await until(closesAtMs + 2);
      expect(await load.bid('bob', 1, 2_000)).toMatchObject({ verdict: 'refused', reason: 'closed' });
      const losses = journal.counts().redisLosses;
      await redis.restart('empty');
      await journal.until((process) => process.counts().redisLosses > losses, 'the loss of Redis');
      expect(await load.bid('bob', 1, 2_000)).toMatchObject({ verdict: 'refused', reason: 'closed' });
      expect(await load.repository.readLot(1)).toMatchObject({ phase: 'closed', winner: 'ann' });
    },
  );

  it('whose hammer was lost with Redis before its commit goes on, and no one was informed that it had ended', async () => {
    fixture = await startFaultFixture({ partitions: 1 });
    const { load, redis, journal } = fixture;
    const closesAtMs = Date.now() + 2_000;
    await load.open(practiceTerms(1, { closesAtMs, rules: NO_OVERTIME }), ['ann', 'bob']);
    await load.bid('ann', 1, 1_000);
    await until(closesAtMs - 300);
    journal.child.kill('SIGSTOP');
    await until(closesAtMs + 2);
    const late = load.bid('bob', 1, 2_000);
    await eventually(async () => (await load.state.snapshot(1))?.phase === 'closed', 'the hammer in Redis');
    await redis.restart('empty');
    journal.child.kill('SIGCONT');
    expect(await late).toMatchObject({ verdict: 'refused', reason: 'not-placed' });
    expect(await load.bid('bob', 1, 2_000)).toMatchObject({ verdict: 'accepted' });
  });
});
