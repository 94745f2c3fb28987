import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runRebuildCommand } from '#server/auction/journal/journal-commands.ts';
import { countBrokenRooms } from '#server/auction/state/room-counts.repository.ts';
import { startJournal, type Journal } from '#server/auction/journal/start-journal.ts';
import { createRebuildRepository } from '#server/auction/journal/rebuild.repository.ts';
import { verifyLog } from '#server/auction/journal/verify-log.ts';
import { createAuctionState } from '#server/auction/state/auction-state.ts';
import type { AuctionState, CommittedMessage } from '#server/auction/state/contract.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { practiceTerms } from '../../fixtures/scripted-room.ts';
import { startRedis, type OwnRedis } from '../../fixtures/redis-server.ts';
import { eventually, testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { BidLoad } from '../../fixtures/bid-load.ts';

const PARTITIONS = 4;
const PEOPLE = ['ann', 'bob', 'cyd'];
const log = createLogger({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });

let database: TestDatabase;
let redis: OwnRedis;
let load: BidLoad;
let nextLot = 1;
const journals: { journal: Journal; state: AuctionState }[] = [];

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), startRedis()]);
  load = new BidLoad({
    databaseUrl: database.url,
    redisUrl: redis.url,
    namespace: 'j:',
    partitions: PARTITIONS,
  });
  await load.state.ready();
});
afterAll(async () => {
  await load.close();
  await redis.stop();
  await database.close();
});
afterEach(async () => {
  for (const { journal, state } of journals.splice(0)) {
    await journal.stop();
    await state.disconnect();
  }
});

async function journal(owner: string, logger = log): Promise<Journal> {
  const state = createAuctionState({ url: redis.url, namespace: 'j:', partitions: PARTITIONS });
  const started = startJournal({ state, databaseUrl: database.url, owner, log: logger });
  journals.push({ journal: started, state });
  return started;
}

const keeps = (one: Journal, count = PARTITIONS) =>
  eventually(() => one.owned().length === count, 'all partitions');
const row = async (lotId: number) => {
  const found = await load.repository.readLot(lotId);
  if (!found) throw new Error(`no lot ${lotId}`);
  return found;
};

/** Bids until it is accepted: while a room is being rebuilt it is held, and nothing is placed. */
const accepts = (person: string, lotId: number, amountTiyin: number) =>
  eventually(
    async () => (await load.bid(person, lotId, amountTiyin)).verdict === 'accepted',
    `a bid in ${lotId}`,
    // A room that was away for more than 5 s on a busy machine is paused for a minute.
    90_000,
  );
vi.setConfig({ testTimeout: 120_000 });

