import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type { ActionRecorder } from './accounts.service.ts';
import { createAuthorisedSellersRepository, type SellerMark } from './authorised-sellers.repository.ts';
import type { Person } from './person.ts';
import { createTurningDown, type IsSamePerson } from './turned-down.ts';

export interface AuthorisedSellersDeps {
  db: AnyDb;
  person(id: string): Promise<Person | null>;
  actions: ActionRecorder;
  isSamePerson: IsSamePerson;
}

/** Accounts that may sell property for state benefit: trade organisations that staff marked, with the reason. */
export function createAuthorisedSellers({ db, person, actions, isSamePerson }: AuthorisedSellersDeps) {
  const turning = createTurningDown(isSamePerson);
  const sellers = createAuthorisedSellersRepository(db);
  return {
    isAuthorised: async (personId: string): Promise<boolean> =>
      (await sellers.authorisedOf([personId])).has(personId),

    /** Those of these accounts that may. */
    authorisedOf: (personIds: readonly string[]): Promise<ReadonlySet<string>> =>
      sellers.authorisedOf(personIds),

    /** Who marked the account last; null: no one did. */
    markedBy: (personId: string): Promise<string | null> => sellers.lastMarkedBy(personId),

    /**
     * False: it was so already. 404 for an unknown account, 422 `console-orders.not-a-customer` for one that cannot sell; 409
     * `turned-down-before`, `asked-before` for one moderator who ends, or gives, the mark again and again against a colleague.
     */
    async mark(
      personId: string,
      { authorised, reason }: { authorised: boolean; reason: string },
      by: { personId: string; address: string },
    ): Promise<boolean> {
      const found = await person(personId);
      if (!found) throw notFound();
      if (authorised && !found.roles.includes('customer')) throw ruleForbids('console-orders.not-a-customer');
      return inTransaction(db, async (tx) => {
        const own = createAuthorisedSellersRepository(tx);
        await own.lockPerson(personId);
        if ((await own.authorisedOf([personId])).has(personId) === authorised) return false;
        const matter = `authorised-seller:${personId}` as const;
        if (authorised) await turning.mustMayAsk(tx, matter, by.personId);
        else {
          const askedBy = await own.lastMarkedBy(personId);
          await turning.turnDown(tx, matter, { by: by.personId, askedBy });
        }
        await own.mark(personId, authorised, by.personId, reason);
        const done = { type: 'seller', action: authorised ? 'authorised' : 'ended', result: 'done' } as const;
        await actions.record({ ...done, personId, address: null, reason }, tx);
        await actions.record(
          { ...done, personId: by.personId, address: by.address, reason: `person:${personId}` },
          tx,
        );
        return true;
      });
    },

    /** The last marked first. @param page from 1 */
    async list(page: number, size: number): Promise<{ items: SellerMark[]; total: number }> {
      const [items, total] = await Promise.all([
        sellers.list({ limit: size, offset: (page - 1) * size }),
        sellers.count(),
      ]);
      return { items, total };
    },
  };
}

export type AuthorisedSellers = ReturnType<typeof createAuthorisedSellers>;
