import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import type { CoreProcess } from '../fixtures/core-process.ts';
import { fired } from '../fixtures/fault.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';
import type { KillPoint } from '../fixtures/kill-at.ts';
import { longRoom } from '../fixtures/long-room.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { eventually } from '../fixtures/services.ts';

/** Redis is away for so long: well beyond the second after which rooms get lost time back. */
const AWAY_MS = 2_000;
const ENTRIES = 5_000;

/** After so many pages of accepted ids. */
const idsAdded = (times: number): KillPoint => ({ store: 'redis', of: 'add_ids', when: 'answered', times });

let fixture: FaultFixture;
afterEach(() => fixture.close());

vi.setConfig({ testTimeout: 120_000 });

const killed = ({ child }: CoreProcess) =>
  new Promise<void>((resolve) =>
    child.once('exit', (_code, signal) => {
      expect(signal).toBe('SIGKILL');
      resolve();
    }),
  );

it('F2 killed after it took its partitions and before it loaded them: the next one gives back all the lost time', async (ctx) => {
  fixture = await startFaultFixture({ aof: true, partitions: 1 });
  const { load, redis, journal } = fixture;
  const standby = await fixture.start('standby', ['journal']);
  await load.open(practiceTerms(1), ['ann', 'bob']);
  expect(await load.bid('ann', 1, 1_000)).toMatchObject({ verdict: 'accepted' });
  const before = await load.state.snapshot(1);
  const dead = killed(journal);
  journal.killAt({ store: 'redis', of: 'renew_lease .* claim ', when: 'answered' });
  await redis.kill();
  await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
  await redis.restart('aof');
  await dead;
  const after = await eventually(async () => {
    // On a busy machine the room may have paused: it gets its time back when it goes on.
    await load.letGoOn(1);
    const found = await load.state.snapshot(1).catch(() => null);
    const movedUs = (found?.deadlineUs ?? 0) - (before?.deadlineUs ?? 0);
    return found && found.epoch > (before?.epoch ?? 0) && movedUs >= AWAY_MS * 1_000 ? found : null;
  }, 'the room in its next epoch, with its time back');
  await eventually(async () => (await load.bid('bob', 1, 1_100)).verdict === 'accepted', 'a bid');
  // Once all is loaded, a journal that follows continues: nothing is loaded again.
  const third = await fixture.start('third', ['journal']);
  const client = new pg.Client({ connectionString: fixture.databaseUrl });
  await client.connect();
  await eventually(async () => {
    const { rows } = await client.query<{ run: string }>('select redis_run_id as run from auction_partition');
    return rows.every(({ run }) => run !== '');
  }, 'the loads to be recorded');
  await client.end();
  await standby.kill();
  await third.until((process) => process.owned() === 1, 'it works');
  await eventually(async () => (await load.bid('ann', 1, 1_200)).verdict === 'accepted', 'another bid');
  expect((await load.state.snapshot(1))?.epoch).toBe(after.epoch);
  expect(third.counts().rebuiltLots).toBe(0);
  await load.stop();
  expect(await load.violations([1])).toEqual([]);
  fired(ctx, 'F2', 1);
});

it('F2 killed while it adds the accepted ids of a long log: every id has its one answer, before and after', async (ctx) => {
  fixture = await startFaultFixture({ partitions: 1, killAt: idsAdded(3) });
  const { load, journal } = fixture;
  const dead = killed(journal);
  const room = await longRoom(fixture.databaseUrl, load.repository, { lotId: 2, entries: ENTRIES });
  const standby = await fixture.start('standby', ['journal'], { killAt: idsAdded(5) });
  await load.state.want(2);
  const deadToo = dead.then(() => killed(standby));
  await dead;
  expect(await load.state.lotsMissingIds([2])).toEqual([2]);
  const old = Object.entries(room.state.accepted).filter(([id]) => /:offer-\d+-of-2$/.test(id));
  const oldest = old.slice(0, 20);
  const repeated = () =>
    Promise.all(
      oldest.map(async ([id, { seq, amountTiyin }]) => {
        const [person = '', bidId = ''] = id.split(':');
        const answer = await load.bid(person, 2, amountTiyin ?? 0, bidId);
        expect(answer).toMatchObject({ verdict: 'accepted', repeated: true, seq });
      }),
    );
  const last = fixture.start('last', ['journal']);
  await deadToo;
  expect(await load.state.lotsMissingIds([2])).toEqual([2]);
  await last;
  await eventually(async () => {
    await load.letGoOn(2);
    const answer = await load.bid('ann', 2, 100_000_000);
    return answer.verdict === 'accepted';
  }, 'a bid');
  await repeated();
  await eventually(async () => (await load.state.lotsMissingIds([2])).length === 0, 'all ids');
  await repeated();
  const { accepted = {} } = (await load.state.snapshot(2)) ?? {};
  expect(accepted).toMatchObject(room.state.accepted);
  await load.stop();
  expect(await load.violations([2])).toEqual([]);
  fired(ctx, 'F2', 2);
});
