import { setTimeout as pause } from 'node:timers/promises';
import { createAuctionLogRepository, createOwnAttemptsRepository } from '#server/auction/index.ts';
import {
  createSignedRecords,
  createSignedStatementsRepository,
  createTransparencyLog,
  createTransparencyLogRepository,
} from '#server/domains/trade/signed-records/index.ts';
import { createLocalSigner } from '#server/integrations/signer/index.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { ask } from '../lib/database.ts';
import { serveTasks } from '../lib/worker.ts';

/** What the operator signs while people bid: protocols into the transparency tree, receipts, and the state of the tree once a second. */

const url = process.env.DATABASE_URL ?? '';
const { db } = createDatabase({ url, poolSize: 5, name: 'sign-statements' });
const signer = createLocalSigner('signs under load');
const records = createSignedRecords({
  signer,
  statements: createSignedStatementsRepository(db),
  log: createAuctionLogRepository(db),
  attempts: createOwnAttemptsRepository(db),
});
const log = createTransparencyLog({
  leaves: createTransparencyLogRepository(db),
  signer,
  listKey: records.listKey,
  origin: () => 'load.example/log',
});

const STEPS_A_SECOND = 10;
const LOOK_MS = 1_000;
/** A receipt is proven by the log before it: of bids within an ordinary auction's length. */
const LONGEST_LOG = 500;
const WINNER = '**********1234 A*** B***';

let signed = 0;

const protocolOf = (lotId: number) =>
  records.protocols.codeOf({
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

serveTasks({
  /** Signs a protocol and a receipt ten times a second. Times until a protocol is in a signed state of the tree. */
  async run({ milliseconds }: { milliseconds: number }) {
    const steps = Math.floor((milliseconds / 1_000) * STEPS_A_SECOND);
    const asked = await bids(steps);
    if (asked.length < steps)
      throw new Error(`there are ${asked.length} bids to sign receipts of, not ${steps}`);
    const includedMs: number[] = [];
    let waiting: number[] = [];
    const look = async () => {
      const before = waiting;
      waiting = [];
      await log.checkpoint();
      includedMs.push(...before.map((at) => performance.now() - at));
    };
    const startedAt = performance.now();
    const before = process.cpuUsage();
    let lookedAt = startedAt;
    for (const [step, bid] of asked.entries()) {
      await pause(Math.max(0, startedAt + (step * 1_000) / STEPS_A_SECOND - performance.now()));
      const at = performance.now();
      await Promise.all([protocolOf(bid.lotId), records.receiptOf(bid)]);
      signed += 1;
      waiting.push(at);
      if (performance.now() - lookedAt < LOOK_MS) continue;
      lookedAt = performance.now();
      await look();
    }
    await look();
    const sorted = includedMs.toSorted((a, b) => a - b);
    const seconds = (performance.now() - startedAt) / 1_000;
    const { user, system } = process.cpuUsage(before);
    return {
      signedPerSecond: steps / seconds,
      signerCore: (user + system) / 1_000_000 / seconds,
      includedP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? NaN,
    };
  },
});
