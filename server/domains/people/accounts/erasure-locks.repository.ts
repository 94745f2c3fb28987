import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';

const erasureOf = (personId: string) => sql`hashtextextended(${`erasure:${personId}`}, 0)`;

/**
 * None of them is erased until the transaction ends; an erasure then finds what was written. Waits for one that is being carried out. No row
 * of a person is locked: transactions that hold locks of sales or lots may call it.
 */
export async function holdUpErasures(tx: AnyDb, personIds: readonly string[]): Promise<void> {
  for (const id of [...personIds].toSorted())
    await sql`select pg_advisory_xact_lock_shared(${erasureOf(id)})`.execute(tx);
}

/** Of an erasure, before it looks at what is left to finish: waits for those who hold it up, and holds them up until it is committed. */
export async function lockErasure(tx: AnyDb, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${erasureOf(personId)})`.execute(tx);
}
