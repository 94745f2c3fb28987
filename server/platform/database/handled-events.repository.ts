import type { Generated, Kysely } from 'kysely';

interface HandledTables {
  handled_event: { event_id: number; handler: string; handled_at: Generated<Date> };
}

/**
 * Does the work of one outbox event for one handler exactly once: the mark and the work are one transaction.
 * Returns false when it had been done before.
 */
export async function runOnce<Tables>(
  db: Kysely<Tables>,
  eventId: number,
  handler: string,
  work: (tx: Kysely<Tables>) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const marked = await (tx as unknown as Kysely<HandledTables>)
      .insertInto('handled_event')
      .values({ event_id: eventId, handler })
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .executeTakeFirst();
    if (!marked) return false;
    await work(tx);
    return true;
  });
}
