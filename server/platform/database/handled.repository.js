/**
 * Does the work of one outbox event for one handler exactly once: the mark and the work are one transaction.
 * Returns false when it had been done before.
 */
export async function runOnce(db, eventId, handler, work) {
  return db.transaction().execute(async (tx) => {
    const marked = await tx
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
