import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fired } from '../support/fault.ts';
import { startOwnPostgres, type OwnPostgres } from '../support/postgres-server.ts';
import { practiceTerms } from '../support/scripted-room.ts';
import { eventually } from '../support/services.ts';
import { startTrouble, type Trouble } from '../support/trouble.ts';

const ALL = Boolean(process.env.TEST_ALL);
/** Comes only when PostgreSQL is away. */
const LATE = 'late';
const PEOPLE = Array.from({ length: 24 }, (_, i) => `p${i + 1}`);
let nextLot = 1;

let postgres: OwnPostgres;
let trouble: Trouble;
beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres.stop());
afterEach(() => trouble.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Two running rooms with a storm in them; their deadlines before the trouble. */
async function stormyRooms(): Promise<{ lots: number[]; deadlines: Map<number, number> }> {
  trouble = await startTrouble({ databaseUrl: postgres.url });
  const { storm } = trouble;
  const lots = [nextLot++, nextLot++];
  await Promise.all(lots.map((lotId) => storm.open(practiceTerms(lotId), [...PEOPLE, LATE])));
  storm.start(PEOPLE, lots);
  await storm.more(600);
  const deadlines = new Map(lots.map((lotId) => [lotId, storm.rooms.peek(lotId)?.view.deadlineUs ?? 0]));
  return { lots, deadlines };
}

const viewOf = (lotId: number) => {
  const view = trouble.storm.rooms.peek(lotId)?.view;
  if (!view) throw new Error(`room ${lotId} is not there`);
  return view;
};

vi.setConfig({ testTimeout: process.env.TEST_ALL ? 900_000 : 120_000 });

describe('PostgreSQL away', () => {
  it('F9 for 3 s: bids are held, nothing is answered uncommitted, and the rooms get the time back', async (ctx) => {
    const { lots, deadlines } = await stormyRooms();
    const { storm } = trouble;
    await trouble.catchInFlight(() => postgres.freeze());
    const { accepted } = storm;
    await pause(1_500);
    const [lotId = 0] = lots;
    expect(await storm.bid(LATE, lotId, 900_000_000)).toMatchObject({ verdict: 'refused', reason: 'held' });
    await pause(1_500);
    // What was committed just before the freeze may still have been on its way.
    expect(storm.accepted - accepted).toBeLessThanOrEqual(PEOPLE.length);
    const during = storm.accepted;
    postgres.thaw();
    await storm.more(200, 'accepted');
    expect(during).toBeLessThan(storm.accepted);
    for (const lotId of lots) {
      const { phase, deadlineUs, events } = viewOf(lotId);
      expect(phase).toBe('running');
      const movedMs = (deadlineUs - (deadlines.get(lotId) ?? 0)) / 1000;
      expect(movedMs).toBeGreaterThan(2_900);
      expect(movedMs).toBeLessThan(6_000);
      expect(events.map((event) => event.kind)).toContain('deadlineMoved');
    }
    await storm.stop();
    trouble.say('away for 3 s:');
    expect(storm.answered).toBeGreaterThan(1_000);
    fired(ctx, 'F9', trouble.caughtInFlight);
    expect(await storm.violations(lots)).toEqual([]);
  });

  it('F9 for 20 s: the rooms pause, say when they go on, and go on with their time', async (ctx) => {
    const { lots, deadlines } = await stormyRooms();
    const { storm } = trouble;
    await trouble.catchInFlight(() => postgres.freeze());
    const awayFrom = Date.now();
    await pause(ALL ? 20_000 : 8_000);
    postgres.thaw();
    await Promise.all(lots.map((lotId) => eventually(() => viewOf(lotId).phase === 'paused', 'the pause')));
    const backAt = Date.now();
    for (const lotId of lots) {
      const { pauseCause, resumeAtUs } = viewOf(lotId);
      expect(pauseCause).toBe('outage');
      const announcedMs = (resumeAtUs ?? 0) / 1000 - backAt;
      expect(announcedMs).toBeGreaterThan(50_000);
      expect(announcedMs).toBeLessThanOrEqual(60_500);
    }
    await storm.more(20);
    expect(storm.tally.suspended).toBeGreaterThan(0);
    if (ALL) await trouble.start('clock', ['clock']);
    else await Promise.all(lots.map((lotId) => storm.state.resume({ lotId, epoch: viewOf(lotId).epoch })));
    await Promise.all(
      lots.map((lotId) => eventually(() => viewOf(lotId).phase === 'running', 'the resumption', 70_000)),
    );
    await storm.more(100, 'accepted');
    await storm.stop();
    for (const lotId of lots) {
      const movedMs = (viewOf(lotId).deadlineUs - (deadlines.get(lotId) ?? 0)) / 1000;
      // Every price near the end extends by a minute; here the end is far, so only the trouble has moved it.
      expect(movedMs).toBeGreaterThanOrEqual(backAt - awayFrom - 2_000);
      expect(movedMs).toBeLessThan(backAt - awayFrom + 70_000);
    }
    trouble.say('away for longer:');
    expect(storm.answered).toBeGreaterThan(1_000);
    fired(ctx, 'F9', trouble.caughtInFlight);
    expect(await storm.violations(lots)).toEqual([]);
  });

  it('F8 killed like in a power cut and started again: nothing answered is lost', async (ctx) => {
    const { lots } = await stormyRooms();
    const { storm, journal } = trouble;
    for (let round = 0; round < (ALL ? 10 : 1); round += 1) {
      await trouble.catchInFlight(() => postgres.kill());
      await postgres.restart();
      await storm.more(1, 'accepted');
      await storm.more(500);
    }
    await storm.stop();
    trouble.say('killed:');
    fired(ctx, 'F8', journal.counts().databaseLosses);
    expect(storm.answered).toBeGreaterThan(1_000);
    expect(trouble.caughtInFlight).toBeGreaterThan(0);
    expect(await storm.violations(lots)).toEqual([]);
  });
});
