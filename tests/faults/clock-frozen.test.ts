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
    const { storm, journal } = trouble;
    const closesAtMs = Date.now() + 3_000;
    await storm.open(practiceTerms(1, { closesAtMs, rules: NO_OVERTIME }), PEOPLE);
    await storm.open(practiceTerms(2, { closesAtMs: closesAtMs + 2_000, rules: NO_OVERTIME }), PEOPLE);
    for (const lotId of [1, 2]) await storm.bid('ann', lotId, 1_000);
    // The last lease lives a second more: across the deadline of the first room, not of the second.
    await until(closesAtMs - 250);
    journal.child.kill('SIGSTOP');
    await until(closesAtMs + 50);
    const late = storm.bid('bob', 1, 2_000);
    await until(closesAtMs + 1_500);
    journal.child.kill('SIGCONT');
    expect(await late).toMatchObject({ verdict: 'refused', reason: 'closed' });
    await eventually(async () => {
      const row = await storm.repository.readLot(2);
      return (row?.deadlineUs ?? 0) > (closesAtMs + 2_000) * 1000;
    }, 'the second room to get its time back');
    expect(await storm.bid('bob', 2, 2_000)).toMatchObject({ verdict: 'accepted' });
    expect(await storm.bid('bob', 1, 2_000)).toMatchObject({ verdict: 'refused', reason: 'closed' });
    expect((await storm.repository.readLot(1))?.deadlineUs).toBe(closesAtMs * 1000);
  });
});