describe('the journal', () => {
  it('loads an opened lot, commits what the scripts ordered, and answers then', async () => {
    const one = await journal('one');
    const reported: CommittedMessage[] = [];
    one.onCommitted((_partition, messages) => reported.push(...messages));
    const lotId = nextLot++;
    await load.open(practiceTerms(lotId), PEOPLE);
    const first = await load.bid('ann', lotId, 1_000);
    expect(first).toMatchObject({ verdict: 'accepted', leading: true });
    expect(await load.bid('bob', lotId, 1_050)).toMatchObject({
      verdict: 'refused',
      reason: 'below-suggested',
    });
    expect(await load.bid('bob', lotId, 1_100)).toMatchObject({ verdict: 'accepted' });
    expect(await row(lotId)).toMatchObject({ epoch: 1, phase: 'running', priceTiyin: 1_100, leader: 'bob' });
    expect((await verifyLog(load.repository, lotId))?.faults).toEqual([]);
    expect(reported.some((message) => message.type === 'entries' && message.lotId === lotId)).toBe(true);
  });

  it('says that commits succeed again once something is committed, not when another journal has the partitions', async () => {
    const lines: string[] = [];
    const own = createLogger({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const count = (text: string) => lines.filter((line) => line.includes(text)).length;
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    const one = await journal('failing-one', own);
    const two = await journal('failing-two', own);
    await eventually(() => one.owned().length > 0 && two.owned().length > 0, 'both to own partitions');
    await owner.query('revoke insert on auction_entry from savdo_runtime');
    try {
      await eventually(
        () => one.commitsFailingMs() > 4_000 && two.commitsFailingMs() > 4_000,
        'a lasting failure',
      );
      expect(count('commits succeed again')).toBe(0);
      expect(count('commits nothing (SQLSTATE 42501)')).toBe(2);
    } finally {
      await owner.query('grant insert on auction_entry to savdo_runtime');
      await owner.end();
    }
    await eventually(() => one.commitsFailingMs() === 0 && two.commitsFailingMs() === 0, 'commits of both');
    expect(count('commits succeed again')).toBe(2);
  });

  it('holds the rooms while there is no journal, and commits nothing', async () => {
    const one = await journal('holder');
    const lotId = nextLot++;
    await load.open(practiceTerms(lotId), PEOPLE);
    await keeps(one);
    await one.stop();
    await eventually(async () => {
      const epoch = (await row(lotId)).epoch;
      const answer = await load.state.place({
        lotId,
        epoch,
        person: 'ann',
        bidId: crypto.randomUUID(),
        amountTiyin: 9_000,
      });
      return answer.verdict === 'refused' && answer.reason === 'held';
    }, 'the lease to go stale');
    expect((await row(lotId)).priceTiyin === 9_000).toBe(false);
  });

  it('gives the time of a short stall back without a pause', async () => {
    const one = await journal('before-stall');
    const lotId = nextLot++;
    await load.open(practiceTerms(lotId), PEOPLE);
    await load.bid('ann', lotId, 1_000);
    const before = await row(lotId);
    await one.stop();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const two = await journal('after-stall');
    await keeps(two);
    const after = await eventually(async () => {
      const found = await row(lotId);
      return found.deadlineUs > before.deadlineUs ? found : null;
    }, 'the deadline to move');
    expect(after).toMatchObject({ phase: 'running', epoch: before.epoch });
    expect(after.deadlineUs - before.deadlineUs).toBeGreaterThan(1_400_000);
    expect(after.deadlineUs - before.deadlineUs).toBeLessThan(5_000_000);
    expect(two.counts().recoveries.stall).toBeGreaterThan(0);
    expect(await load.bid('bob', lotId, 1_100)).toMatchObject({ verdict: 'accepted' });
  });

  it('renews its leases when the time of its machine is set back', async () => {
    const one = await journal('set-back');
    await keeps(one);
    /** Redis's time of the oldest renewal, µs. */
    const renewedAt = async () =>
      Math.min(...(await load.state.leases()).map(({ readAtUs, ageMs }) => readAtUs - (ageMs ?? 0) * 1_000));
    const renewedSince = (us: number) =>
      eventually(async () => (await renewedAt()) > us, 'all leases to be renewed');
    await renewedSince(await renewedAt());
    const now = Date.now;
    const setBack = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
    try {
      // One renewal may have been under way.
      await renewedSince((await renewedAt()) + 500_000);
    } finally {
      setBack.mockRestore();
    }
  });

  it('shares partitions between two journals, and each takes over from the other when it ends', async () => {
    const one = await journal('first');
    await keeps(one);
    const lotId = nextLot++;
    await load.open(practiceTerms(lotId), PEOPLE);
    const two = await journal('second');
    await Promise.all([keeps(one, PARTITIONS / 2), keeps(two, PARTITIONS / 2)]);
    expect(await load.bid('ann', lotId, 1_000)).toMatchObject({ verdict: 'accepted' });
    await one.stop();
    await keeps(two);
    expect(await load.bid('bob', lotId, 1_100)).toMatchObject({ verdict: 'accepted' });
    expect((await row(lotId)).epoch).toBe(1);
  });

  it('loads everything again after a flush, in a new epoch', async () => {
    const one = await journal('flushed');
    const lotId = nextLot++;
    await load.open(practiceTerms(lotId), PEOPLE);
    await load.bid('ann', lotId, 1_000);
    const { epoch } = await row(lotId);
    await load.flushRedis();
    await accepts('bob', lotId, 1_100);
    expect((await row(lotId)).epoch).toBeGreaterThan(epoch);
    expect(one.counts().redisLosses).toBe(1);
    expect(await load.violations([lotId])).toEqual([]);
  });

  it('rebuilds a lot on the command of staff', async () => {
    await journal('rebuilding');
    const lotId = nextLot++;
    await load.open(practiceTerms(lotId), PEOPLE);
    await load.bid('ann', lotId, 1_000);
    const { epoch } = await row(lotId);
    const lines: string[] = [];
    const out = {
      line: (text: string) => void lines.push(text),
      error: (text: string) => void lines.push(text),
    };
    const rebuild = createRebuildRepository(database.db);
    expect(await runRebuildCommand([String(lotId)], { rebuild, state: load.state, out })).toBe(0);
    expect(lines.join()).toContain(`lot ${lotId}: epoch ${epoch + 1}`);
    await eventually(() => load.rooms.peek(lotId)?.view.epoch === epoch + 2, 'the new epoch on the feed');
    expect(await load.bid('bob', lotId, 1_100)).toMatchObject({ verdict: 'accepted' });
    expect(await runRebuildCommand(['nothing'], { rebuild, state: load.state, out })).toBe(2);
  });

  it('stops a lot whose committed log is broken, goes on with the others, and releases it once it is mended', async () => {
    const one = await journal('mending');
    const [broken, whole] = [nextLot++, nextLot++];
    await load.open(practiceTerms(broken), PEOPLE);
    await load.open(practiceTerms(whole), PEOPLE);
    await load.bid('ann', broken, 1_000);
    await database.pool.query('alter table auction_entry disable trigger auction_entry_final');
    const moved = await database.pool.query(
      'delete from auction_entry where lot_id = $1 and seq = 2 returning log_id, prev_log_id, hash, entry, epoch',
      [broken],
    );
    await load.flushRedis();
    await accepts('bob', whole, 1_000);
    await eventually(async () => (await row(broken)).brokenBecause, 'the lot to be stopped');
    expect(await countBrokenRooms(database.db)).toBe(1);
    const { epoch } = await row(broken);
    await eventually(() => load.rooms.peek(broken)?.view.epoch === epoch, 'its bidders to hear of it');
    expect(one.counts().brokenLots).toBe(1);
    expect((await load.bid('bob', broken, 1_100)).verdict).toBe('refused');

    const [lost] = moved.rows;
    await database.pool.query(
      `insert into auction_entry (lot_id, seq, epoch, log_id, prev_log_id, hash, entry) values ($1, 2, $2, $3, $4, $5, $6)`,
      [broken, lost.epoch, lost.log_id, lost.prev_log_id, lost.hash, lost.entry],
    );
    const out = { line: () => undefined, error: () => undefined };
    await runRebuildCommand([String(broken)], {
      rebuild: createRebuildRepository(database.db),
      state: load.state,
      out,
    });
    await accepts('bob', broken, 1_100);
  });
});
