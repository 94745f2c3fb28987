import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRebuildRepository } from '#server/auction/journal/rebuild.repository.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { fired } from '../fixtures/fault.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';
import { startOwnPostgres, type OwnPostgres } from '../fixtures/postgres-server.ts';
import { expectTimeGivenBack, OVERTIME_MS, PEOPLE, startStorm, viewOf } from '../fixtures/room-storm.ts';
import { eventually } from '../fixtures/services.ts';
import { mountTinyDisk } from '../fixtures/tiny-disk.ts';

const TROUBLE_MS = 12_000;
let nextLot = 1;
let postgres: OwnPostgres;
let owner: pg.Client;
let fixture: FaultFixture;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  owner = await asOwner();
});
afterAll(async () => {
  await owner.end();
  await postgres.stop();
});
afterEach(() => fixture.close());

vi.setConfig({ testTimeout: 120_000 });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function asOwner(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  // A server that is made a standby ends this session, which is opened again.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

type Mend = () => Promise<unknown>;
/** How a commit fails while PostgreSQL answers, and the SQLSTATE it says. */
interface Cause {
  name: string;
  sqlState: string;
  /** Returns what mends it. */
  harm(): Promise<Mend>;
}

const CAUSES: Cause[] = [
  {
    name: 'the right to insert entries is missing',
    sqlState: '42501',
    async harm() {
      await owner.query('revoke insert on auction_entry from savdo_runtime');
      return () => owner.query('grant insert on auction_entry to savdo_runtime');
    },
  },
  {
    name: 'the table of entries is locked',
    sqlState: '55P03',
    async harm() {
      await owner.query('begin; lock table auction_entry in exclusive mode');
      return () => owner.query('rollback');
    },
  },
  {
    name: 'a trigger refuses every entry',
    sqlState: 'P0001',
    async harm() {
      await owner.query(`
        create function refuse_all() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
        create trigger refuse_all before insert on auction_entry for each statement execute function refuse_all()`);
      return () => owner.query('drop function refuse_all() cascade');
    },
  },
  {
    name: 'a trigger takes longer than any commit may',
    sqlState: '57014',
    async harm() {
      await owner.query(`
        create function take_long() returns trigger language plpgsql as $$
        begin perform pg_sleep(60); return null; end $$;
        create trigger take_long before insert on auction_entry for each statement execute function take_long()`);
      return () => owner.query('drop function take_long() cascade');
    },
  },
  {
    name: 'a read-only standby is behind the address',
    sqlState: '25006',
    async harm() {
      const back = await postgres.onlyRead();
      return async () => {
        await back();
        owner = await asOwner();
      };
    },
  },
];

async function stormyRooms(): Promise<number[]> {
  fixture = await startFaultFixture({ databaseUrl: postgres.url });
  const lots = [nextLot++, nextLot++];
  await startStorm(fixture, lots);
  return lots;
}

/** Lines of the journal's log from here on. */
function linesSince(before: string): string[] {
  return fixture.journal
    .output()
    .slice(before.length)
    .split('\n')
    .filter((line) => line.includes('"level"'));
}

describe('commits fail while PostgreSQL answers', () => {
  it.for(CAUSES)(
    'F37 $name: no hammer falls, the rooms pause and get all their time back',
    async ({ sqlState, harm }, ctx) => {
      const lots = await stormyRooms();
      const { load, journal } = fixture;
      const before = journal.output();
      const harmedAt = Date.now();
      const mend = await harm();
      try {
        await journal.until((process) => process.counts().commitFailures > 0, 'a commit to fail');
        const { accepted } = load;
        await pause(TROUBLE_MS - (Date.now() - harmedAt));
        expect(load.accepted - accepted).toBeLessThanOrEqual(PEOPLE.length);
        for (const lotId of lots) {
          expect(await load.state.snapshot(lotId)).toMatchObject({ phase: 'running' });
          expect(await load.repository.readLot(lotId)).toMatchObject({ phase: 'running' });
        }
        const leases = await load.state.leases();
        expect(leases.every(({ ageMs }) => (ageMs ?? Infinity) > 1_000)).toBe(true);
        expect(new Set(leases.map(({ failing }) => failing))).toEqual(new Set([sqlState]));
      } finally {
        await mend();
      }
      await expectTimeGivenBack(fixture, owner, { lots, harmedAt });
      await load.stop();
      fixture.say(`${sqlState}:`);
      const reported = linesSince(before).filter((line) => line.includes(`"sqlState":"${sqlState}"`));
      expect(reported).toHaveLength(1);
      expect(linesSince(before).length).toBeLessThan(20);
      fired(ctx, 'F37', journal.counts().commitFailures);
      expect(await load.violations(lots)).toEqual([]);
    },
  );

  it('F37 a trigger takes 3 s: no hammer falls in slow commits, and their time is given back', async (ctx) => {
    const lots = await stormyRooms();
    const { load, journal } = fixture;
    await owner.query(`
      create function take_3s() returns trigger language plpgsql as $$
      begin perform pg_sleep(3); return null; end $$;
      create trigger take_3s before insert on auction_entry for each statement execute function take_3s()`);
    try {
      await pause(TROUBLE_MS);
      for (const lotId of lots) expect((await load.repository.readLot(lotId))?.phase).not.toBe('closed');
    } finally {
      await owner.query('drop function take_3s() cascade');
    }
    await load.moreIn(lots, 50);
    for (const lotId of lots) {
      const { rows } = await owner.query(
        `select from auction_entry where lot_id = $1 and kind in ('suspended', 'deadlineMoved')`,
        [lotId],
      );
      expect(rows.length).toBeGreaterThan(0);
    }
    await load.stop();
    const { stall, outage } = journal.counts().recoveries;
    fired(ctx, 'F37', stall + outage);
    expect(await load.violations(lots)).toEqual([]);
  });

  it('F38 entries of one lot are refused: it pauses alone, is stopped where that is refused too, and the others go on', async (ctx) => {
    const [one = 0, other = 0] = await stormyRooms();
    const { load, journal } = fixture;
    // The others wait for their answers in a room that is stopped.
    load.start(PEOPLE.slice(0, 3), [other]);
    const constraint = (kinds: string) =>
      owner.query(
        `alter table auction_entry add constraint refused check (lot_id <> ${one} or kind not in (${kinds})) not valid`,
      );
    await constraint(`'price'`);
    await journal.until((process) => process.counts().refusedLots > 0, 'the refusal');
    await eventually(() => viewOf(fixture, one).phase === 'paused', 'the pause of the one', 20_000);
    expect(viewOf(fixture, one)).toMatchObject({ pauseCause: 'outage', resumeAtUs: null });
    const lots = [one, other];
    await load.moreIn([other], 30);
    expect(viewOf(fixture, other).phase).toBe('running');
    expect(journal.counts().databaseLosses).toBe(0);
    // Staff let it go on, and PostgreSQL refuses that entry: the room stays paused, in a new epoch.
    const letGoOn = async () => {
      const { epoch } = viewOf(fixture, one);
      // A room whose new epoch is announced may still be on its way into Redis.
      await eventually(
        async () => (await load.state.resume({ lotId: one, epoch })).verdict === 'done',
        'the resumption',
        20_000,
      );
      return epoch;
    };
    await owner.query('alter table auction_entry drop constraint refused');
    await constraint(`'price','resumed'`);
    const before = await letGoOn();
    await eventually(() => viewOf(fixture, one).epoch > before, 'the new epoch', 20_000);
    expect(viewOf(fixture, one)).toMatchObject({ phase: 'paused', resumeAtUs: null });
    expect(journal.counts().brokenLots).toBe(0);
    // They do so again, and PostgreSQL refuses the prices and the pause: alone or in one batch with the resumption.
    await owner.query('alter table auction_entry drop constraint refused');
    await constraint(`'price','suspended'`);
    await letGoOn();
    await journal.until((process) => process.counts().brokenLots > 0, 'the stop');
    await load.moreIn([other], 30);
    expect(await load.repository.readLot(one)).toMatchObject({
      phase: expect.stringMatching(/^(running|paused)$/),
      brokenBecause: expect.stringContaining('its entries are refused'),
    });
    // Mended and released, it has the time back in which nothing of it was confirmed.
    await owner.query('alter table auction_entry drop constraint refused');
    await pause(OVERTIME_MS);
    const database = createDatabase({ url: postgres.ownerUrl, poolSize: 1 });
    await createRebuildRepository(database.db).raiseEpochs([one]);
    await database.close();
    await load.state.want(one);
    await eventually(() => viewOf(fixture, one).phase === 'paused', 'the pause of the released', 20_000);
    await load.moreIn(lots, 20);
    expect(viewOf(fixture, one).deadlineUs / 1_000).toBeGreaterThan(Date.now());
    await load.stop();
    fired(ctx, 'F38', journal.counts().refusedLots);
    expect(await load.violations(lots)).toEqual([]);
  });

  it('F37 the disk of the entries is full: no hammer falls, the rooms pause and get all their time back', async (ctx) => {
    const disk = mountTinyDisk(24);
    if ('refused' in disk) {
      fixture = await startFaultFixture({ databaseUrl: postgres.url });
      return ctx.skip(disk.refused);
    }
    try {
      await owner.query(`create tablespace tiny location '${disk.folder}'`);
      await owner.query('alter table by_lot.auction_entry_first set tablespace tiny');
      const lots = await stormyRooms();
      const { load, journal } = fixture;
      disk.fill();
      await journal.until((process) => process.counts().commitFailures > 0, 'a commit to fail');
      const harmedAt = Date.now();
      await pause(TROUBLE_MS);
      const { failing } = (await load.state.leases())[0] ?? {};
      expect(failing).toBe('53100');
      for (const lotId of lots)
        expect(await load.repository.readLot(lotId)).toMatchObject({ phase: 'running' });
      disk.free();
      await expectTimeGivenBack(fixture, owner, { lots, harmedAt });
      await load.stop();
      fired(ctx, 'F37', journal.counts().commitFailures);
      expect(await load.violations(lots)).toEqual([]);
    } finally {
      disk.free();
      await owner.query('alter table by_lot.auction_entry_first set tablespace pg_default');
      await owner.query('drop tablespace tiny');
      disk.remove();
    }
  });
});
