import { sql, type Generated, type JSONColumnType, type Kysely } from 'kysely';

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
  /** What happened, `<domain>.<past tense>`: `auction.lot-closed`. Listed with its listeners in processes/wiring.ts. */
  topic: string;
  payload: Record<string, unknown>;
  /** Only one message per topic and key is ever kept: a second one is silently the same. */
  key?: string;
  /** Not delivered before this instant. */
  availableAt?: Date;
}

/** Announces something in the transaction that makes it true: both are kept, or neither. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any domain's transaction may write to the outbox
export async function writeOutbox(tx: Kysely<any>, message: OutboxMessage): Promise<void> {
  await (tx as Kysely<OutboxTables>)
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
 * Deletes what was delivered longer ago than `keptDays`, with the marks of who handled it. Undelivered rows stay for ever.
 * Returns how many messages went.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
export async function purgeOutbox(db: Kysely<any>, keptDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from outbox where sent_at < now() - make_interval(days => ${keptDays})
  `.execute(db);
  // A mark outlives its message by as long again: a job may still be repeated after the row is gone.
  await sql`delete from handled_event where handled_at < now() - make_interval(days => ${2 * keptDays})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
