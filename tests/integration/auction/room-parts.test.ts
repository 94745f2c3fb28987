import { afterAll, beforeAll, expect, it } from 'vitest';
import fc from 'fast-check';
import { toBatch } from '#server/auction/journal/commit-batch.ts';
import { JournalConnection } from '#server/auction/journal/journal-connection.repository.ts';
import { catchUpOf, headOf, snapshotOf } from '#server/auction/live/audience-view.ts';
import { RoomView } from '#server/auction/live/room-view.ts';
import { createAuctionLogRepository } from '#server/auction/state/auction-log.repository.ts';
import { HeadWithoutEntry } from '#server/auction/state/room-parts.repository.ts';
import { PEOPLE, randomCommand } from '../../fixtures/random-commands.ts';
import { practiceTerms, progressFrom, ScriptedRoom } from '../../fixtures/scripted-room.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let journal: JournalConnection;
let repository: ReturnType<typeof createAuctionLogRepository>;
let lotId = 0;

beforeAll(async () => {
  database = await testDatabase();
  journal = await JournalConnection.open(database.url, 'writer');
  // A journal is never idle for long; this one writes only when a test has something for it.
  await journal.query('set idle_session_timeout = 0');
  repository = createAuctionLogRepository(database.db);
});
afterAll(async () => {
  await journal.close();
  await database.close();
});

const anna = { person: 'anna', sessionId: 's' };
const counts = { lotId: 1, viewers: 0, participants: 0, applicants: 0 };

async function newRoom(limits: boolean) {
  lotId += 1;
  const given = practiceTerms(lotId);
  const terms = limits ? { ...given, rules: { ...given.rules, limitFromPrice: 2 } } : given;
  await repository.openLot(terms);
  return new ScriptedRoom(terms);
}

/** Writes what the room did, as a journal does. */
async function commit(room: ScriptedRoom): Promise<void> {
  const row = await repository.readLot(room.state.terms.lotId);
  if (!row) throw new Error('the lot was not opened');
  const records = room.take();
  if (records.length > 0) await journal.commit(toBatch([progressFrom(row, records)]), false);
}

/** The view by its parts at the head, and by the fold of the whole log. */
async function bothViews(id: number): Promise<{ read: RoomView; folded: RoomView }> {
  const parts = await repository.readRoom(id);
  if (!parts) throw new Error('no such lot');
  const { terms, termsHash } = parts.head;
  const folded = new RoomView(terms, 1, termsHash);
  for (const entry of await repository.readEntries(id, 0, 100_000)) folded.apply(entry);
  return { read: RoomView.at(parts), folded };
}

function everythingIn(view: RoomView) {
  return {
    head: headOf(view, 0),
    leader: view.leader,
    bidders: view.bidders,
    autos: view.autos,
    shown: snapshotOf(view, anna, counts, 0),
    forVisitors: snapshotOf(view, null, counts, 0),
  };
}

/** Each person's highest price is the last one the log has of them. */
async function expectHighestPrices(seen: { pricedByAuto: number; unpriced: number }): Promise<void> {
  const log = await repository.readEntries(lotId, 0, 100_000);
  for (const person of PEOPLE) {
    const own = log.flatMap(({ entry }) =>
      entry.kind === 'price' && entry.person === person ? [entry] : [],
    );
    const last = own.at(-1);
    expect(await repository.highestPrice(lotId, person)).toBe(last?.amountTiyin ?? null);
    expect(await repository.hasPrice(lotId, person)).toBe(last !== undefined);
    seen.pricedByAuto += last?.by === 'auto' ? 1 : 0;
    seen.unpriced += last ? 0 : 1;
  }
}

it('reads at any head what the fold of the whole log gives, and goes on from there like it', async () => {
  const seen = { autos: 0, asleep: 0, paused: 0, revoked: 0, pricedByAuto: 0, unpriced: 0 };
  const histories = fc.sample(
    fc.tuple(fc.array(randomCommand, { minLength: 10, maxLength: 60 }), fc.boolean()),
    {
      numRuns: 40,
      seed: 20_261,
    },
  );
  for (const [commands, limits] of histories) {
    const room = await newRoom(limits);
    room.admit(...PEOPLE);
    const half = commands.length / 2;
    for (const command of commands.slice(0, half)) room.do(command);
    await commit(room);
    const halfway = await bothViews(lotId);
    expect(everythingIn(halfway.read)).toEqual(everythingIn(halfway.folded));
    const from = halfway.read.seq;
    for (const command of commands.slice(half)) room.do(command);
    await commit(room);
    const { read, folded } = await bothViews(lotId);
    expect(everythingIn(read)).toEqual(everythingIn(folded));
    for (const entry of await repository.readEntries(lotId, from, 100_000)) halfway.read.apply(entry);
    expect(everythingIn(halfway.read)).toEqual(everythingIn(folded));
    await expectHighestPrices(seen);
    seen.autos += Object.keys(read.autos).length;
    seen.asleep += Object.values(read.autos).filter(({ asleep }) => asleep).length;
    seen.paused += read.phase === 'paused' ? 1 : 0;
    seen.revoked += Object.values(read.bidders).filter(({ revoked }) => revoked !== '').length;
  }
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(3);
});

