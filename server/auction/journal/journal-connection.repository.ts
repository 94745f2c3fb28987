import pg from 'pg';
import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { AuctionEntryTable, AuctionLotTable } from '../state/auction-tables.ts';
import { toCommittedEntry, toLotRow, type LotRow } from '../state/auction-log.repository.ts';
import type { Selectable } from 'kysely';
import type { CommitBatch } from './commit-batch.ts';

/** Advisory locks are taken as (this class, partition). */
const LOCK_CLASS = 731_001;
/** A journal that stands still this long loses its session, and with it its partitions, to a standby. */
const SESSION = [
  "set idle_session_timeout = '2500ms'",
  "set statement_timeout = '8s'",
  "set lock_timeout = '3s'",
  'set tcp_keepalives_idle = 2',
  'set tcp_keepalives_interval = 1',
  'set tcp_keepalives_count = 2',
].join(';');

const CLOSE_MS = 500;

/** pg's client with the socket below it, which its types leave out. */
type Client = pg.Client & { connection?: { stream: { destroy(): void } } };

/** The writer did not continue the committed head of these lots: nothing of the batch was written. */
export class StaleWriter extends Error {
  readonly lotIds: number[];
  constructor(lotIds: number[]) {
    super(`the committed head of lots ${lotIds.join(', ')} is elsewhere`);
    this.name = 'StaleWriter';
    this.lotIds = lotIds;
  }
}

/** PostgreSQL refused what was to be written: not the connection's fault, and the same rows would be refused again. */
export class RefusedByDatabase extends Error {}

/** The session is gone, and its locks with it; what it was doing may or may not be committed. */
export class JournalConnectionLost extends Error {}

export interface PartitionKeeper {
  partition: number;
  redisRunId: string;
  /** Milliseconds since its owner last proved that it can commit. */
  silentMs: number;
}

/**
 * The journal's one session with PostgreSQL: it holds the partitions' locks and makes all commits, so that losing the
 * locks and losing the ability to commit are the same event.
 */
export class JournalConnection {
  readonly owner: string;
  private readonly client: Client;
  private lost: Error | null = null;
  private tail: Promise<unknown> = Promise.resolve();

  private constructor(client: Client, owner: string) {
    this.client = client;
    this.owner = owner;
    // Noted here and met by the next query, which rejects; the journal then opens another session.
    client.on('error', (error) => (this.lost = error));
    client.on('end', () => (this.lost ??= new Error('the session has ended')));
  }

  /** Opens the session; rejects with JournalConnectionLost when PostgreSQL cannot be reached. */
  static async open(url: string, owner: string): Promise<JournalConnection> {
    const client = new pg.Client({
      connectionString: url,
      application_name: `savdo journal ${owner}`,
      connectionTimeoutMillis: 2_000,
      query_timeout: 20_000,
      keepAlive: true,
    });
    const connection = new JournalConnection(client, owner);
    try {
      await client.connect();
      await client.query(SESSION);
      return connection;
    } catch (cause) {
      // Tried again by the journal until it works or is stopped.
      await connection.close();
      throw new JournalConnectionLost('PostgreSQL does not answer', { cause });
    }
  }

  /** One statement at a time, in the order asked for. */
  private query<Row>(text: string, values: unknown[] = [], name?: string): Promise<Row[]> {
    const next = this.tail.then(() => this.run<Row>(text, values, name));
    // Whoever asked gets the failure; the statement after it meets a lost session by itself.
    this.tail = next.catch(() => undefined);
    return next;
  }

  private async run<Row>(text: string, values: unknown[], name: string | undefined): Promise<Row[]> {
    if (this.lost) throw new JournalConnectionLost(this.lost.message, { cause: this.lost });
    try {
      const { rows } = await this.client.query({ text, values, ...(name ? { name } : {}) });
      return rows as Row[];
    } catch (error) {
      throw this.translated(error as Error & { code?: string; detail?: string });
    }
  }

  private translated(error: Error & { code?: string; detail?: string }): Error {
    if (error.code === 'AU001') {
      const lots = (error.detail ?? '').split(',').filter((id) => id !== '');
      return new StaleWriter(lots.map(Number));
    }
    // Class 22: values, 23: constraints. The session lives; repeating would fail again.
    if (error.code && /^2[23]/.test(error.code))
      return new RefusedByDatabase(error.message, { cause: error });
    // Anything else (connection, time-out, shutdown, disk full, deadlock) ends the session: a new one starts clean.
    this.lost = error;
    return new JournalConnectionLost(error.message, { cause: error });
  }

  /** Those of the partitions that this session could lock now. */
  async lock(partitions: readonly number[]): Promise<number[]> {
    const rows = await this.query<{ p: number }>(
      'select p from unnest($2::int[]) as p where pg_try_advisory_lock($1, p) order by p',
      [LOCK_CLASS, partitions],
    );
    return rows.map((row) => row.p);
  }

