import type { AnyDb } from '#server/platform/database/index.ts';
import type { PersonalIdHash } from './personal-id-hash.ts';
import { createPersonNumbersRepository, VOUCHED } from './person-numbers.repository.ts';

type Field = 'pinfl' | 'stir';

/** `vouched`: by a service or a certificate; `document`: by one that staff saw. */
type NumberProof = 'vouched' | 'document';

const PAGE = 500;

/** The person does something that counts, in the name of the number that the account states. */
export const actedUnderNumber = (tx: AnyDb, personId: string): Promise<void> =>
  createPersonNumbersRepository(tx).actedUnder(personId);

export type PersonNumbers = ReturnType<typeof createPersonNumbers>;

/**
 * Which numbers an account has had. They are stored hashed and outlive the account's data, so that bars, penalties and debts
 * follow the human (`accountsOfPerson`). Looked at whenever a number comes into an account or leaves it.
 */
export function createPersonNumbers(hash: PersonalIdHash) {
  /** Rows of this number that were made with the key before move to the current one. */
  async function refresh(db: AnyDb, field: Field, value: string): Promise<void> {
    if (!hash.previous) return;
    const to = { hash: hash.of(field, value), keyCheck: hash.keyCheck };
    await createPersonNumbersRepository(db).moveTo(hash.previous.of(field, value), to);
  }

  /** Stores what is known of this account's numbers now. A repeat changes nothing. */
  async function remember(tx: AnyDb, personId: string): Promise<void> {
    const numbers = createPersonNumbersRepository(tx);
    const seen = await numbers.seen(personId);
    for (const { field, value, by } of seen) {
      await refresh(tx, field, value);
      await numbers.add(personId, { hash: hash.of(field, value), keyCheck: hash.keyCheck, by });
    }
    await numbers.dropStated(
      personId,
      seen.map(({ field, value }) => hash.of(field, value)),
    );
  }

  return {
    hash,
    refresh,
    remember,

    /** Staff have seen a document that says whose number it is. */
    async proven(tx: AnyDb, personId: string, field: Field, value: string): Promise<void> {
      const numbers = createPersonNumbersRepository(tx);
      const number = { hash: hash.of(field, value), keyCheck: hash.keyCheck, by: 'document' } as const;
      await numbers.add(personId, number);
    },

    /**
     * What says that it is theirs, read before anything of the account changes. Something done in its name proves nothing; null: nothing
     * else does.
     */
    async proofOf(on: AnyDb, personId: string, field: Field, value: string): Promise<NumberProof | null> {
      const numbers = createPersonNumbersRepository(on);
      const seen = await numbers.seen(personId);
      const number = hash.of(field, value);
      if (
        seen.some((each) => each.field === field && each.value === value && each.by !== null) ||
        (await numbers.isProvenBy(personId, number, VOUCHED))
      )
        return 'vouched';
      return (await numbers.isProvenBy(personId, number, ['document'])) ? 'document' : null;
    },

    /**
     * The number has left the account. Where a service or a certificate says that it is theirs, it and its bars go on as before. Staff may
     * have been shown a false document, which is taken back with the number; or it was their own, left to be free of a bar, so that bars
     * stay on a number that a document had proven. Whose number it really is has them lifted by two persons.
     * @param proof of it while the account had it
     * @param moveBars takes bars off a number that was never theirs
     */
    async leave(
      tx: AnyDb,
      personId: string,
      { field, value, proof }: { field: Field; value: string; proof: NumberProof | null },
      moveBars: () => Promise<void>,
    ): Promise<void> {
      if (proof === 'vouched') return;
      await createPersonNumbersRepository(tx).drop(personId, hash.of(field, value));
      if (proof === null) await moveBars();
    },

    /** Rows that are still under the key before; 0 without one. */
    countUnderPreviousKey: async (db: AnyDb): Promise<number> =>
      hash.previous ? createPersonNumbersRepository(db).countOfKey(hash.previous.keyCheck) : 0,

    /** Accounts that were last signed in to by a release that stored no numbers. */
    async rememberUnseen(db: AnyDb): Promise<void> {
      for (let after: string | null = null; ;) {
        const ids: string[] = await createPersonNumbersRepository(db).unseen(after, PAGE);
        for (const id of ids) await remember(db, id);
        after = ids.at(-1) ?? null;
        if (ids.length < PAGE) return;
      }
    },
  };
}
