import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { sql } from 'kysely';
import { createAuctionLogRepository } from '#server/auction/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';

const link = (previous: string, entry: AuctionEntry): string =>
  createHash('sha256')
    .update(previous, 'hex')
    .update(canonicalize(entry) ?? '', 'utf8')
    .digest('hex');

/**
 * Commits the whole log of an auction of the past in one transaction, through the journal's own commit: chain, head and
 * outbox are the same as if it had been held here, and verify-log passes. No effect for a lot the core knows.
 */
export async function commitPastAuction(
  db: AnyDb,
  terms: AuctionTerms,
  entries: readonly AuctionEntry[],
): Promise<boolean> {
  const repository = createAuctionLogRepository(db);
  const last = entries.at(-1);
  if (last?.kind !== 'closed') throw new RangeError('the log of a past auction ends with the hammer');
  return inTransaction(db, async (tx) => {
    if ((await repository.openLot(terms, tx)) === 'exists') return false;
    const { terms_hash: termsHash } = await tx
      .selectFrom('auction_lot')
      .select('terms_hash')
      .where('lot_id', '=', terms.lotId)
      .executeTakeFirstOrThrow();

    let hash = String(termsHash);
    let previousLogId = '';
    const rows = entries.map((entry) => {
      hash = link(hash, entry);
      const logId = `${entry.atUs}-${entry.seq}`;
      const row = { log_id: logId, prev_log_id: previousLogId, hash, entry, maximum: null, salt: null };
      previousLogId = logId;
      return row;
    });
    const prices = entries.filter((entry) => entry.kind === 'price');
    const lastPrice = prices.at(-1);
    const head = {
      lot_id: terms.lotId,
      epoch: 1,
      prev_seq: 0,
      seq: last.seq,
      last_log_id: previousLogId,
      head_hash: hash,
      phase: 'closed',
      started: true,
      due_us: null,
      deadline_us: lastPrice?.deadlineUs ?? terms.closesAtMs * 1000,
      price_tiyin: lastPrice?.amountTiyin ?? null,
      price_count: prices.length,
      leader: lastPrice?.person ?? null,
      leader_number: lastPrice?.number ?? null,
      extensions: prices.filter((entry) => entry.extended).length,
      applicants: entries.filter((entry) => entry.kind === 'admitted').length,
      outcome: last.outcome,
      winner: last.winner,
      winner_number: last.winnerNumber,
    };
    await sql`select auction_commit('demo', false, ${JSON.stringify([head])}::jsonb, ${JSON.stringify(rows)}::jsonb)`.execute(
      tx,
    );
    return true;
  });
}