  /** Commits a batch (an empty one proves that PostgreSQL commits) and returns PostgreSQL's time in µs. */
  async commit(batch: CommitBatch, beat: boolean): Promise<number> {
    const [row] = await this.query<{ now: string }>(
      'select auction_commit($1, $2, $3::jsonb, $4::jsonb, $5::jsonb) as now',
      [this.owner, beat, batch.heads, batch.entries, batch.notable],
      'auction_commit',
    );
    return Number(row?.now);
  }

  /** Keeps the session alive while Redis is away and nothing can be proved. */
  async stayConnected(): Promise<void> {
    await this.query('select 1');
  }

  /** Lots of these partitions that are not closed. */
  async openLots(partitions: readonly number[], partitionCount: number): Promise<LotRow[]> {
    const rows = await this.query<Selectable<AuctionLotTable>>(
      `select * from auction_lot where phase <> 'closed' and lot_id % $2 = any($1::bigint[]) order by lot_id`,
      [partitions, partitionCount],
    );
    return rows.map(toLotRow);
  }

  async lots(lotIds: readonly number[]): Promise<LotRow[]> {
    const rows = await this.query<Selectable<AuctionLotTable>>(
      'select * from auction_lot where lot_id = any($1::bigint[]) order by lot_id',
      [lotIds],
    );
    return rows.map(toLotRow);
  }

  /**
   * Takes lots for loading: one never loaded keeps its epoch, any other gets the next one, so that whatever still
   * belongs to the epoch before is void from here on. Closed and broken lots are left out.
   */
  async takeForLoading(lotIds: readonly number[]): Promise<LotRow[]> {
    const rows = await this.query<Selectable<AuctionLotTable>>(
      `update auction_lot set
         epoch = case when loaded_at is null and seq = 0 then epoch else epoch + 1 end,
         last_log_id = '', loaded_at = coalesce(loaded_at, now())
       where lot_id = any($1::bigint[]) and phase <> 'closed' and broken_because is null
       returning *`,
      [lotIds],
    );
    return rows.map(toLotRow);
  }

  async entries(lotId: number, afterSeq: number, limit: number): Promise<CommittedEntry[]> {
    const rows = await this.query<Selectable<AuctionEntryTable>>(
      `select entry, hash, secret_maximum_tiyin, secret_salt from auction_entry
       where lot_id = $1 and seq > $2 order by seq limit $3`,
      [lotId, afterSeq, limit],
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

  /** The committed entry of a sequence with the log id it came with; null when there is none. */
  async entryAt(lotId: number, seq: number): Promise<{ logId: string; committed: CommittedEntry } | null> {
    const [row] = await this.query<Selectable<AuctionEntryTable>>(
      `select log_id, entry, hash, secret_maximum_tiyin, secret_salt from auction_entry
       where lot_id = $1 and seq = $2`,
      [lotId, seq],
      'auction_entry_at',
    );
    return row ? { logId: row.log_id, committed: toCommittedEntry(row) } : null;
  }

  /**
   * Stops a lot whose own log is contradictory, and tells staff through the outbox, in one commit. Returns the epoch in
   * which it stands still; null when it was stopped or closed before.
   */
  async markBroken(lotId: number, because: string): Promise<number | null> {
    const [row] = await this.query<{ epoch: number }>(
      `with stopped as (
         update auction_lot set broken_because = $2, epoch = epoch + 1
         where lot_id = $1 and broken_because is null and phase <> 'closed'
         returning lot_id, epoch)
       insert into outbox (topic, key, payload)
       select 'auction.lot-broken', lot_id || ':' || epoch,
         jsonb_build_object('lotId', lot_id, 'epoch', epoch, 'because', $2::text)
       from stopped
       returning (payload->>'epoch')::int as epoch`,
      [lotId, because],
    );
    return row?.epoch ?? null;
  }

  /** Who kept these partitions last; partitions never kept are missing. */
  async keepers(partitions: readonly number[]): Promise<PartitionKeeper[]> {
    const rows = await this.query<{ partition: number; redis_run_id: string; silent: string | null }>(
      `select p.partition, p.redis_run_id,
         (extract(epoch from clock_timestamp() - j.beat_at) * 1000)::float8 as silent
       from auction_partition p left join auction_journal j on j.owner = p.owner
       where p.partition = any($1::int[])`,
      [partitions],
    );
    return rows.map((row) => ({
      partition: row.partition,
      redisRunId: row.redis_run_id,
      silentMs: row.silent === null ? 0 : Number(row.silent),
    }));
  }

  async keep(partitions: readonly number[], redisRunId: string): Promise<void> {
    await this.query(
      `insert into auction_partition (partition, owner, redis_run_id)
       select p, $2, $3 from unnest($1::int[]) as p
       on conflict (partition) do update
       set owner = excluded.owner, redis_run_id = excluded.redis_run_id, taken_at = now()`,
      [partitions, this.owner, redisRunId],
    );
  }

  /** Ends the session and with it its locks; never rejects, and waits for a silent server only so long. */
  async close(): Promise<void> {
    this.lost ??= new Error('closed');
    const patience = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
    // A session that is broken already cannot be ended properly, which is what closing was for: nothing to retry.
    await Promise.race([this.client.end().catch(() => undefined), patience]);
    this.client.connection?.stream.destroy();
  }
}
