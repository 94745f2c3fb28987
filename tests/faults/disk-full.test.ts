import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { fired } from '../fixtures/fault.ts';
import { startOwnPostgres, type OwnPostgres } from '../fixtures/postgres-server.ts';
import { expectTimeGivenBack, startStorm } from '../fixtures/room-storm.ts';
import { mountTinyDisk, type TinyDisk } from '../fixtures/tiny-disk.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';

const LOTS = [1, 2];
/** The server's own files take most of it. */
const DISKS = [
  { of: 'all of PostgreSQL', megabytes: 160, where: (folder: string) => ({ folder }) },
  { of: 'its write-ahead log', megabytes: 64, where: (walFolder: string) => ({ walFolder }) },
];
/** Longer than the rooms would last. */
const FULL_MS = 12_000;

let fixture: FaultFixture | null = null;
let postgres: OwnPostgres | null = null;
let disk: TinyDisk | null = null;
afterEach(async () => {
  disk?.free();
  await fixture?.close();
  await postgres?.stop();
  disk?.remove();
  fixture = postgres = disk = null;
});

vi.setConfig({ testTimeout: 180_000 });

it.for(DISKS)(
  'F11 the disk of $of full: no bid is answered without its commit, no hammer falls, and the rooms get their time back once there is room',
  async ({ of, megabytes, where }, ctx) => {
    const mounted = mountTinyDisk(megabytes);
    if ('refused' in mounted) return ctx.skip(mounted.refused);
    disk = mounted;
    // Segments as small as they come: each new one must find room, and one is soon full.
    postgres = await startOwnPostgres({
      ...where(disk.folder),
      walSegmentMb: 1,
      settings: ['max_wal_size=4MB', 'min_wal_size=2MB', 'wal_recycle=off'],
    });
    fixture = await startFaultFixture({ databaseUrl: postgres.url });
    const { load } = fixture;
    await startStorm(fixture, LOTS);
    const full = disk;
    let harmedAt = 0;
    const filling = setInterval(() => full.fill(), 50);
    try {
      full.fill();
      // Commits stop when the segment under way is full, and PostgreSQL ends itself, or when a table finds no room to grow.
      await fixture.journal.until(
        (process) => process.counts().databaseLosses > 0 || (load.tally.held ?? 0) > 0,
        'commits to stop',
      );
      expect(full.left()).toBe(0);
      fixture.caughtInFlight += load.inFlight;
      harmedAt = Date.now();
      const { accepted } = load;
      await new Promise((resolve) => setTimeout(resolve, FULL_MS));
      expect(load.accepted - accepted).toBeLessThanOrEqual(load.inFlight);
      for (const lotId of LOTS) expect(await load.state.snapshot(lotId)).toMatchObject({ phase: 'running' });
    } finally {
      clearInterval(filling);
    }
    full.free();
    await postgres.restart();
    const owner = new pg.Client({ connectionString: postgres.ownerUrl });
    await owner.connect();
    await expectTimeGivenBack(fixture, owner, { lots: LOTS, harmedAt });
    await owner.end();
    await load.stop();
    fixture.say(`disk of ${of} full:`);
    expect(await load.violations(LOTS)).toEqual([]);
    fired(ctx, 'F11', fixture.caughtInFlight);
  },
);
