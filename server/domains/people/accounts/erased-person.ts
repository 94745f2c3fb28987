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
