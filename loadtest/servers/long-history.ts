import pg from 'pg';
import { z } from 'zod';
import {
  canonicalEntry,
  chainHashOf,
  commitmentOf,
  createAuctionLogRepository,
} from '#server/auction/index.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import type { AuctionEntry, EntryBody } from '#shared/auction/entries.ts';
import { asOwner } from '../lib/database.ts';
import { copyIn } from '../lib/copy-in.ts';

/**
 * Writes running lots with committed logs of a given length into an empty database, chain of hashes and all, as if a
 * journal had committed them. In each lot b1 … are admitted and each has an outbid auto-bid; then an offer and the leader's
 * auto-bid alternate. Ends when everything is written.
 */
const variables = z.object({
  DATABASE_URL: z.string().min(1),
  HISTORY_FIRST_LOT: z.coerce.number().int().min(1).default(1),
  HISTORY_LOTS: z.coerce.number().int().min(1),
  HISTORY_BIDDERS: z.coerce.number().int().min(2),
  /** Auto-bids of each lot, at most as many as bidders. */
  HISTORY_AUTO_BIDS: z.coerce.number().int().min(0).default(0),
  HISTORY_ENTRIES: z.coerce.number().int().min(1),
});
const SALT = '5a17'.repeat(8);
const CHUNK_ROWS = 2_000;
const LARGEST_MAXIMUM = 1_000_000_000_000;
const HOUR_MS = 3_600_000;

const env = variables.parse(process.env);
const database = createDatabase({ url: env.DATABASE_URL, poolSize: 2, name: 'history' });
const repository = createAuctionLogRepository(database.db);
const client = new pg.Client({ connectionString: asOwner(env.DATABASE_URL) });
await client.connect();
const now = Date.now();
const lots = Array.from({ length: env.HISTORY_LOTS }, (_, at) => env.HISTORY_FIRST_LOT + at);
const heads: Record<string, unknown>[] = [];
let lines: string[] = [];
for (const lotId of lots) await writeLot(lotId);
await copyLines();
await client.query(
  `update auction_lot l set seq = h.seq, head_hash = h.hash, phase = 'running', started = true, loaded_at = now(),
     due_us = l.deadline_us, price_tiyin = h.price, price_count = h.count, leader = h.leader,
     leader_number = h.number, applicants = h.applicants
   from jsonb_to_recordset($1::jsonb) as h (lot_id bigint, seq bigint, hash text, price bigint, count integer,
     leader text, number integer, applicants integer)
   where l.lot_id = h.lot_id`,
  [JSON.stringify(heads)],
);
await client.query('analyze auction_entry');
await client.end();
await database.close();
process.stdout.write('{"ready":true}\n');

async function writeLot(lotId: number): Promise<void> {
  await repository.openLot({
    lotId,
    rules: {
      firstBid: 'atStart',
      increment: { kind: 'fixed', amount: 1 },
      overtime: null,
      leaderMayRaise: true,
      minParticipants: { count: 0, at: 'close' },
    },
    startPriceTiyin: 1,
    opensAtMs: now - HOUR_MS,
    closesAtMs: now + HOUR_MS,
    practice: true,
    watchable: true,
  });
  const { rows } = await client.query('select terms_hash, deadline_us from auction_lot where lot_id = $1', [
    lotId,
  ]);
  let hash = String(rows[0].terms_hash);
  const deadlineUs = Number(rows[0].deadline_us);
  let seq = 0;
  const write = async (body: EntryBody, maximum?: number): Promise<void> => {
    seq += 1;
    const entry = {
      v: 1,
      lotId,
      epoch: 1,
      seq,
      atUs: (now - HOUR_MS) * 1_000 + seq,
      ...body,
    } as AuctionEntry;
    const text = canonicalEntry(entry);
    hash = chainHashOf(hash, text);
    const secret = maximum === undefined ? '\\N\t\\N' : `${maximum}\t${SALT}`;
    lines.push(`${lotId}\t${seq}\t1\t${seq}-0\t${seq - 1}-0\t${hash}\t${text}\t${secret}\n`);
    if (lines.length >= CHUNK_ROWS) await copyLines();
  };
  const { HISTORY_BIDDERS: bidders, HISTORY_AUTO_BIDS: autoBids, HISTORY_ENTRIES: entries } = env;
  for (let number = 1; number <= bidders; number += 1)
    await write({ kind: 'admitted', person: `b${number}`, number, limitTiyin: null });
  await write({ kind: 'opened', participants: bidders });
  for (let number = 1; number <= autoBids; number += 1) {
    const maximum = number === 1 ? LARGEST_MAXIMUM : number;
    const auto = { person: `b${number}`, number, bidId: `auto-bid-${number}`, asleep: false };
    await write({ kind: 'autoSet', ...auto, commitment: commitmentOf(maximum, SALT) }, maximum);
  }
  let [price, count, leader] = [autoBids, 0, 1];
  while (seq < entries) {
    // b1 has the highest auto-bid, which answers every offer.
    const auto = autoBids > 0 && count % 2 === 1;
    price += 1;
    count += 1;
    leader = auto ? 1 : 2 + (count % (bidders - 1));
    const offer = auto ? count - 1 : count;
    await write({
      kind: 'price',
      person: `b${leader}`,
      number: leader,
      amountTiyin: price,
      by: auto ? 'auto' : 'offer',
      bidId: `offer-${offer}`,
      count,
      deadlineUs,
      extended: false,
      slept: [],
    });
  }
  heads.push({
    lot_id: lotId,
    seq,
    hash,
    price: count > 0 ? price : null,
    count,
    applicants: bidders,
    leader: count > 0 ? `b${leader}` : null,
    number: count > 0 ? leader : null,
  });
}

async function copyLines(): Promise<void> {
  const columns = 'lot_id, seq, epoch, log_id, prev_log_id, hash, entry, secret_maximum_tiyin, secret_salt';
  await copyIn(client, `copy auction_entry (${columns}) from stdin`, [Buffer.from(lines.join(''))]);
  lines = [];
}
