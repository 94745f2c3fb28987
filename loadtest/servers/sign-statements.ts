import { setTimeout as pause } from 'node:timers/promises';
import { openSignedRecords } from '#server/domains/trade/signed-records/index.ts';
import { createLocalSigner } from '#server/integrations/signer/index.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { giveWay } from '#server/processes/give-way.ts';
import { ask } from '../lib/database.ts';
import { serveTasks } from '../lib/worker.ts';

/**
 * What the operator signs while people bid: everything that is committed into the
 * transparency tree, protocols, receipts, and the state of the tree once a second.
 */

const url = process.env.DATABASE_URL ?? '';
const { db } = createDatabase({ url, poolSize: 5, name: 'sign-statements' });
const { signedRecords, transparencyLog, logBlocks } = openSignedRecords(db, {
  signer: createLocalSigner('signs under load'),
  origin: () => 'load.example/log',
  onChanged: (lotId) => {
    throw new Error(`the entries of lot ${lotId} were changed`);
  },
});

// As a worker with a process of its own.
giveWay();

const LOOK_MS = 900;
/** A receipt is proven by the log before it: of bids within an ordinary auction's length. */
const LONGEST_LOG = 500;
const WINNER = '**********1234 A*** B***';

let signed = 0;

const protocolOf = (lotId: number) =>
  signedRecords.protocols.codeOf({
    number: `P-2026-${String(signed).padStart(6, '0')}`,
    lotId,
    cause: 'hammer',
    date: '2026-01-01',
    priceTiyin: 7_500_000_00,
    winnerNumber: 17,
    winner: WINNER,
    journalHead: 'ab'.repeat(32),
  });

const bids = (count: number) =>
  ask<{ lotId: number; person: string; bidId: string }>(
    url,
    `select lot_id as "lotId", person, own_bid_id as "bidId" from auction_entry
     where own_bid_id is not null and kind = 'price' and seq < $1
     order by seq, lot_id offset $2 limit $3`,
    [LONGEST_LOG, signed, count],
  );

/** Committed entries that no block has, and how long the oldest of them has waited, ms. */
async function waiting(): Promise<number> {
  const [row] = await ask<{ ms: number | null }>(
    url,
    `select (extract(epoch from clock_timestamp() - min(e.committed_at)) * 1000)::float8 as ms
     from auction_lot l
     cross join lateral (select coalesce(max(last_seq), 0) as seq from transparency_block_room where lot_id = l.lot_id) b
     join auction_entry e on e.lot_id = l.lot_id and e.seq = b.seq + 1`,
  );
  return row?.ms ?? 0;
}

serveTasks({
  /** Puts what was committed before into the tree, so that a run measures its own entries. */
  async prepare(): Promise<null> {
    await logBlocks.add();
    await transparencyLog.checkpoint();
    return null;
  },

  /**
   * Puts what is committed into the tree, and signs so many protocols and receipts a second. Times until an entry is in a signed state of the
   * tree, of the oldest of each.
   */
  async run({ milliseconds, asked: perSecond }: { milliseconds: number; asked: number }) {
    const steps = Math.floor((milliseconds / 1_000) * perSecond);
    const asked = await bids(steps);
    if (asked.length < steps)
      throw new Error(`there are ${asked.length} bids to sign receipts of, not ${steps}`);
    const includedMs: number[] = [];
    const look = async () => {
      const oldest = await waiting();
      const at = performance.now();
      await logBlocks.add();
      await transparencyLog.checkpoint();
      includedMs.push(oldest + performance.now() - at);
    };
    const startedAt = performance.now();
    const before = process.cpuUsage();
    let looking = true;
    const looks = (async () => {
      while (looking) {
        await pause(LOOK_MS);
        await look();
      }
    })();
    for (const [step, bid] of asked.entries()) {
      await pause(Math.max(0, startedAt + (step * 1_000) / perSecond - performance.now()));
      await Promise.all([protocolOf(bid.lotId), signedRecords.receiptOf(bid)]);
      signed += 1;
    }
    await pause(Math.max(0, startedAt + milliseconds - performance.now()));
    looking = false;
    await looks;
    const sorted = includedMs.toSorted((a, b) => a - b);
    const seconds = (performance.now() - startedAt) / 1_000;
    const { user, system } = process.cpuUsage(before);
    return {
      signedPerSecond: steps / seconds,
      signerCore: (user + system) / 1_000_000 / seconds,
      includedP99Ms: sorted.at(-1) ?? NaN,
    };
  },
});
