import { openDirectory, SHIPPED_ISSUER } from '#server/identity/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { createAccountsRepository, type KnownOfPerson } from './accounts.repository.ts';
import type { PersonNumbers } from './numbers/person-numbers.ts';
import type { Person } from './person.ts';

class AccountGone extends Error {}

/**
 * Stores the person of an identity that a site asserted just now. null: the account at the shipped site was deleted since,
 * as an erasure does, and nothing was written. An account at another provider is not ours to look at.
 */
export function createSignedInPerson(
  db: AnyDb,
  numbers: Pick<PersonNumbers, 'remember'>,
): (known: KnownOfPerson) => Promise<Person | null> {
  return async (known) => {
    try {
      const person = await inTransaction(db, async (tx) => {
        // First: it waits for an erasure that has locked the person, whose end the look at the account then sees.
        const stored = await createAccountsRepository(tx).upsert(known, { signedIn: true });
        const isHere = known.issuer === SHIPPED_ISSUER;
        if (isHere && !(await openDirectory({ db: tx }).byId(known.subject))) throw new AccountGone();
        await numbers.remember(tx, stored.id);
        return stored;
      });
      return await createAccountsRepository(db).confirmKnown(person, known);
    } catch (error) {
      // Not retried: somebody who wants an account again registers.
      if (error instanceof AccountGone) return null;
      throw error;
    }
  };
}
