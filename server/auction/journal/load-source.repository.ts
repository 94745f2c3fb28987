import type { Selectable } from 'kysely';
import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { AcceptedAnswer } from '../state/contract.ts';
import { toCommittedEntry } from '../state/auction-log.repository.ts';
import type { AuctionEntryTable } from '../state/auction-tables.ts';
import { DatabaseSession } from './database-session.repository.ts';
import type { LotSnapshot } from './lot-snapshot.ts';

/** It writes nothing: a journal that lost its locks cannot change anything over this session. */
const SESSION = [
  'set default_transaction_read_only = on',
  "set statement_timeout = '8s'",
  'set tcp_keepalives_idle = 2',
  'set tcp_keepalives_interval = 1',
  'set tcp_keepalives_count = 2',
].join(';');

/** The journal's second PostgreSQL session: reads what a load needs while the first one commits. */
export class LoadSource extends DatabaseSession {
  private constructor(url: string, owner: string) {
    super(DatabaseSession.client(url, `savdo journal loads ${owner}`));
  }

  /** Opens the session; rejects with JournalConnectionLost when PostgreSQL cannot be reached. */
  static async open(url: string, owner: string): Promise<LoadSource> {
    const source = new LoadSource(url, owner);
    await source.begin(SESSION);
    return source;
  }

  /** Entries of a lot with `afterSeq` < seq ≤ `throughSeq`, oldest first. */
  async entries(
    lotId: number,
    afterSeq: number,
    throughSeq: number,
    limit: number,
  ): Promise<CommittedEntry[]> {
    const rows = await this.query<Selectable<AuctionEntryTable>>(
      `select entry, hash, secret_maximum_tiyin, secret_salt from auction_entry
       where lot_id = $1 and seq > $2 and seq <= $3 order by seq limit $4`,
      [lotId, afterSeq, throughSeq, limit],
      'auction_entries',
    );
    return rows.map(toCommittedEntry);
  }

  /** The whole logs of these lots, each in order of its sequence; lots without entries are missing. */
  async logsOf(lotIds: readonly number[]): Promise<Map<number, CommittedEntry[]>> {
    const rows = await this.query<Selectable<AuctionEntryTable>>(
      `select lot_id, entry, hash, secret_maximum_tiyin, secret_salt from auction_entry
       where lot_id = any($1::bigint[]) order by lot_id, seq`,
      [lotIds],
      'auction_logs',
    );
    const logs = new Map<number, CommittedEntry[]>();
    for (const row of rows) {
      const lotId = Number(row.lot_id);
      const log = logs.get(lotId);
      if (log) log.push(toCommittedEntry(row));
      else logs.set(lotId, [toCommittedEntry(row)]);
    }
    return logs;
  }

  /** The frozen terms of a lot, which must exist. */
  async termsOf(lotId: number): Promise<{ terms: AuctionTerms; termsHash: string }> {
    const [row] = await this.query<{ terms: AuctionTerms; termsHash: string }>(
      'select terms, terms_hash as "termsHash" from auction_lot where lot_id = $1',
      [lotId],
      'auction_terms',
    );
    if (!row) throw new Error(`there is no lot ${lotId}`);
    return row;
  }

  /** The stored snapshot of a lot, unchecked; null when there is none. */
  async snapshot(lotId: number): Promise<LotSnapshot | null> {
    const [row] = await this.query<LotSnapshot>(
      `select lot_id::float8 as "lotId", fold_version as "foldVersion", epoch, seq::float8 as seq,
         head_hash as "headHash", state, digest
       from auction_snapshot where lot_id = $1`,
      [lotId],
      'auction_snapshot',
    );
    return row ?? null;
  }

  /**
   * Accepted bid ids of the `limit` entries before `beforeSeq` with their answers, newest first, and `beforeSeq` of the next
   * page (null: none). Auto-bids that were answered `matched` are left out.
   */
  async acceptedIds(
    lotId: number,
    beforeSeq: number,
    limit: number,
  ): Promise<{ answers: [id: string, answer: AcceptedAnswer][]; beforeSeq: number | null }> {
    const rows = await this.query<{
      seq: number;
      id: string | null;
      kind: AcceptedAnswer['kind'];
      amount: number;
      at: number;
      matched: boolean | null;
    }>(
      `select e.seq::float8 as seq, e.person || ':' || e.own_bid_id as id, e.kind,
         coalesce((e.entry ->> 'amountTiyin')::float8, e.secret_maximum_tiyin::float8, 0) as amount,
         (e.entry ->> 'atUs')::float8 as at,
         e.kind = 'autoSet' and (n.entry ->> 'by') = 'auto' and (n.entry ->> 'bidId') = e.own_bid_id
           and n.person <> e.person and (n.entry ->> 'amountTiyin')::bigint = e.secret_maximum_tiyin as matched
       from auction_entry e
       left join auction_entry n on e.kind = 'autoSet' and n.lot_id = e.lot_id and n.seq = e.seq + 1
       where e.lot_id = $1 and e.seq < $2 and e.seq >= $2 - $3
       order by e.seq desc`,
      [lotId, beforeSeq, limit],
      'auction_accepted_ids',
    );
    const answers = rows.flatMap(({ seq, id, kind, amount, at, matched }): [string, AcceptedAnswer][] =>
      id === null || matched === true ? [] : [[id, { seq, amountTiyin: amount, kind, atUs: at }]],
    );
    return { answers, beforeSeq: beforeSeq - limit > 1 ? beforeSeq - limit : null };
  }

  /** PostgreSQL's time, µs. */
  async nowUs(): Promise<number> {
    const [row] = await this.query<{ now: string }>('select auction_now_us() as now', [], 'auction_now');
    return Number(row?.now);
  }
}
