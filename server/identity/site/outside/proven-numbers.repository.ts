import { sql } from 'kysely';
import { inTransaction, writeOutbox, type Db } from '#server/platform/database/index.ts';
import { SIGN_IN_EVENTS, type FactorChange } from '../../sign-in.events.ts';
import type { OutsideWay, ProvenNumber } from './proven-number.ts';

interface ProvenTables {
  identity_proven_number: {
    field: 'pinfl' | 'stir';
    value: string;
    account_id: string;
    way: 'oneid' | 'e-imzo';
    proven_at: Date;
    unlinked_at: Date | null;
    by_twin: boolean;
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

/** A number by which OneID or a certificate signs in to an account. */
export interface LinkedNumber {
  field: 'pinfl' | 'stir';
  value: string;
  /** By what it was proven the last time; the other one signs in as well. */
  way: OutsideWay;
  provenAt: Date;
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
        .where('proven.unlinked_at', 'is', null)
        .where(`account.${field}`, '=', value)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** The account whose own the number is, by a confirmed contact or because it was proven there, though it is not linked. */
    async holder({ field, value }: Pick<ProvenNumber, 'field' | 'value'>): Promise<string | null> {
      const row = await db
        .selectFrom('identity_account as account')
        .leftJoin('identity_proven_number as proven', (on) =>
          on
            .onRef('proven.account_id', '=', 'account.id')
            .on('proven.field', '=', field)
            .on('proven.value', '=', value),
        )
        .select('account.id')
        .where(`account.${field}`, '=', value)
        .where(
          sql<boolean>`(proven.account_id is not null or phone_confirmed_at is not null or email_confirmed_at is not null or vouched)`,
        )
        .orderBy(sql`proven.account_id is null`)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** Links the account to the number, if it is the account's own; false: it is not. For somebody who has signed in to it. */
    async link(accountId: string, { field, value, way, byTwin }: ProvenNumber): Promise<boolean> {
      const row = await db
        .insertInto('identity_proven_number')
        .columns(['field', 'value', 'account_id', 'way', 'proven_at', 'by_twin'])
        .expression((from) =>
          from
            .selectFrom('identity_account')
            .select([
              sql.val(field).as('field'),
              sql.val(value).as('value'),
              'id as account_id',
              sql.val(way).as('way'),
              sql<Date>`now()`.as('proven_at'),
              sql.val(byTwin).as('by_twin'),
            ])
            .where('id', '=', accountId)
            .where(field, '=', value),
        )
        .onConflict((conflict) =>
          conflict.columns(['field', 'value']).doUpdateSet({
            account_id: sql`excluded.account_id`,
            way: sql`excluded.way`,
            proven_at: sql`excluded.proven_at`,
            by_twin: sql`excluded.by_twin`,
            unlinked_at: null,
          }),
        )
        .executeTakeFirst();
      return (row.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** The account's own PINFL, if it was proven there once, also if it signs in no longer. */
    async provenPinfl(accountId: string): Promise<{ byTwin: boolean; provenAt: Date } | null> {
      const row = await db
        .selectFrom('identity_proven_number as proven')
        .innerJoin('identity_account as account', 'account.id', 'proven.account_id')
        .select(['proven.by_twin as byTwin', 'proven.proven_at as provenAt'])
        .where('account.id', '=', accountId)
        .where('proven.field', '=', 'pinfl')
        .whereRef('proven.value', '=', 'account.pinfl')
        .executeTakeFirst();
      return row ?? null;
    },

    /** Numbers that sign in to the account now. */
    linksOf: (accountId: string): Promise<LinkedNumber[]> =>
      db
        .selectFrom('identity_proven_number as proven')
        .innerJoin('identity_account as account', 'account.id', 'proven.account_id')
        .select(['proven.field', 'proven.value', 'proven.way', 'proven.proven_at as provenAt'])
        .where('account.id', '=', accountId)
        .where('proven.unlinked_at', 'is', null)
        .where(
          sql<boolean>`proven.value = case proven.field when 'pinfl' then account.pinfl else account.stir end`,
        )
        .orderBy('proven.field')
        .execute(),

    /**
     * The number signs in no longer; it stays proven as the account's own, so that it is free for no one else. Its owner is
     * informed in the same transaction. False: it was not linked.
     */
    unlink: (accountId: string, field: 'pinfl' | 'stir'): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        const unlinked = await tx
          .updateTable('identity_proven_number')
          .set({ unlinked_at: sql<Date>`now()` })
          .where('account_id', '=', accountId)
          .where('field', '=', field)
          .where('unlinked_at', 'is', null)
          .executeTakeFirst();
        if (unlinked.numUpdatedRows === 0n) return false;
        const change: FactorChange = 'outside-unlinked';
        await writeOutbox(tx, {
          topic: SIGN_IN_EVENTS.factorChanged,
          payload: { accountId, change, atMs: Date.now() },
        });
        return true;
      }),
  };
}
