/** Announces something in the transaction that makes it true: both are kept, or neither. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any domain's transaction may write to the outbox
export async function writeOutbox(tx, message) {
  await tx
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
