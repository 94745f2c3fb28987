import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRewindsRepository } from '#server/auction/state/rewinds.repository.ts';
import { verifyLog } from '#server/auction/journal/verify-log.ts';
import { createDatabase, type Database } from '#server/platform/database/index.ts';
import { fired } from '../fixtures/fault.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';
import { startOwnPostgres, type OwnPostgres } from '../fixtures/postgres-server.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { eventually } from '../fixtures/services.ts';

const PEOPLE = ['p1', 'p2', 'p3', 'p4'];
const RUNNING = [1, 2, 3, 4, 5, 6];
const ENDS_SOON = 7;
const WAITS = 8;
const LOTS = [...RUNNING, ENDS_SOON, WAITS];
/** A room is open again within this time after PostgreSQL is back. */
const OPEN_WITHIN_MS = 30_000;

let postgres: OwnPostgres;
let fixture: FaultFixture;
let database: Database;
let amountTiyin: number;
beforeEach(async () => {
  postgres = await startOwnPostgres();
  database = createDatabase({ url: postgres.url, poolSize: 2 });
  // Its connections end with the server, which is killed on purpose.
  database.pool.on('error', () => undefined);
  fixture = await startFaultFixture({ databaseUrl: postgres.url });
  amountTiyin = 1_000;
  await Promise.all(
    LOTS.map((lotId) => {
      const now = Date.now();
      const times = {
        [ENDS_SOON]: { closesAtMs: now + 15_000 },
        [WAITS]: { opensAtMs: now + 1_800_000 },
      }[lotId];
      return fixture.load.open(practiceTerms(lotId, times), PEOPLE);
    }),
  );
});
afterEach(async () => {
  await fixture.close();
  await database.close();
  await postgres.stop();
});
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const rowOf = async (lotId: number) => {
  const row = await fixture.load.repository.readLot(lotId);
  if (!row) throw new Error(`lot ${lotId} is not there`);
  return row;
};
const rows = () => Promise.all(LOTS.map(rowOf));
const rewinds = async () => {
  const { rows } = await database.pool.query<{ lot_id: string; needs_choice: boolean; lost: string[] }>(
    `select lot_id, needs_choice, array(select entry ->> 'amountTiyin' from auction_lost_entry
       where rewind_id = w.id and kind = 'price' order by seq) as lost from auction_rewind w order by lot_id`,
  );
  return rows.map((row) => ({
    lotId: Number(row.lot_id),
    held: row.needs_choice,
    lost: row.lost.map(Number),
  }));
};

/** A bid that is answered as accepted, whatever the room goes through meanwhile. */
async function raise(lotId: number): Promise<void> {
  await eventually(
    async () => {
      await fixture.load.letGoOn(lotId);
      amountTiyin += 100;
      const person = PEOPLE[(amountTiyin / 100) % PEOPLE.length] as string;
      return (await fixture.load.bid(person, lotId, amountTiyin)).verdict === 'accepted';
    },
    `an accepted bid in ${lotId}`,
    OPEN_WITHIN_MS,
  );
}

const epochsInRedis = async () =>
  new Map((await fixture.load.state.lookAtLots(LOTS)).map(({ lotId, epoch }) => [lotId, epoch ?? 0]));

/** The standby serves, and Redis has every lot in an epoch of its timeline. */
async function promoted(promote: () => Promise<void>): Promise<Map<number, number>> {
  await promote();
  await eventually(
    async () => [...(await epochsInRedis()).values()].every((epoch) => epoch > 100_000),
    'every lot in an epoch of the new timeline',
    OPEN_WITHIN_MS,
  );
  return epochsInRedis();
}

/** The former primary serves again; resolves when every lot is in Redis above the epochs seen. */
async function wentBack(seen: ReadonlyMap<number, number>): Promise<void> {
  await postgres.goBack();
  const backAt = performance.now();
  await eventually(
    async () => {
      const [stored, inRedis] = [await rows(), await epochsInRedis()];
      return stored.every(
        ({ lotId, epoch }) => epoch > (seen.get(lotId) ?? Infinity) && inRedis.get(lotId) === epoch,
      );
    },
    'every lot in Redis as this database has it',
    OPEN_WITHIN_MS,
  );
  fixture.say(`back in ${Math.round(performance.now() - backAt)} ms:`);
}

