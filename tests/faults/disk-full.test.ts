import { afterEach, expect, it, vi } from 'vitest';
import { fired } from '../fixtures/fault.ts';
import { startOwnPostgres, type OwnPostgres } from '../fixtures/postgres-server.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { mountTinyDisk, type TinyDisk } from '../fixtures/tiny-disk.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';

const PEOPLE = Array.from({ length: 12 }, (_, i) => `p${i + 1}`);
const LOTS = [1, 2];
/** The server's own files take most of it. */
const DISK_MB = 160;

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

it('F11 the disk of PostgreSQL full: no bid is answered without its commit, and bidding goes on once there is room', async (ctx) => {
  const mounted = mountTinyDisk(DISK_MB);
  if ('refused' in mounted) return ctx.skip(mounted.refused);
  disk = mounted;
  // Segments as small as they come: each new one must find room, and one is soon full.
  postgres = await startOwnPostgres({
    folder: disk.folder,
    walSegmentMb: 1,
    settings: ['max_wal_size=4MB', 'min_wal_size=2MB', 'wal_recycle=off'],
  });
  fixture = await startFaultFixture({ databaseUrl: postgres.url });
  const { load } = fixture;
  await Promise.all(LOTS.map((lotId) => load.open(practiceTerms(lotId), PEOPLE)));
  load.start(PEOPLE, LOTS);
  await load.more(300);
  const full = disk;
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
  } finally {
    clearInterval(filling);
  }
  full.free();
  await postgres.restart();
  await load.more(100, 'accepted', 60_000);
  await load.stop();
  fixture.say('disk full:');
  expect(await load.violations(LOTS)).toEqual([]);
  fired(ctx, 'F11', fixture.caughtInFlight);
});
