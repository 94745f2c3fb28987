import { afterEach, describe, expect, it } from 'vitest';
import { practiceTerms } from '../support/scripted-room.ts';
import { eventually } from '../support/services.ts';
import { startTrouble, type Trouble } from '../support/trouble.ts';

const NO_OVERTIME = { ...practiceTerms(1).rules, overtime: null };

let trouble: Trouble;
afterEach(() => trouble.close());

const until = (atMs: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - Date.now())));

describe('a room past its deadline', () => {
  it('of which somebody was told `closed` does not open again when Redis is lost at once', async () => {
    trouble = await startTrouble({ partitions: 1 });
    const { storm, redis, journal } = trouble;
    const closesAtMs = Date.now() + 2_000;
    await storm.open(practiceTerms(1, { closesAtMs, rules: NO_OVERTIME }), ['ann', 'bob']);
    expect(await storm.bid('ann', 1, 1_000)).toMatchObject({ verdict: 'accepted' });
    await until(closesAtMs + 2);
    expect(await storm.bid('bob', 1, 2_000)).toMatchObject({ verdict: 'refused', reason: 'closed' });
    const losses = journal.counts().redisLosses;
    await redis.restart('empty');
    await journal.until((process) => process.counts().redisLosses > losses, 'the loss of Redis');
    expect(await storm.bid('bob', 1, 2_000)).toMatchObject({ verdict: 'refused', reason: 'closed' });
    expect(await storm.repository.readLot(1)).toMatchObject({ phase: 'closed', winner: 'ann' });
  });

  it('whose hammer was lost with Redis before its commit goes on, and nobody was told that it had ended', async () => {
    trouble = await startTrouble({ partitions: 1 });
    const { storm, redis, journal } = trouble;
    const closesAtMs = Date.now() + 2_000;
    await storm.open(practiceTerms(1, { closesAtMs, rules: NO_OVERTIME }), ['ann', 'bob']);
    await storm.bid('ann', 1, 1_000);
    await until(closesAtMs - 300);
    journal.child.kill('SIGSTOP');
    await until(closesAtMs + 2);
    const late = storm.bid('bob', 1, 2_000);
    await eventually(async () => (await storm.state.snapshot(1))?.phase === 'closed', 'the hammer in Redis');
    await redis.restart('empty');
    journal.child.kill('SIGCONT');
    expect(await late).toMatchObject({ verdict: 'refused', reason: 'not-placed' });
    expect(await storm.bid('bob', 1, 2_000)).toMatchObject({ verdict: 'accepted' });
  });
});
