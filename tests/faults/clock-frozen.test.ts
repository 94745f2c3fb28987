import { afterEach, describe, expect, it } from 'vitest';
import { practiceTerms } from '../support/scripted-room.ts';
import { eventually } from '../support/services.ts';
import { startTrouble, type Trouble } from '../support/trouble.ts';

const PEOPLE = ['ann', 'bob', 'cyd'];
const NO_OVERTIME = { ...practiceTerms(1).rules, overtime: null };

let trouble: Trouble;
afterEach(() => trouble.close());

const until = (atMs: number) => new Promise((resolve) => setTimeout(resolve, atMs - Date.now()));

/** What the rooms' logs say of their hammers. */
async function hammers(lots: readonly number[]) {
  return Promise.all(
    lots.map(async (lotId) => {
      const entries = await trouble.storm.repository.readEntries(lotId, 0, 100_000);
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
    trouble = await startTrouble();
    const { storm } = trouble;
    const clock = await trouble.start('clock', ['clock']);
    clock.child.kill('SIGSTOP');
    const closesAtMs = Date.now() + 4_000;
    const lots = [1, 2, 3];
    await Promise.all(
      lots.map((lotId) => storm.open(practiceTerms(lotId, { closesAtMs, rules: NO_OVERTIME }), PEOPLE)),
    );
    storm.start(PEOPLE, lots);
    await storm.more(200);
    clock.child.kill('SIGSTOP');
    // The first bid past the deadline finds the hammer due, and nobody is told `closed` before it has fallen.
    await eventually(() => (storm.tally.closed ?? 0) > 20, 'bids past the deadline');
    for (const lotId of lots) expect((await storm.repository.readLot(lotId))?.phase).toBe('closed');
    clock.child.kill('SIGCONT');
    await storm.stop();
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
    expect(await storm.violations(lots)).toEqual([]);
  });

  it('missing altogether: the sweeper finds the rooms in PostgreSQL and closes them', async () => {
    trouble = await startTrouble();
    const { storm } = trouble;
    const lots = [1, 2];
    const closesAtMs = Date.now() + 2_500;
    await Promise.all(
      lots.map((lotId) => storm.open(practiceTerms(lotId, { closesAtMs, rules: NO_OVERTIME }), PEOPLE)),
    );
    for (const lotId of lots) await storm.bid('ann', lotId, 1_000);
    await trouble.start('sweeper', ['sweeper']);
    await eventually(async () => {
      const rows = await storm.repository.readLots(lots);
      return rows.every((row) => row.phase === 'closed' && row.winner === 'ann');
    }, 'the rooms to be closed');
  });

  it('and the journal: a room that ended while bids were still being decided does not open again', async () => {
    trouble = await startTrouble();
    let ended: Ended | null = null;
    // On a busy machine the last lease may be too old to live across the deadline: then the next two rooms are tried.
    for (let lotId = 1; !ended && lotId < 12; lotId += 2) ended = await endWithinTheLease(lotId);
    if (!ended) throw new Error('no lease ever lived across a deadline');
    const { lotId, closesAtMs } = ended;
    const { storm } = trouble;
    await eventually(async () => {
      const row = await storm.repository.readLot(lotId + 1);
      return (row?.deadlineUs ?? 0) > (closesAtMs + 2_000) * 1000;
    }, 'the second room to get its time back');
    expect(await storm.bid('bob', lotId, 2_000)).toMatchObject({ verdict: 'refused', reason: 'closed' });
    expect((await storm.repository.readLot(lotId))?.deadlineUs).toBe(closesAtMs * 1000);
    expect(await storm.bid('bob', lotId + 1, 2_000)).toMatchObject({ verdict: 'accepted' });
  });
});

interface Ended {
  lotId: number;
  closesAtMs: number;
}

/**
 * Two rooms; the journal stands still from just before the first one's deadline until after its lease is stale. Gives
 * the first room if a bidder was told there that it is closed, null if the lease had gone stale before.
 */
async function endWithinTheLease(lotId: number): Promise<Ended | null> {
  const { storm, journal } = trouble;
  const closesAtMs = Date.now() + 3_000;
  await storm.open(practiceTerms(lotId, { closesAtMs, rules: NO_OVERTIME }), PEOPLE);
  await storm.open(practiceTerms(lotId + 1, { closesAtMs: closesAtMs + 2_000, rules: NO_OVERTIME }), PEOPLE);
  const placed = await Promise.all([storm.bid('ann', lotId, 1_000), storm.bid('ann', lotId + 1, 1_000)]);
  await until(closesAtMs - 250);
  journal.child.kill('SIGSTOP');
  await until(closesAtMs + 50);
  const telling = storm.bid('bob', lotId, 2_000);
  await until(closesAtMs + 1_500);
  journal.child.kill('SIGCONT');
  const told = await telling;
  const ready = placed.every((answer) => answer.verdict === 'accepted');
  return ready && told.verdict === 'refused' && told.reason === 'closed' ? { lotId, closesAtMs } : null;
}
