import { afterEach, describe, expect, it } from 'vitest';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { eventually } from '../fixtures/services.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';

const PEOPLE = ['ann', 'bob', 'cyd'];
const NO_OVERTIME = { ...practiceTerms(1).rules, overtime: null };

let fixture: FaultFixture;
afterEach(() => fixture.close());

const until = (atMs: number) => new Promise((resolve) => setTimeout(resolve, atMs - Date.now()));

/** What the rooms' logs say of their hammers. */
async function hammers(lots: readonly number[]) {
  return Promise.all(
    lots.map(async (lotId) => {
      const entries = await fixture.load.repository.readEntries(lotId, 0, 100_000);
      const closed = entries.map(({ entry }) => entry).filter((entry) => entry.kind === 'closed');
      const prices = entries.map(({ entry }) => entry).filter((entry) => entry.kind === 'price');
      return {
        lotId,
        closed,
        last: prices.at(-1),
        late: prices.filter((price) => price.atUs >= price.deadlineUs),
      };
    }),
  );
}

describe('the clock', () => {
  it('frozen across the deadline of rooms full of bidders: the outcome is that of the last price before it', async () => {
    fixture = await startFaultFixture();
    const { load } = fixture;
    const clock = await fixture.start('clock', ['clock']);
    clock.child.kill('SIGSTOP');
    const closesAtMs = Date.now() + 4_000;
    const lots = [1, 2, 3];
    await Promise.all(
      lots.map((lotId) => load.open(practiceTerms(lotId, { closesAtMs, rules: NO_OVERTIME }), PEOPLE)),
    );
    load.start(PEOPLE, lots);
    await load.more(200);
    clock.child.kill('SIGSTOP');
    // The first bid past the deadline finds the hammer due, and no one is answered `closed` before it has fallen.
    await eventually(() => (load.tally.closed ?? 0) > 20, 'bids past the deadline');
    for (const lotId of lots) expect((await load.repository.readLot(lotId))?.phase).toBe('closed');
    clock.child.kill('SIGCONT');
    await load.stop();
    for (const { closed, last, late } of await hammers(lots)) {
      expect(closed).toHaveLength(1);
      expect(late).toEqual([]);
      expect(closed[0]).toMatchObject({
        outcome: 'sold',
        winner: last?.person,
        priceTiyin: last?.amountTiyin,
      });
      expect(last?.atUs).toBeLessThan(closesAtMs * 1000);
    }
    expect(await load.violations(lots)).toEqual([]);
  });

  it('missing altogether: the sweeper finds the rooms in PostgreSQL and closes them', async () => {
    fixture = await startFaultFixture();
    const { load } = fixture;
    const lots = [1, 2];
    const closesAtMs = Date.now() + 2_500;
    await Promise.all(
      lots.map((lotId) => load.open(practiceTerms(lotId, { closesAtMs, rules: NO_OVERTIME }), PEOPLE)),
    );
    for (const lotId of lots) await load.bid('ann', lotId, 1_000);
    await fixture.start('sweeper', ['sweeper']);
    await eventually(async () => {
      const rows = await load.repository.readLots(lots);
      return rows.every((row) => row.phase === 'closed' && row.winner === 'ann');
    }, 'the rooms to be closed');
  });

  it('and the journal: a room that ended while bids were still being decided does not open again', async () => {
    fixture = await startFaultFixture();
    let ended: Ended | null = null;
    // On a busy machine the last lease may be too old to live across the deadline: then the next two rooms are tried.
    for (let lotId = 1; !ended && lotId < 12; lotId += 2) ended = await endWithinTheLease(lotId);
    if (!ended) throw new Error('no lease ever lived across a deadline');
    const { lotId, closesAtMs } = ended;
    const { load } = fixture;
    await eventually(async () => {
      const row = await load.repository.readLot(lotId + 1);
      return (row?.deadlineUs ?? 0) > (closesAtMs + 2_000) * 1000;
    }, 'the second room to get its time back');
    expect(await load.bid('bob', lotId, 2_000)).toMatchObject({ verdict: 'refused', reason: 'closed' });
    expect((await load.repository.readLot(lotId))?.deadlineUs).toBe(closesAtMs * 1000);
    expect(await load.bid('bob', lotId + 1, 2_000)).toMatchObject({ verdict: 'accepted' });
  });
});

interface Ended {
  lotId: number;
  closesAtMs: number;
}

/**
 * Two rooms; the journal is stopped from just before the first one's deadline until after its lease is stale. Gives
 * the first room if a bidder was answered there that it is closed, null if the lease had gone stale before.
 */
async function endWithinTheLease(lotId: number): Promise<Ended | null> {
  const { load, journal } = fixture;
  const closesAtMs = Date.now() + 3_000;
  await load.open(practiceTerms(lotId, { closesAtMs, rules: NO_OVERTIME }), PEOPLE);
  await load.open(practiceTerms(lotId + 1, { closesAtMs: closesAtMs + 2_000, rules: NO_OVERTIME }), PEOPLE);
  const placed = await Promise.all([load.bid('ann', lotId, 1_000), load.bid('ann', lotId + 1, 1_000)]);
  await until(closesAtMs - 250);
  journal.child.kill('SIGSTOP');
  await until(closesAtMs + 50);
  const telling = load.bid('bob', lotId, 2_000);
  await until(closesAtMs + 1_500);
  journal.child.kill('SIGCONT');
  const reported = await telling;
  const ready = placed.every((answer) => answer.verdict === 'accepted');
  return ready && reported.verdict === 'refused' && reported.reason === 'closed'
    ? { lotId, closesAtMs }
    : null;
}
