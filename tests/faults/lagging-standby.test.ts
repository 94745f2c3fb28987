import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { verifyLog } from '#server/auction/journal/verify-log.ts';
import { createDatabase, readStandbySettings, standbyWarning } from '#server/platform/database/index.ts';
import { fired } from '../fixtures/fault.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';
import { startOwnPostgres, type OwnPostgres } from '../fixtures/postgres-server.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { eventually } from '../fixtures/services.ts';

const PEOPLE = Array.from({ length: 12 }, (_, i) => `p${i + 1}`);
const LOTS = [1, 2, 3];

let postgres: OwnPostgres;
let fixture: FaultFixture | undefined;
beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres.stop());
afterEach(() => fixture?.close());
vi.setConfig({ testTimeout: 120_000 });

it('readiness warns of a standby that no commit waits for', async () => {
  const { pool, close } = createDatabase({ url: postgres.ownerUrl, poolSize: 1 });
  const warning = async () => standbyWarning(await readStandbySettings(pool));
  expect(await warning()).toBeNull();
  await pool.query("select pg_create_physical_replication_slot('standby')");
  expect(await warning()).toMatch(/no synchronous standby .* may lose answered bids/);
  await pool.query("select pg_drop_replication_slot('standby')");
  expect(await warning()).toBeNull();
  expect(standbyWarning({ standbys: true, synchronous: true })).toBeNull();
  await close();
});

it('F34 a standby that lacks commits is promoted: rooms go on from what it has, and no lost price comes back', async (ctx) => {
  const { load, journal } = (fixture = await startFaultFixture({ databaseUrl: postgres.url }));
  await Promise.all(LOTS.map((lotId) => load.open(practiceTerms(lotId), PEOPLE)));
  const rowOf = async (lotId: number) => {
    const row = await load.repository.readLot(lotId);
    if (!row) throw new Error(`lot ${lotId} is not there`);
    return row;
  };
  let amountTiyin = 1_000;
  const raise = async (lotId: number) => {
    amountTiyin += 100;
    const person = PEOPLE[(amountTiyin / 100) % PEOPLE.length] as string;
    return load.bid(person, lotId, amountTiyin);
  };
  for (const lotId of LOTS) expect(await raise(lotId)).toMatchObject({ verdict: 'accepted' });

  const promote = await postgres.lagBehind();
  const copied = new Map(await Promise.all(LOTS.map(async (lotId) => [lotId, await rowOf(lotId)] as const)));
  for (let bids = 0; bids < 5; bids += 1)
    for (const lotId of LOTS) expect(await raise(lotId)).toMatchObject({ verdict: 'accepted' });
  const lost = new Map(await Promise.all(LOTS.map(async (lotId) => [lotId, await rowOf(lotId)] as const)));

  await promote();
  // Redis has prices that PostgreSQL lacks: they are void, and the rooms are loaded again in a new epoch.
  for (const lotId of LOTS) {
    const back = await eventually(
      async () => {
        const row = await rowOf(lotId).catch(() => null);
        return row && row.epoch > (copied.get(lotId)?.epoch ?? 0) ? row : null;
      },
      `lot ${lotId} in a new epoch`,
      30_000,
    );
    expect(back.priceTiyin).toBe(copied.get(lotId)?.priceTiyin);
    await eventually(
      async () => (await load.state.snapshot(lotId))?.priceTiyin === back.priceTiyin,
      `lot ${lotId} in Redis as PostgreSQL has it`,
      30_000,
    );
  }
  await journal.until((process) => process.counts().rebuiltLots >= LOTS.length, 'every lot is rebuilt');
  fired(ctx, 'F34', [...lost].filter(([lotId, row]) => row.seq > (copied.get(lotId)?.seq ?? 0)).length);

  // Another process, which never saw what was lost, takes part in the rooms from what PostgreSQL has.
  const next = (copied.get(1)?.priceTiyin ?? 0) + 100;
  const row = await rowOf(1);
  const verdict = await eventually(async () => {
    const { epoch } = await rowOf(1);
    const answer = await load.state.place({
      lotId: 1,
      epoch,
      person: 'p12',
      bidId: `after-${randomUUID()}`,
      amountTiyin: next,
    });
    if (answer.verdict === 'accepted') return answer;
    // Paused for the time PostgreSQL was away.
    await load.state.resume({ lotId: 1, epoch });
    return null;
  }, 'a bid on what PostgreSQL has');
  expect(verdict).toMatchObject({ verdict: 'accepted' });
  await eventually(async () => (await rowOf(1)).priceTiyin === next, 'its commit');
  expect((await rowOf(1)).seq).toBeGreaterThan(row.seq);
  for (const lotId of LOTS) expect((await verifyLog(load.repository, lotId))?.faults).toEqual([]);
});
