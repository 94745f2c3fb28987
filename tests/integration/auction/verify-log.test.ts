import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runVerifyLogCommand } from '#server/auction/journal/journal-commands.ts';
import { toBatch } from '#server/auction/journal/commit-batch.ts';
import { JournalConnection } from '#server/auction/journal/journal-connection.repository.ts';
import { createAuctionLogRepository } from '#server/auction/state/auction-log.repository.ts';
import { practiceTerms, progressFrom, ScriptedRoom } from '../../fixtures/scripted-room.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let repository: ReturnType<typeof createAuctionLogRepository>;
const LOT = 41;

beforeAll(async () => {
  database = await testDatabase();
  repository = createAuctionLogRepository(database.db);
  const terms = practiceTerms(LOT);
  await repository.openLot(terms);
  const room = new ScriptedRoom(terms);
  room.admit('ann', 'bob');
  room.do({ kind: 'setAuto', person: 'bob', bidId: 'auto-bob-1', maximumTiyin: 90_000, salt: 'pepper' });
  for (let i = 0; i < 20; i += 1)
    room.place('ann', room.state.priceTiyin === null ? 1_000 : room.state.priceTiyin + 100);
  room.do({ kind: 'suspend', reason: 'checking' });
  room.do({ kind: 'resume' });
  const row = await repository.readLot(LOT);
  if (!row) throw new Error('the lot was not opened');
  const journal = await JournalConnection.open(database.url, 'writer');
  await journal.commit(toBatch([progressFrom(row, room.take())]), false);
  await journal.close();
  await database.pool.query('alter table auction_entry disable trigger auction_entry_final');
});
afterAll(() => database.close());

async function verify(...argv: string[]): Promise<{ code: number; lines: string[]; errors: string[] }> {
  const lines: string[] = [];
  const errors: string[] = [];
  const out = {
    line: (text: string) => void lines.push(text),
    error: (text: string) => void errors.push(text),
  };
  const code = await runVerifyLogCommand(argv, { repository, out });
  return { code, lines, errors };
}

/** Runs SQL, checks that the log is found changed, and puts everything back. */
async function findsChangeBy(statement: string, expected: RegExp): Promise<void> {
  const client = await database.pool.connect();
  await client.query('create temp table kept_entries as select * from auction_entry');
  await client.query('create temp table kept_lot as select * from auction_lot');
  const changed = await client.query(statement);
  expect(changed.rowCount).toBeGreaterThan(0);
  try {
    const { code, errors } = await verify(String(LOT));
    expect(code).toBe(1);
    expect(errors.join('\n')).toMatch(expected);
  } finally {
    await client.query(`delete from auction_entry; insert into auction_entry
      (lot_id, seq, epoch, log_id, prev_log_id, hash, entry, secret_maximum_tiyin, secret_salt, committed_at)
      select lot_id, seq, epoch, log_id, prev_log_id, hash, entry, secret_maximum_tiyin, secret_salt, committed_at
      from kept_entries;
      update auction_lot l set terms = k.terms, price_tiyin = k.price_tiyin, leader = k.leader from kept_lot k
      where l.lot_id = k.lot_id; drop table kept_entries; drop table kept_lot`);
    client.release();
  }
}

describe('verify-log', () => {
  it('passes a log no one has touched', async () => {
    const { code, lines, errors } = await verify(String(LOT));
    expect(errors).toEqual([]);
    expect(code).toBe(0);
    expect(lines.join()).toMatch(/lot 41: \d+ entries verified, the chain is whole, head [0-9a-f]{64}/);
  });

  it.each([
    [
      'an amount',
      `update auction_entry set entry = jsonb_set(entry, '{amountTiyin}', '1001') where seq = 9`,
      /entry 9/,
    ],
    [
      'a bidder',
      `update auction_entry set entry = jsonb_set(entry, '{person}', '"eve"') where seq = 12`,
      /entry 12/,
    ],
    [
      'an instant',
      `update auction_entry set entry = jsonb_set(entry, '{atUs}', '5') where seq = 1`,
      /entry 1/,
    ],
    ['a hash', `update auction_entry set hash = repeat('0', 64) where seq = 7`, /entry 7/],
    ['a secret', `update auction_entry set secret_maximum_tiyin = 95000 where kind = 'autoSet'`, /maximum/],
    [
      'a lost secret',
      `update auction_entry set secret_salt = null where kind = 'autoSet'`,
      /lost its maximum/,
    ],
    ['an added field', `update auction_entry set entry = entry || '{"x":1}' where seq = 3`, /entry 3/],
    ['a removed entry', `delete from auction_entry where seq = 10`, /entry 10/],
    ['a removed end', `delete from auction_entry where seq > 20`, /the lot shows sequence/],
    ['the price shown', `update auction_lot set price_tiyin = price_tiyin + 1`, /the lot shows price/],
    ['the leader shown', `update auction_lot set leader = 'eve'`, /the lot shows leader/],
    ['the terms', `update auction_lot set terms = jsonb_set(terms, '{startPriceTiyin}', '1')`, /terms/],
  ])('finds %s that was changed', async (_what, statement, expected) => {
    await findsChangeBy(statement, expected);
    expect((await verify(String(LOT))).code).toBe(0);
  });

  it('finds every single entry that was changed', async () => {
    const { rows } = await database.pool.query<{ seq: number }>('select seq from auction_entry order by seq');
    expect(rows.length).toBeGreaterThan(40);
    for (const { seq } of rows) {
      await findsChangeBy(
        `update auction_entry set entry = jsonb_set(entry, '{atUs}', to_jsonb((entry ->> 'atUs')::bigint + 1)) where seq = ${seq}`,
        new RegExp(`entry ${seq}:`),
      );
    }
  });

  it('says when there is no such lot, or no lot was named', async () => {
    expect((await verify('999')).code).toBe(2);
    expect((await verify()).code).toBe(2);
    expect((await verify('x')).errors.join()).toMatch(/usage/);
  });
});
