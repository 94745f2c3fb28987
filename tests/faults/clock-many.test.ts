import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, type Database } from '#server/platform/database/index.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { eventually } from '../fixtures/services.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';

const MANY = COMPLETE ? 2_000 : 400;
const RULES = { ...practiceTerms(1).rules, overtime: null };

let fixture: FaultFixture;
let database: Database;
afterEach(async () => {
  await database.close();
  await fixture.close();
});

const one = async <Row>(text: string, values: unknown[]): Promise<Row> => {
  const { rows } = await database.pool.query(text, values);
  return rows[0] as Row;
};

vi.setConfig({ testTimeout: COMPLETE ? 900_000 : 120_000 });

describe('the clock', () => {
  it(`closes ${MANY} rooms that end at the same instant, each hammer announced once`, async () => {
    fixture = await startFaultFixture();
    const { load, journal } = fixture;
    database = createDatabase({ url: fixture.databaseUrl, poolSize: 2 });
    await fixture.start('clock', ['clock']);
    const lots = Array.from({ length: MANY }, (_, i) => i + 1);
    const bystander = MANY + 1;
    const opensAtMs = Date.now() - 1_000;
    const closesAtMs = Date.now() + (MANY > 1_000 ? 25_000 : 8_000);
    await load.open(practiceTerms(bystander), ['ann']);
    for (const lotId of lots) {
      await load.repository.openLot(practiceTerms(lotId, { opensAtMs, closesAtMs, rules: RULES }));
    }
    await Promise.all(lots.map((lotId) => load.state.want(lotId)));

    const inPhase = (phase: string) =>
      one<{ n: number }>(
        'select count(*)::int as n from auction_lot where phase = $1 and lot_id = any($2::bigint[])',
        [phase, lots],
      );
    await eventually(async () => (await inPhase('running')).n === MANY, 'all rooms to be open', 30_000);
    expect(Date.now()).toBeLessThan(closesAtMs);
    expect(await load.bid('ann', bystander, 1_000)).toMatchObject({ verdict: 'accepted' });
    // Loading so many never prevented the journal from renewing its lease.
    expect(journal.counts().recoveries.stall).toBe(0);

    await eventually(async () => (await inPhase('closed')).n === MANY, 'all rooms to be closed', 40_000);
    const { late } = await one<{ late: number }>(
      `select (max((entry ->> 'atUs')::bigint) - $2::bigint * 1000)::float8 / 1000 as late
       from auction_entry where kind = 'closed' and lot_id = any($1::bigint[])`,
      [lots, closesAtMs],
    );
    process.stdout.write(`${MANY} rooms with one deadline: the last closed ${Math.round(late)} ms late\n`);
    expect(late).toBeLessThan(1_000);
    expect(
      await one(
        `select count(*)::int as hammers, count(distinct key)::int as lots from outbox
         where topic = 'auction.hammer' and key = any($1::text[])`,
        [lots.map(String)],
      ),
    ).toEqual({ hammers: MANY, lots: MANY });
  });
});
