import { sql, type Generated, type JSONColumnType } from 'kysely';
import type { AnyDb, Db } from './db.ts';

export interface OutboxTables {
  outbox: {
    id: Generated<number>;
    topic: string;
    key: string | null;
    payload: JSONColumnType<Record<string, unknown>>;
    created_at: Generated<Date>;
    available_at: Generated<Date>;
    attempts: Generated<number>;
    last_error: string | null;
    sent_at: Date | null;
  };
}

export interface OutboxMessage {
  /** What happened, `<domain>.<past tense>`: `auction.lot-closed`. Its listeners are stated by the modules. */
  topic: string;
  payload: Record<string, unknown>;
  /** Idempotency key: a second message with the same topic and key is ignored. */
  key?: string;
  /** Not delivered before this instant. */
  availableAt?: Date;
}

/** Writes an event in the transaction that makes it true: both are committed, or neither. */
export async function writeOutbox(tx: AnyDb, message: OutboxMessage): Promise<void> {
  await (tx as Db<OutboxTables>)
    .insertInto('outbox')
    .values({
      topic: message.topic,
      key: message.key ?? null,
      payload: JSON.stringify(message.payload),
      ...(message.availableAt ? { available_at: message.availableAt } : {}),
    })
    .onConflict((conflict) => conflict.columns(['topic', 'key']).doNothing())
    .execute();
}

/**
 * Deletes messages delivered longer ago than `retentionDays`, with their handler marks. Undelivered rows are never deleted.
 * Returns the number of deleted messages.
 */
export async function purgeOutbox(db: AnyDb, retentionDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from outbox where sent_at < now() - make_interval(days => ${retentionDays})
  `.execute(db);
  // Marks are retained twice as long as messages: a job may still be repeated after its row is deleted.
  await sql`delete from handled_event where handled_at < now() - make_interval(days => ${2 * retentionDays})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Messages that are due and not delivered yet. */
export async function countDueOutbox(db: AnyDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox where sent_at is null and available_at <= now()
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** For how long the oldest event that is due waits for its delivery, ms; null: none waits. */
export async function oldestDueOutboxMs(db: AnyDb): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from now() - min(available_at)) * 1000)::float8 as ms
    from outbox where sent_at is null and available_at <= now()
  `.execute(db);
  return rows[0]?.ms ?? null;
}
