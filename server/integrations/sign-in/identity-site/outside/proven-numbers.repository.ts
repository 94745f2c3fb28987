import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { ProvenNumber } from './proven-number.ts';

interface ProvenTables {
  identity_proven_number: {
    field: 'pinfl' | 'stir';
    value: string;
    account_id: string;
    way: 'oneid' | 'e-imzo';
    proven_at: Date;
  };
  identity_account: {
    id: string;
    pinfl: string | null;
    stir: string | null;
    phone_confirmed_at: Date | null;
    email_confirmed_at: Date | null;
    vouched: boolean;
  };
}

export type ProvenNumbers = ReturnType<typeof createProvenNumbers>;

/** Which account an outside service signs in to: the one that its owner has linked to a proven number. */
export function createProvenNumbers(db: Db<ProvenTables>) {
  return {
    /** The account linked to the number, as long as it is still the account's own: staff may have approved another one. */
    async linked({ field, value }: Pick<ProvenNumber, 'field' | 'value'>): Promise<string | null> {
      const row = await db
        .selectFrom('identity_proven_number as proven')
        .innerJoin('identity_account as account', 'account.id', 'proven.account_id')
        .select('account.id')
        .where('proven.field', '=', field)
        .where('proven.value', '=', value)
        .where(`account.${field}`, '=', value)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** The account whose own the number is, by a confirmed contact, though it was only typed there. */
    async holder({ field, value }: Pick<ProvenNumber, 'field' | 'value'>): Promise<string | null> {
      const row = await db
        .selectFrom('identity_account')
        .select('id')
        .where(field, '=', value)
        .where(sql<boolean>`(phone_confirmed_at is not null or email_confirmed_at is not null or vouched)`)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** Links the account to the number, if it is the account's own; false: it is not. For somebody who has signed in to it. */
    async link(accountId: string, { field, value, way }: ProvenNumber): Promise<boolean> {
      const row = await db
        .insertInto('identity_proven_number')
        .columns(['field', 'value', 'account_id', 'way', 'proven_at'])
        .expression((from) =>
          from
            .selectFrom('identity_account')
            .select([
              sql.val(field).as('field'),
              sql.val(value).as('value'),
              'id as account_id',
              sql.val(way).as('way'),
              sql<Date>`now()`.as('proven_at'),
            ])
            .where('id', '=', accountId)
            .where(field, '=', value),
        )
        .onConflict((conflict) =>
          conflict.columns(['field', 'value']).doUpdateSet({
            account_id: sql`excluded.account_id`,
            way: sql`excluded.way`,
            proven_at: sql`excluded.proven_at`,
          }),
        )
        .executeTakeFirst();
      return (row.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
  };
}