it('F39 after a return to an older timeline rooms open by themselves, with every answered bid and their time', async (ctx) => {
  const { load } = fixture;
  for (const lotId of [...RUNNING, ENDS_SOON]) await raise(lotId);
  const before = await rows();
  const seen = await promoted(await postgres.lagBehind());
  const stoppedAtUs = Date.now() * 1_000;
  await wentBack(seen);
  fired(ctx, 'F39', [...seen.values()].filter((epoch) => epoch > 100_000).length);

  // Nothing that anyone was answered is missing, so no one is asked.
  expect(await rewinds()).toEqual(LOTS.map((lotId) => ({ lotId, held: false, lost: [] })));
  await eventually(async () => {
    const now = await rows();
    return now.every(({ phase, dueUs }) => phase !== 'paused' || dueUs !== null);
  }, 'no room to wait for staff');
  for (const was of before) {
    expect((await rowOf(was.lotId)).priceTiyin).toBe(was.priceTiyin);
    // By an entry of its own, which may come after the room runs again.
    await eventually(async () => {
      const is = await rowOf(was.lotId);
      return is.phase !== 'running' || is.deadlineUs > was.deadlineUs;
    }, `the time of ${was.lotId} to be given back`);
  }
  for (const lotId of RUNNING) await raise(lotId);

  // The hammer falls once, for the last price, after the time that the room got back.
  await fixture.start('clock', ['clock', 'sweeper']);
  const closed = await eventually(
    async () => {
      await load.letGoOn(ENDS_SOON);
      const row = await rowOf(ENDS_SOON);
      return row.phase === 'closed' ? row : null;
    },
    'the hammer',
    90_000,
  );
  const was = before.find(({ lotId }) => lotId === ENDS_SOON);
  expect(closed).toMatchObject({ outcome: 'sold', winner: was?.leader, priceTiyin: was?.priceTiyin });
  expect(closed.deadlineUs).toBeGreaterThan(was?.deadlineUs ?? Infinity);
  expect((closed.closedAt?.getTime() ?? 0) * 1_000).toBeGreaterThan(stoppedAtUs);
  expect(await rowOf(WAITS)).toMatchObject({ phase: 'waiting' });

  await load.stop();
  // The time that the promoted server gave back was shown and is gone with it: no answer is.
  const violations = await load.violations(LOTS);
  expect(violations.filter(({ rule }) => rule !== 'view')).toEqual([]);
  for (const lotId of LOTS) expect((await verifyLog(load.repository, lotId))?.faults).toEqual([]);
});

it('F39 rooms whose answered bids are gone are held, whatever happens next, and what was lost is listed', async (ctx) => {
  const { load, redis } = fixture;
  for (const lotId of [...RUNNING, ENDS_SOON]) await raise(lotId);
  const before = await rows();
  const seen = await promoted(await postgres.lagBehind());
  const lostIn = [1, 2, ENDS_SOON];
  const lost = new Map<number, number[]>();
  for (const lotId of lostIn) {
    await raise(lotId);
    lost.set(lotId, [amountTiyin]);
  }
  await wentBack(seen);
  fired(ctx, 'F39', lostIn.length);

  expect(await rewinds()).toEqual(
    LOTS.map((lotId) => ({ lotId, held: lost.has(lotId), lost: lost.get(lotId) ?? [] })),
  );
  const held = (lotId: number) =>
    eventually(
      async () => {
        const row = await rowOf(lotId);
        return row.phase === 'paused' && row.dueUs === null && row.pauseCause === 'outage';
      },
      `room ${lotId} to be held`,
      OPEN_WITHIN_MS,
    );
  await Promise.all(lostIn.map(held));
  for (const lotId of lostIn) {
    const was = before.find((row) => row.lotId === lotId);
    expect((await rowOf(lotId)).priceTiyin).toBe(was?.priceTiyin);
    expect(await load.bid('p1', lotId, amountTiyin + 10_000)).toMatchObject({ verdict: 'refused' });
  }
  // The others go on without it.
  await raise(3);

  // Neither its deadline nor the loss of Redis opens or closes it.
  await fixture.start('clock', ['clock', 'sweeper']);
  const epoch = (await rowOf(1)).epoch;
  await redis.kill();
  await redis.restart();
  await eventually(async () => (await rowOf(1)).epoch > epoch, 'the rooms in another epoch', OPEN_WITHIN_MS);
  await eventually(
    async () => (await load.state.snapshot(1))?.phase === 'paused',
    'room 1 to be held in the new Redis',
    OPEN_WITHIN_MS,
  );
  await Promise.all(lostIn.map(held));
  expect(await rewinds()).toHaveLength(LOTS.length);
  const heldLots = lostIn.map((lotId) => ({ lotId, lost: 'bids' }));
  expect(await load.repository.heldLots()).toEqual(heldLots);

  // Once the choice is made the room goes on from the last price that PostgreSQL has, with all its time.
  await createRewindsRepository(database.db).choose(1, 'continue', 1);
  expect(await load.repository.heldLots()).toEqual(heldLots.slice(1));
  await eventually(
    async () => {
      await load.state.resume({ lotId: 1, epoch: (await rowOf(1)).epoch });
      return (await rowOf(1)).phase === 'running';
    },
    'room 1 to go on',
    OPEN_WITHIN_MS,
  );
  const was = before.find(({ lotId }) => lotId === 1);
  const is = await rowOf(1);
  expect(is.priceTiyin).toBe(was?.priceTiyin);
  expect(is.deadlineUs).toBeGreaterThan(was?.deadlineUs ?? Infinity);
  await raise(1);
  for (const lotId of LOTS) expect((await verifyLog(load.repository, lotId))?.faults).toEqual([]);
});
