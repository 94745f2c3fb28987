import type { AnyDb } from '#server/platform/database/index.ts';
import { SHIPPED_ISSUER } from '#server/identity/index.ts';
import { createAccountsRepository } from './accounts.repository.ts';

/** The person of an account at the shipped sign-in site, locked until the transaction ends; null: it never signed in. */
export async function lockShippedPerson(
  tx: AnyDb,
  accountId: string,
): Promise<{ id: string; confirmed: boolean } | null> {
  const people = createAccountsRepository(tx);
  const known = await people.byIdentity(SHIPPED_ISSUER, accountId);
  const person = known && (await people.lock(known.id));
  return person && { id: person.id, confirmed: person.phoneConfirmed || person.emailConfirmed };
}
