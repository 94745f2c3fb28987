import { sql, type Generated, type GeneratedAlways } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { CardType } from '#shared/validation/card-number.ts';

interface DestinationTables {
  payout_destination: {
    id: GeneratedAlways<number>;
    person_id: string;
    kind: 'account' | 'card';
    bank_name: string | null;
    mfo: string | null;
    account_number: string | null;
    card_type: CardType | null;
    card_mask: string | null;
    card_token: string | null;
    added_at: Generated<Date>;
    removed_at: Generated<Date | null>;
  };
  card_binding: {
    id: string;
    person_id: string;
    card_type: CardType;
    card_mask: string;
    card_token: string;
    tries: Generated<number>;
    expires_at: Date;
  };
}

export interface Account {
  bankName: string;
  mfo: string;
  account: string;
}

export interface Card {
  type: CardType;
  mask: string;
  token: string;
}

export type SavedAccount = Account & { id: number };
export type SavedCard = Card & { id: number };

export interface Binding extends Card {
  id: string;
  personId: string;
}

export type DestinationsRepository = ReturnType<typeof createDestinationsRepository>;

/** Destinations of refunds. Removed ones are only marked, for the refunds that went there. */
export function createDestinationsRepository(db: Db<DestinationTables>) {
  const living = (personId: string, kind: 'account' | 'card') =>
    db
      .selectFrom('payout_destination')
      .where('person_id', '=', personId)
      .where('kind', '=', kind)
      .where('removed_at', 'is', null)
      .orderBy('id');
  const accounts = async (personId: string): Promise<SavedAccount[]> => {
    const rows = await living(personId, 'account').selectAll().execute();
    return rows.map((row) => ({
      id: row.id,
      bankName: row.bank_name!,
      mfo: row.mfo!,
      account: row.account_number!,
    }));
  };
  const cards = async (personId: string): Promise<SavedCard[]> => {
    const rows = await living(personId, 'card').selectAll().execute();
    return rows.map((row) => ({
      id: row.id,
      type: row.card_type!,
      mask: row.card_mask!,
      token: row.card_token!,
    }));
  };

  return {
    /** Whose each of these cards is; without those that are removed. */
    async ownersOfCards(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('payout_destination')
        .select(['id', 'person_id'])
        .where('id', 'in', ids)
        .where('kind', '=', 'card')
        .where('removed_at', 'is', null)
        .execute();
      return new Map(rows.map(({ id, person_id: personId }) => [id, personId]));
    },

    accounts,
    cards,

    async addAccount(personId: string, { bankName, mfo, account }: Account): Promise<void> {
      await db
        .insertInto('payout_destination')
        .values({ person_id: personId, kind: 'account', bank_name: bankName, mfo, account_number: account })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /**
     * In turn of the person. Adding the same card again replaces its token, which is no longer needed.
     * @returns `full` for who has `most` others
     */
    async addCard(
      personId: string,
      { type, mask, token }: Card,
      most: number,
    ): Promise<{ replaced: string | null } | 'full'> {
      const saved = await cards(personId);
      const before = saved.find((card) => card.type === type && card.mask === mask);
      if (!before && saved.length >= most) return 'full';
      await db
        .insertInto('payout_destination')
        .values({ person_id: personId, kind: 'card', card_type: type, card_mask: mask, card_token: token })
        .onConflict((conflict) =>
          conflict
            .columns(['person_id', 'card_type', 'card_mask'])
            .where('kind', '=', 'card')
            .where('removed_at', 'is', null)
            .doUpdateSet({ card_token: token }),
        )
        .execute();
      return { replaced: before?.token ?? null };
    },

    /** Token of the removed card, an empty text for an account; null: not this person's, or removed already. */
    async remove(personId: string, kind: 'account' | 'card', id: number): Promise<string | null> {
      const row = await db
        .updateTable('payout_destination')
        .set({ removed_at: sql`now()` })
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .where('kind', '=', kind)
        .where('removed_at', 'is', null)
        .returning('card_token')
        .executeTakeFirst();
      return row ? (row.card_token ?? '') : null;
    },

    async begin({ id, personId, type, mask, token }: Binding, expiresAt: Date): Promise<void> {
      await db
        .deleteFrom('card_binding')
        .where('expires_at', '<', sql<Date>`now()`)
        .execute();
      await db
        .insertInto('card_binding')
        .values({
          id,
          person_id: personId,
          card_type: type,
          card_mask: mask,
          card_token: token,
          expires_at: expiresAt,
        })
        .execute();
    },

    /** Counts one try; null: there have been `most`, it has expired, or it is another person's. */
    async tryBinding(personId: string, id: string, most: number): Promise<Binding | null> {
      const row = await db
        .updateTable('card_binding')
        .set({ tries: sql`tries + 1` })
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .where('tries', '<', most)
        .where('expires_at', '>', sql<Date>`now()`)
        .returningAll()
        .executeTakeFirst();
      if (!row) return null;
      return { id, personId, type: row.card_type, mask: row.card_mask, token: row.card_token };
    },

    async endBinding(id: string): Promise<void> {
      await db.deleteFrom('card_binding').where('id', '=', id).execute();
    },
  };
}
