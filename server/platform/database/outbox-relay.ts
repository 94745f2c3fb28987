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
  /** How often to look without having been woken. */
  pollMs?: number;
}

const POLL_MS = 1_000;
const BACKOFF_LIMIT_S = 300;
const LISTEN_RETRY_MS = 1_000;

/**
 * Delivers committed outbox rows, each at least once. Rows are marked one by one under `for update skip locked`:
 * sequence order is not commit order, so there is no cursor to run past a late commit, and relays may run side by side.
 * A failed row is tried again after 1, 2, 4 … 300 s; the others do not wait for it.
 */
export function startOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  const db = options.db as Kysely<OutboxTables>;
  let stopped = false;
  let wake: () => void = () => undefined;
  /** Somebody announced a row while the last round was still running. */
  let woken = false;
  let listener: pg.PoolClient | null = null;

  /** One row in one transaction; false when nothing is due. */
  async function deliverNext(): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const found = await tx
        .selectFrom('outbox')
        .selectAll()
        .where('sent_at', 'is', null)
        .where('available_at', '<=', sql<Date>`now()`)
        .orderBy('available_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!found) return false;
      const row: OutboxRow = {
        id: found.id,
        topic: found.topic,
        key: found.key,
        payload: found.payload,
        createdAt: found.created_at,
        attempts: found.attempts,
      };
      try {
        await options.deliver(row);
        await tx
          .updateTable('outbox')
          .set({ sent_at: sql`now()` })
          .where('id', '=', row.id)
          .execute();
      } catch (error) {
        // Retried later by its own time; what went wrong stays with the row.
        options.onError(error, row);
        const waitS = Math.min(2 ** row.attempts, BACKOFF_LIMIT_S);
        await tx
          .updateTable('outbox')
          .set({
            attempts: row.attempts + 1,
            last_error: String(error).slice(0, 1_000),
            available_at: sql`now() + make_interval(secs => ${waitS})`,
          })
          .where('id', '=', row.id)
          .execute();
      }
      return true;
    });
  }

  async function drain(): Promise<number> {
    let count = 0;
    while (!stopped && (await deliverNext())) count += 1;
    return count;
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
        // PostgreSQL is away: tried again at the next look.
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
