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
 * Commits the log of an auction so far, through the journal's own commit: chain, head and outbox are the same as if it had
 * been held here, and verify-log passes. A room that is not closed goes on from there in the core.
 * @throws when the log of the lot has begun
 */
export async function commitPastAuction(
  db: AnyDb,
  terms: AuctionTerms,
  entries: readonly AuctionEntry[],
): Promise<void> {
  const repository = createAuctionLogRepository(db);
  const last = entries.at(-1);
  if (!last) return;
  const closed = last.kind === 'closed' ? last : null;
  const started = entries.some(({ kind }) => kind === 'opened');
  if (started && !closed) throw new RangeError('a room that runs is the core’s alone');
  await inTransaction(db, async (tx) => {
    await repository.openLot(terms, tx);
    const { rows: lots } = await sql<{ terms_hash: string }>`
      select terms_hash from auction_lot where lot_id = ${terms.lotId}`.execute(tx);
    let hash = lots[0]!.terms_hash;
    let previousLogId = '';
    const rows = entries.map((entry) => {
      hash = link(hash, entry);
      const logId = `${Math.floor(entry.atUs / 1_000)}-${entry.seq}`;
      const { seq, epoch } = entry;
      const row = { lot_id: terms.lotId, seq, epoch, log_id: logId, prev_log_id: previousLogId, hash, entry };
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
      phase: closed ? 'closed' : 'waiting',
      started,
      due_us: closed ? null : terms.opensAtMs * 1000,
      deadline_us: lastPrice?.deadlineUs ?? terms.closesAtMs * 1000,
      price_tiyin: lastPrice?.amountTiyin ?? null,
      price_count: prices.length,
      leader: lastPrice?.person ?? null,
      leader_number: lastPrice?.number ?? null,
      extensions: prices.filter((entry) => entry.extended).length,
      applicants: entries.filter((entry) => entry.kind === 'admitted').length,
      outcome: closed?.outcome ?? null,
      winner: closed?.winner ?? null,
      winner_number: closed?.winnerNumber ?? null,
    };
    const [heads, log] = [JSON.stringify([head]), JSON.stringify(rows)];
    await sql`select auction_commit('demo', false, ${heads}::jsonb, ${log}::jsonb, ${log}::jsonb)`.execute(
      tx,
    );
  });
}
