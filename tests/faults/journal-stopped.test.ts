import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CoreProcess } from '../fixtures/core-process.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';
import { fired } from '../fixtures/fault.ts';
import { expectTimeGivenBack, PEOPLE, startStorm, viewOf } from '../fixtures/room-storm.ts';
import { eventually } from '../fixtures/services.ts';

/** Four times as long as the rooms would have lasted. */
const STOPPED_MS = 20_000;
const LOTS = [1, 2];
/** A standby has the partitions within 3 s; a busy machine adds to it. */
const TAKEN_OVER_MS = 4_500;

let fixture: FaultFixture;
let observer: pg.Client;
afterEach(async () => {
  await observer.end();
  await fixture.close();
});

vi.setConfig({ testTimeout: 150_000 });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** In one partition: one journal works, any other stands by. */
async function stormyRooms(): Promise<void> {
  fixture = await startFaultFixture({ partitions: 1 });
  observer = new pg.Client({ connectionString: fixture.databaseUrl });
  await observer.connect();
  await startStorm(fixture, LOTS);
}

interface Recorded {
  kind: string;
  began: number;
  ended: number;
  deadline: number;
}

/** The interruptions recorded for a lot, oldest first; times in ms. */
async function interruptions(lotId: number): Promise<Recorded[]> {
  const { rows } = await observer.query<Recorded>(
    `select kind, (began_us / 1000)::float8 as began, (ended_us / 1000)::float8 as ended,
       (deadline_us / 1000)::float8 as deadline
     from auction_interruption where lot_id = $1 order by seq`,
    [lotId],
  );
  return rows;
}

/** What a process said of itself since then. */
const linesSince = (process: CoreProcess, before: string): { msg: string; stoodStillMs?: number }[] =>
  process
    .output()
    .slice(before.length)
    .split('\n')
    .filter((line) => line.includes('"level"'))
    .map((line) => JSON.parse(line) as { msg: string });

/** Its log says once that it stood still and for how long, and blames no one else. */
function expectHonest(process: CoreProcess, before: string): void {
  const lines = linesSince(process, before);
  const noticed = lines.filter(({ msg }) => msg.startsWith('this journal stood still'));
  expect(noticed).toHaveLength(1);
  expect(noticed[0]?.stoodStillMs).toBeGreaterThan(STOPPED_MS - 1_000);
  const said = lines.map(({ msg }) => msg);
  expect(said).toContain(
    'the session with PostgreSQL was lost while this journal stood still: it begins again',
  );
  expect(
    said.filter((msg) => /PostgreSQL (is away|answers and commits nothing)|Redis (is away|lost)/.test(msg)),
  ).toEqual([]);
}

describe('a journal stopped for 20 s', () => {
  it('F44 the only one: no hammer falls, the rooms pause and get all their time back, and its log says that it stood still', async (ctx) => {
    await stormyRooms();
    const { load, journal } = fixture;
    const before = journal.output();
    const harmedAt = Date.now();
    journal.child.kill('SIGSTOP');
    await pause(STOPPED_MS);
    // The clock has called their hammers in vain.
    for (const lotId of LOTS) {
      expect(await load.state.snapshot(lotId)).toMatchObject({ phase: 'running' });
      expect(await load.repository.readLot(lotId)).toMatchObject({ phase: 'running' });
    }
    expect(await load.bid(PEOPLE[0] ?? '', 1, 900_000_000)).toMatchObject({
      verdict: 'refused',
      reason: 'held',
    });
    const deadlines = LOTS.map((lotId) => viewOf(fixture, lotId).deadlineUs / 1_000);
    journal.child.kill('SIGCONT');
    await expectTimeGivenBack(fixture, observer, { lots: LOTS, harmedAt });
    for (const [at, lotId] of LOTS.entries()) {
      const recorded = await interruptions(lotId);
      expect(recorded).toMatchObject([{ kind: 'suspended' }]);
      const [{ began, ended, deadline }] = recorded as [Recorded];
      expect(ended - began).toBeGreaterThan(STOPPED_MS - 1_500);
      // What it had left when it was interrupted it has from its resumption on.
      expect(deadline - ended).toBeGreaterThanOrEqual((deadlines[at] ?? Infinity) - began - 1);
    }
    await load.stop();
    fixture.say('stopped for 20 s:');
    expectHonest(journal, before);
    fired(ctx, 'F44', 1);
    expect(await load.violations(LOTS)).toEqual([]);
  });

  it('F44 one of two: the other goes on with its rooms, and when it continues it changes nothing', async (ctx) => {
    await stormyRooms();
    const { load, journal } = fixture;
    const standby = await fixture.start('standby', ['journal']);
    expect([journal.owned(), standby.owned()]).toEqual([1, 0]);
    const before = journal.output();
    const stoppedAt = Date.now();
    journal.child.kill('SIGSTOP');
    await standby.until((process) => process.owned() === 1, 'the partition');
    expect(Date.now() - stoppedAt).toBeLessThan(TAKEN_OVER_MS);
    await pause(STOPPED_MS - (Date.now() - stoppedAt));
    for (const lotId of LOTS) {
      expect(viewOf(fixture, lotId).phase).toBe('running');
      for (const { kind, began, ended } of await interruptions(lotId)) {
        expect(kind).toBe('deadlineMoved');
        expect(ended - began).toBeLessThan(TAKEN_OVER_MS);
      }
    }
    const given = await Promise.all(LOTS.map(interruptions));
    journal.child.kill('SIGCONT');
    await eventually(
      () => linesSince(journal, before).some(({ msg }) => msg.startsWith('this journal stood still')),
      'its word',
    );
    await load.moreIn(LOTS, 50);
    expect(await Promise.all(LOTS.map(interruptions))).toEqual(given);
    expect([journal.owned(), standby.owned()]).toEqual([0, 1]);
    await load.stop();
    fixture.say('one of two stopped for 20 s:');
    expectHonest(journal, before);
    fired(ctx, 'F44', standby.counts().takeovers);
    expect(await load.violations(LOTS)).toEqual([]);
  });
});
