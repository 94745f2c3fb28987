import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import type { OutboxTables } from './outbox.repository.ts';

export interface OutboxRow {
  id: number;
  topic: string;
  key: string | null;
  payload: Record<string, unknown>;
  createdAt: Date;
  attempts: number;
}

export interface OutboxRelay {
  /** Delivers everything that is due now; for tests and for the shutdown. */
  drain(): Promise<number>;
  stop(): Promise<void>;
}

export interface OutboxRelayOptions {
  db: Kysely<unknown>;
  pool: pg.Pool;
  /** Must be safe to repeat: a crash between delivery and the mark delivers again. */
  deliver(row: OutboxRow): Promise<void>;
  onError(error: unknown, row: OutboxRow | null): void;
  /** Polling interval without a notification. */
  pollMs?: number;
}

/** Rows of one transaction: a close with hundreds of participants writes as many at once. */
const BATCH = 100;
const POLL_MS = 1_000;
const BACKOFF_LIMIT_S = 300;
const LISTEN_RETRY_MS = 1_000;

/**
 * Delivers committed outbox rows, each at least once. Rows are claimed by the hundred under `for update skip locked`:
 * sequence order is not commit order, so there is no cursor to run past a late commit, and relays may run side by side.
 * A failed row is retried after 1, 2, 4 … 300 s; the others do not wait for it.
 */
export function startOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  const db = options.db as Kysely<OutboxTables>;
  let stopped = false;
  let wake: () => void = () => undefined;
  /** A row was announced while the last round was still running. */
  let woken = false;
  let listener: pg.PoolClient | null = null;

  /** Delivers the oldest due rows in one transaction; returns their number. */
  async function deliverSome(): Promise<number> {
    return db.transaction().execute(async (tx) => {
      const found = await tx
        .selectFrom('outbox')
        .selectAll()
        .where('sent_at', 'is', null)
        .where('available_at', '<=', sql<Date>`now()`)
        .orderBy('available_at')
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute();
      if (found.length === 0) return 0;
      const rows = found.map(({ id, topic, key, payload, created_at: createdAt, attempts }): OutboxRow => {
        return { id, topic, key, payload, createdAt, attempts };
      });
      const results = await Promise.allSettled(rows.map(async (row) => options.deliver(row)));
      const sent: number[] = [];
      for (const [i, result] of results.entries()) {
        const row = rows[i] as OutboxRow;
        if (result.status === 'fulfilled') {
          sent.push(row.id);
          continue;
        }
        // Retried at the row's own next time; the error is stored in the row.
        options.onError(result.reason, row);
        const waitS = Math.min(2 ** row.attempts, BACKOFF_LIMIT_S);
        await tx
          .updateTable('outbox')
          .set({
            attempts: row.attempts + 1,
            last_error: String(result.reason).slice(0, 1_000),
            available_at: sql`now() + make_interval(secs => ${waitS})`,
          })
          .where('id', '=', row.id)
          .execute();
      }
      if (sent.length > 0)
        await tx
          .updateTable('outbox')
          .set({ sent_at: sql`now()` })
          .where('id', 'in', sent)
          .execute();
      return rows.length;
    });
  }

  async function drain(): Promise<number> {
    let count = 0;
    for (;;) {
      const some = stopped ? 0 : await deliverSome();
      if (some === 0) return count;
      count += some;
    }
  }

  async function listen(): Promise<void> {
    const client = await options.pool.connect();
    const drop = () => {
      if (listener !== client) return;
      listener = null;
      client.release(true);
    };
    client.on('error', drop);
    client.on('end', drop);
    client.on('notification', () => {
      woken = true;
      wake();
    });
    listener = client;
    await client.query('listen outbox');
  }

  async function run(): Promise<void> {
    let listenAgainAt = 0;
    while (!stopped) {
      try {
        if (!listener && Date.now() >= listenAgainAt) {
          listenAgainAt = Date.now() + LISTEN_RETRY_MS;
          await listen();
        }
        woken = false;
        await drain();
      } catch (error) {
        // PostgreSQL is unavailable: retried at the next poll.
        options.onError(error, null);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, options.pollMs ?? POLL_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (stopped || woken) wake();
      });
    }
  }

  const running = run();
  return {
    drain,
    async stop() {
      stopped = true;
      wake();
      await running;
      listener?.release(true);
      listener = null;
    },
  };
}