it('remembers the newest hundred prices of a long log, and says so of those before', async () => {
  const room = await newRoom(false);
  room.admit(...PEOPLE);
  for (let i = 0; i < 300; i += 1) room.place(PEOPLE[i % 2] ?? '', (room.state.priceTiyin ?? 900) + 100);
  await commit(room);
  const { read, folded } = await bothViews(lotId);
  expect(everythingIn(read)).toEqual(everythingIn(folded));
  expect(read.prices).toEqual(folded.prices.slice(-100));
  const at = (seq: number) => catchUpOf(read, { epoch: 1, seq }, null, 0);
  const [oldest] = read.prices;
  expect(read.droppedThroughSeq).toBe((oldest?.seq ?? 0) - 1);
  expect(at(read.seq - 40)).toEqual(catchUpOf(folded, { epoch: 1, seq: read.seq - 40 }, null, 0));
  expect(at((oldest?.seq ?? 0) - 2)).toBeNull();
  // Whose command the newest entries were is known; of the others PostgreSQL is asked.
  expect(read.ownerOf(read.seq)).toBe(folded.ownerOf(folded.seq));
  expect(read.ownerOf(10)).toBeUndefined();
});

it('reads a number of rows that does not grow with the log, by indexes', async () => {
  await database.pool.query(
    `insert into auction_entry (lot_id, seq, epoch, log_id, prev_log_id, hash, entry)
     select $1, i, 1, i || '-1', '', 'h', jsonb_build_object('kind', 'price', 'person', 'p' || i % 50, 'by', 'auto',
       'seq', i) from generate_series(1, 50000) i`,
    [9_001],
  );
  await database.pool.query('analyze auction_entry');
  const plans: string[] = [];
  const client = await database.pool.connect();
  for (const where of [
    `kind in ('admitted', 'limitSet', 'revoked', 'opened', 'suspended', 'resumed', 'deadlineMoved', 'closed') order by seq`,
    `kind = 'admitted'`,
    `person = 'p1' and kind in ('autoSet', 'autoCleared') order by seq desc limit 1`,
    `kind = 'price' order by seq desc limit 100`,
    `person = 'p1' and own_bid_id is not null and kind <> 'autoSet'`,
    `person = 'p1' and kind in ('autoSet', 'autoCleared') order by seq limit 1`,
  ]) {
    const { rows } = await client.query(
      `explain (analyze, format json) select entry from auction_entry where lot_id = 9001 and seq <= 50000 and ${where}`,
    );
    plans.push(JSON.stringify(rows[0]));
  }
  client.release();
  for (const plan of plans) {
    expect(plan).not.toContain('Seq Scan');
    const read = [...plan.matchAll(/"(?:Actual Rows|Rows Removed by Filter)":(\d+)/g)].map(([, rows]) =>
      Number(rows),
    );
    expect(Math.max(...read)).toBeLessThanOrEqual(100);
  }
});

it('searches a bounded part of the log for prices', async () => {
  const room = await newRoom(false);
  room.admit(...PEOPLE);
  room.place(PEOPLE[0] ?? '', 1_000);
  await commit(room);
  const { seq: priceSeq } = room.state;
  // Only the entry at the head is read besides prices and events: those in between need not be there.
  const lengthenTo = async (seq: number) => {
    await database.pool.query(
      `insert into auction_entry (lot_id, seq, epoch, log_id, prev_log_id, hash, entry)
       values ($1, $2::bigint, 1, $2::bigint || '-1', '', 'h', jsonb_build_object('kind', 'autoCleared', 'person', 'anna', 'bidId', $2::bigint))`,
      [lotId, seq],
    );
    await database.pool.query(`update auction_lot set seq = $2, head_hash = 'h' where lot_id = $1`, [
      lotId,
      seq,
    ]);
    const parts = await repository.readRoom(lotId);
    if (!parts) throw new Error('no such lot');
    return RoomView.at(parts);
  };
  const near = await lengthenTo(priceSeq + 49_999);
  expect([near.prices.length, near.droppedThroughSeq]).toEqual([1, 0]);
  const far = await lengthenTo(priceSeq + 50_000);
  expect([far.prices.length, far.count, far.droppedThroughSeq]).toEqual([0, 1, far.seq]);
});

it('refuses a head whose entry is not there', async () => {
  const room = await newRoom(false);
  room.admit(...PEOPLE);
  await commit(room);
  await database.pool.query(`update auction_lot set head_hash = 'another' where lot_id = $1`, [lotId]);
  await expect(repository.readRoom(lotId)).rejects.toBeInstanceOf(HeadWithoutEntry);
});
