import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { createAccountsRepository } from './accounts.repository.ts';
import type { Person } from './person.ts';

/** The person, locked until the transaction ends; null: there is none, or their data were erased. */
export async function lockPerson(tx: AnyDb, personId: string): Promise<Person | null> {
  const people = createAccountsRepository(tx);
  const person = await people.lock(personId);
  return person && (await people.erasedAt(personId)) === null ? person : null;
}

/** Were the person's data erased? */
export const isErased = async (on: AnyDb, personId: string): Promise<boolean> =>
  (await createAccountsRepository(on).erasedAt(personId)) !== null;

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

/** The same, with the person locked until the transaction ends, so that the answer holds. */
export async function isErasedLocked(tx: AnyDb, personId: string): Promise<boolean> {
  await createAccountsRepository(tx).lock(personId);
  return isErased(tx, personId);
}

/** A person whose data were erased, locked until the transaction ends. Persons are never deleted once they have a request. */
export async function lockErasedPerson(tx: AnyDb, personId: string): Promise<Person> {
  const person = await createAccountsRepository(tx).lock(personId);
  if (!person) throw notFound();
  return person;
}
