import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headOf } from '#server/auction/live/audience-view.ts';
import { createRewindsRepository } from '#server/auction/state/rewinds.repository.ts';
import { createAuctionLogRepository } from '#server/auction/state/auction-log.repository.ts';
import { accepted, type Bidder } from '../fixtures/bidder.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../fixtures/live-node.ts';
import { eventually } from '../fixtures/services.ts';

let services: LiveServices;
let journal: LiveNode;
let node: LiveNode;
let repository: ReturnType<typeof createAuctionLogRepository>;

beforeAll(async () => {
  services = await startLiveServices();
  repository = createAuctionLogRepository(services.database.db);
  journal = await startLiveNode(services, { name: 'journal' });
  node = await startLiveNode(services, { name: 'web', keeps: false });
  // As on a standby that was promoted without them: committed rows are gone.
  await services.database.pool.query('alter table auction_entry disable trigger auction_entry_final');
});
afterAll(async () => {
  await node?.close();
  await journal?.close();
  await services?.close();
});

/** A room with two bidders who see it, and five prices. */
async function fivePrices(): Promise<{ lotId: number; anna: Bidder; bek: Bidder }> {
  const lotId = await openRoom(journal, terms(), ['anna', 'bek']);
  const [anna, bek] = [await node.bidder('anna'), await node.bidder('bek')];
  await anna.enter(lotId);
  await bek.enter(lotId);
  let last = 0;
  for (let i = 0; i < 5; i += 1)
    last = accepted(await (i % 2 === 0 ? anna : bek).place(lotId, 1_000 + 100 * i)).seq;
  await Promise.all([anna.reaches(lotId, last), bek.reaches(lotId, last)]);
  return { lotId, anna, bek };
}

/** PostgreSQL as it was when the entry with this sequence, a price, was the newest. */
async function returnTo(lotId: number, seq: number): Promise<void> {
  await services.database.pool.query('delete from auction_entry where lot_id = $1 and seq > $2', [
    lotId,
    seq,
  ]);
  await services.database.pool.query(
    `update auction_lot l set seq = e.seq, head_hash = e.hash, last_log_id = e.log_id, leader = e.person,
       price_tiyin = (e.entry ->> 'amountTiyin')::bigint, price_count = (e.entry ->> 'count')::int,
       leader_number = (e.entry ->> 'number')::int
     from auction_entry e where l.lot_id = $1 and e.lot_id = $1 and e.seq = $2`,
    [lotId, seq],
  );
}

describe('commits that PostgreSQL lost in a failover', () => {
  it('are shown no longer: every client gets what PostgreSQL has, and the room goes on from there when staff have chosen so', async () => {
    const { lotId, anna, bek } = await fivePrices();
    const shown = anna.view(lotId).head;
    await journal.close();
    // What is committed and published is trimmed from Redis's log: no journal can commit it a second time.
    const committed = await repository.readLot(lotId);
    await node.state.trimLog(node.state.partitions.of(lotId), committed?.lastLogId ?? '');
    await returnTo(lotId, shown.seq - 2);
    journal = await startLiveNode(services, { name: 'next-journal' });
    const head = await eventually(
      async () => anna.view(lotId).head.seq < shown.seq && bek.view(lotId).head.seq < shown.seq,
      'both clients to be shown what PostgreSQL has',
      30_000,
    ).then(() => anna.view(lotId).head);
    expect(head).toMatchObject({ priceTiyin: 1_200, count: 3, leaderNumber: 1 });
    expect(anna.view(lotId).prices.map(({ amountTiyin }) => amountTiyin)).toEqual([1_200, 1_100, 1_000]);

    // Answered bids are gone: the room is held until two members of staff have chosen.
    expect(await bek.place(lotId, 1_500)).toMatchObject({ verdict: 'refused', reason: 'suspended' });
    expect(await repository.heldLots()).toEqual([{ lotId, lost: 'bids' }]);
    await createRewindsRepository(services.database.db).choose(lotId, 'continue', 1);
    await eventually(async () => {
      const row = await repository.readLot(lotId);
      if (row?.phase !== 'running') await node.state.resume({ lotId, epoch: row?.epoch ?? 0 });
      return row?.phase === 'running';
    }, 'the room to go on');
    const amountTiyin = 1_300;
    const again = accepted(await bek.place(lotId, amountTiyin));
    await anna.reaches(lotId, again.seq);
    const row = await repository.readLot(lotId);
    expect(anna.view(lotId).head).toMatchObject({
      seq: row?.seq,
      hash: row?.headHash,
      epoch: row?.epoch,
      priceTiyin: amountTiyin,
    });
    expect(row?.epoch).toBeGreaterThan(shown.epoch);
    expect(anna.view(lotId).prices.map((price) => price.amountTiyin)).toEqual([
      amountTiyin,
      1_200,
      1_100,
      1_000,
    ]);
    for (const one of [anna, bek]) one.close();
  });

  it('are noticed where the lot has another entry of the same sequence', async () => {
    const { lotId, anna, bek } = await fivePrices();
    const { seq } = anna.view(lotId).head;
    await services.database.pool.query(
      `update auction_entry set hash = 'of another history', entry = jsonb_set(entry, '{amountTiyin}', '1450')
       where lot_id = $1 and seq = $2`,
      [lotId, seq],
    );
    await services.database.pool.query(
      `update auction_lot set head_hash = 'of another history', price_tiyin = 1450 where lot_id = $1`,
      [lotId],
    );
    const room = node.live.rooms.peek(lotId)!;
    await node.live.rooms.refresh(room);
    expect(headOf(room.view, 0)).toMatchObject({ seq, hash: 'of another history', priceTiyin: 1_450 });
    await eventually(
      () => anna.view(lotId).head.priceTiyin === 1_450,
      'the client to be shown the other history',
    );
    for (const one of [anna, bek]) one.close();
  });
});
