import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuctionLogRepository } from '#server/auction/index.ts';
import { toBatch } from '#server/auction/journal/commit-batch.ts';
import { JournalConnection } from '#server/auction/journal/journal-connection.repository.ts';
import { createRoomRecordsRepository } from '#server/auction/state/room-records.repository.ts';
import { hasReadAsStaff } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createLotSearchRepository } from '#server/domains/trade/lots/index.ts';
import { createApplicationRowsRepository } from '#server/domains/trade/trade-applications/application-rows.repository.ts';
import { createRoomPage } from '#server/domains/trade/trade-applications/room-page.service.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { practiceTerms, progressFrom, ScriptedRoom } from '../../fixtures/scripted-room.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const PAGE = { page: 1, size: 25 };

let database: TestDatabase;
let journal: JournalConnection;
let lotId: number;
let anna: string;
let boris: string;
let staff: string;
/** Lots in which the reader has a part. */
const rivalLots: number[] = [];

async function person(name: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, language) values ('test', $1, 'natural', $2, 'uz') returning id`,
    [randomUUID(), name],
  );
  return rows[0]!.id;
}

async function admit(personId: string, number: number, limitTiyin: number | null): Promise<void> {
  await database.pool.query(
    `insert into trade_application (lot_id, person_id, number, limit_tiyin, status, confirmed_at, requested_at)
     values ($1, $2, $3, $4, 'admitted', now(), now())`,
    [lotId, personId, number, limitTiyin],
  );
}

/** Two bidders and four commands: two prices, an auto-bid, and one that is refused. */
beforeAll(async () => {
  database = await testDatabase();
  journal = await JournalConnection.open(database.url, 'writer');
  await journal.query('set idle_session_timeout = 0');
  lotId = await publishTestLot(database);
  await database.pool.query('update lot set room_opened_at = now() where id = $1', [lotId]);
  [anna, boris, staff] = [await person('Anna'), await person('Boris'), await person('Operator')];
  await admit(anna, 4, 900_000);
  await admit(boris, 7, null);
  const log = createAuctionLogRepository(database.db);
  await log.openLot(practiceTerms(lotId));
  const room = new ScriptedRoom(practiceTerms(lotId));
  room.do({ kind: 'admit', person: anna, number: 4, limitTiyin: 900_000 });
  room.do({ kind: 'admit', person: boris, number: 7, limitTiyin: null });
  room.place(anna, 1_000, 'offer-of-anna');
  room.do({
    kind: 'setAuto',
    person: boris,
    bidId: 'auto-of-boris',
    maximumTiyin: 5_000,
    salt: 'ab'.repeat(16),
  });
  room.place(anna, 1_300, 'second-of-anna');
  const row = await log.readLot(lotId);
  await journal.commit(toBatch([progressFrom(row!, room.take())]), false);
  await database.pool.query(
    `insert into auction_receipt (lot_id, seq, received_at)
     select lot_id, seq, committed_at - interval '40 ms' from auction_entry where own_bid_id = 'offer-of-anna'`,
  );
  await database.pool.query(
    `insert into auction_attempt (lot_id, person, bid_id, command, amount_tiyin, verdict, reason, received_at, decided_at)
     values ($1, $2, 'refused-of-boris', 'place', 1, 'refused', 'below-suggested', now(), now() + interval '25 ms'),
       ($1, $2, 'maximum-of-boris', 'set-auto', 777, 'refused', 'below-suggested', now(), now())`,
    [lotId, boris],
  );
});
afterAll(async () => {
  await journal.close();
  await database.close();
});

const page = () =>
  createRoomPage({
    rooms: { roomsOf: async () => [] },
    search: createLotSearchRepository(database.db),
    board: {
      presenceOf: (_lot, who) => ({ connected: who === anna, leftAtMs: who === anna ? null : 5_000 }),
    },
    records: createRoomRecordsRepository(database.db),
    applications: createApplicationRowsRepository(database.db),
    actions: createActionLog(database.db),
    namesOf: async (ids) => new Map(ids.map((id) => [id, id === anna ? 'Anna' : 'Boris'])),
    rivalLots: async () => rivalLots,
  });
const reader = () => ({ personId: staff, address: '203.0.113.9' });
const actions = async () =>
  (
    await database.pool.query('select action, reason from person_action where person_id = $1 order by id', [
      staff,
    ])
  ).rows as { action: string; reason: string }[];

describe('a room as staff look at it', () => {
  test('has its log newest first, with numbers and without limits and maxima', async () => {
    const other = { personId: randomUUID(), address: '203.0.113.8' };
    const { entries, more } = await page().log(lotId, undefined, other);
    expect(more).toBe(false);
    expect(entries.map(({ kind, number, priceTiyin }) => [kind, number, priceTiyin])).toEqual([
      // The auto-bid answers.
      ['price', 7, 1_400],
      ['price', 4, 1_300],
      ['price', 7, 1_100],
      ['autoSet', 7, null],
      ['price', 4, 1_000],
      ['admitted', 7, null],
      ['admitted', 4, null],
      ['opened', null, null],
    ]);
    const shown = JSON.stringify(entries);
    for (const secret of ['900000', '5000', anna, boris]) expect(shown).not.toContain(secret);
    // Who has an auto-bid is as secret in the room as its maximum.
    expect(await hasReadAsStaff(database.db, other.personId, lotId)).toBe(true);
    const early = { ...other, personId: randomUUID() };
    expect((await page().log(lotId, 3, early)).entries.map(({ seq }) => seq)).toEqual([2, 1]);
    expect(await hasReadAsStaff(database.db, early.personId, lotId)).toBe(false);
  });

  test('has the course of its prices, thinned where they are many, and always with the last', async () => {
    expect((await page().prices(lotId)).map(({ amountTiyin }) => amountTiyin)).toEqual([
      1_000, 1_100, 1_300, 1_400,
    ]);
    const few = await createRoomRecordsRepository(database.db).prices(lotId, 2);
    expect(few.map(({ amountTiyin }) => amountTiyin)).toEqual([1_100, 1_400]);
  });

  test('says who bids, whether they are connected and what they sent; limits are opened with a recorded reason', async () => {
    const { items, total } = await page().bidders(lotId, PAGE, reader());
    expect(total).toBe(2);
    expect(items.map(({ id: _id, ...row }) => row).sort((a, b) => a.number - b.number)).toMatchObject([
      { number: 4, person: { name: 'Anna' }, limited: true, connected: true, attempts: 2, refused: 0 },
      {
        number: 7,
        person: { name: 'Boris' },
        limited: false,
        connected: false,
        leftAtMs: 5_000,
        attempts: 3,
        refused: 2,
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('900000');
    expect(await actions()).toEqual([{ action: 'bidders-viewed', reason: `lot:${lotId}` }]);
    const limits = await page().openLimits(lotId, 'A complaint', reader());
    expect(limits.map(({ limitTiyin }) => limitTiyin).toSorted()).toEqual([900_000, null]);
    expect((await actions()).slice(1)).toEqual([
      { action: 'limits-viewed', reason: `lot:${lotId} A complaint` },
    ]);
  });

  test('has every attempt with its reason and how long its answer took, and records who read them', async () => {
    const { items, total } = await page().attempts(lotId, PAGE, reader());
    expect(total).toBe(5);
    const byId = new Map(items.map((item) => [item.bidId, item]));
    expect(byId.get('offer-of-anna')).toMatchObject({
      verdict: 'accepted',
      bidderNumber: 4,
      amountTiyin: 1_000,
    });
    expect(byId.get('offer-of-anna')?.latencyMs).toBeCloseTo(40, 0);
    expect(byId.get('second-of-anna')?.latencyMs).toBeNull();
    expect(byId.get('refused-of-boris')).toMatchObject({
      verdict: 'refused',
      reason: 'below-suggested',
      latencyMs: 25,
      person: { id: boris, name: 'Boris' },
    });
    for (const id of ['auto-of-boris', 'maximum-of-boris'])
      expect(byId.get(id)).toMatchObject({ command: 'set-auto', amountTiyin: null });
    const refused = await page().attempts(lotId, { ...PAGE, verdict: 'refused', bidder: 7 }, reader());
    expect(refused.items.map(({ bidId }) => bidId).toSorted()).toEqual([
      'maximum-of-boris',
      'refused-of-boris',
    ]);
    expect((await page().attempts(lotId, { ...PAGE, bidder: 99 }, reader())).items).toEqual([]);
    expect((await actions()).slice(2)).toEqual([
      { action: 'attempts-searched', reason: `lot:${lotId}` },
      { action: 'attempts-searched', reason: `lot:${lotId} person:${boris}` },
    ]);
  });

  test('shows neither bidders nor attempts to staff with a part in the lot, and is not there without a room', async () => {
    rivalLots.push(lotId);
    // Of the log what the room shows to everybody.
    const { entries } = await page().log(lotId, undefined, reader());
    expect(entries.map(({ kind }) => kind).join(' ')).toBe(
      'price price price price admitted admitted opened',
    );
    expect(await page().bidders(lotId, PAGE, reader())).toEqual({ items: [], total: 0 });
    expect(await page().attempts(lotId, PAGE, reader())).toEqual({ items: [], total: 0 });
    const other = await publishTestLot(database, { ruleSet: 'private', opensInMs: 3_600_000 });
    await expect(page().room(other, reader())).rejects.toMatchObject({ status: 404 });
  });
});
