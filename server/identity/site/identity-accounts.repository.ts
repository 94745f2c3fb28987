import { sql, type Generated, type Selectable } from 'kysely';
import type { Language } from '#shared/i18n/languages.ts';
import { isUniqueViolation, lockNamed, type Db } from '#server/platform/database/index.ts';

export type PersonKind = 'natural' | 'legal';

interface IdentityAccountTable {
  id: Generated<string>;
  person_kind: PersonKind;
  name: string;
  phone: string;
  email: string | null;
  phone_confirmed_at: Date | null;
  email_confirmed_at: Date | null;
  pinfl: string | null;
  stir: string | null;
  language: Language;
  password_hash: string;
  password_once: boolean;
  demo: boolean;
  vouched: boolean;
  disabled_at: Date | null;
  created_at: Generated<Date>;
}

export interface IdentityAccountTables {
  identity_account: IdentityAccountTable;
}

/** An account that can sign in. `phone` and `email` are in stored form (shared/validation). */
export interface IdentityAccount {
  id: string;
  kind: PersonKind;
  /** Full name of a natural person, name of the organisation of a legal entity. */
  name: string;
  phone: string;
  email: string | null;
  /** Confirmed by a code sent there. */
  phoneConfirmed: boolean;
  emailConfirmed: boolean;
  pinfl: string | null;
  stir: string | null;
  language: Language;
  passwordHash: string;
  /** Its password was printed by staff: a new one must be chosen first. */
  passwordOnce: boolean;
  /** Test data of the demo. */
  demo: boolean;
  /** Made by an operator's command or the demo: what it holds is reserved without being confirmed. */
  vouched: boolean;
  disabled: boolean;
}

/** @property emailConfirmed left out: a new account has none confirmed */
export type NewIdentityAccount = Omit<IdentityAccount, 'id' | 'disabled' | 'emailConfirmed'>;

/** What the product may change in an account after verifying it. */
export type AccountChange = Partial<
  Pick<
    IdentityAccount,
    'kind' | 'name' | 'pinfl' | 'stir' | 'phone' | 'email' | 'phoneConfirmed' | 'emailConfirmed'
  >
>;

/** Fields no two accounts may share: a confirmed phone or e-mail, and the number of an account with either, or vouched for. */
const UNIQUE_FIELDS = ['phone', 'email', 'pinfl', 'stir'] as const;
export type UniqueField = (typeof UNIQUE_FIELDS)[number];

const fromRow = (row: Selectable<IdentityAccountTable>): IdentityAccount => ({
  id: row.id,
  kind: row.person_kind,
  name: row.name,
  phone: row.phone,
  email: row.email,
  phoneConfirmed: row.phone_confirmed_at !== null,
  emailConfirmed: row.email_confirmed_at !== null,
  pinfl: row.pinfl,
  stir: row.stir,
  language: row.language,
  passwordHash: row.password_hash,
  passwordOnce: row.password_once,
  demo: row.demo,
  vouched: row.vouched,
  disabled: row.disabled_at !== null,
});

/** Which unique value another account holds, of an error of `change`; undefined for any other error. */
export const takenOf = (error: unknown): UniqueField | undefined =>
  UNIQUE_FIELDS.find((field) => isUniqueViolation(error, `identity_account_${field}_key`));

/** Where the value of a field is reserved; the same conditions as in the unique indexes. */
const reserves = (field: UniqueField) =>
  field === 'phone' || field === 'email'
    ? sql<boolean>`(${sql.ref(`${field}_confirmed_at`)} is not null or vouched)`
    : sql<boolean>`(phone_confirmed_at is not null or email_confirmed_at is not null or vouched)`;

const unreserved = sql<boolean>`(phone_confirmed_at is null and email_confirmed_at is null and not vouched)`;

export type IdentityAccountRepository = ReturnType<typeof createIdentityAccountRepository>;

export function createIdentityAccountRepository(db: Db<IdentityAccountTables>) {
  return {
    async byId(id: string): Promise<IdentityAccount | null> {
      const row = await db.selectFrom('identity_account').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    /**
     * The account that has confirmed the login. Accounts from before registrations were confirmed sign in by their phone
     * while no one has confirmed it; by an e-mail only once it is confirmed, for anyone may state any.
     */
    async byLogin(field: 'phone' | 'email', value: string): Promise<IdentityAccount | null> {
      const row = await db
        .selectFrom('identity_account')
        .selectAll()
        .where(field, '=', value)
        .$if(field === 'email', (query) => query.where(reserves('email')))
        .orderBy(reserves(field), 'desc')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    /** Accounts that state one of the unique values. */
    async holding(values: Partial<Record<UniqueField, string | null>>): Promise<IdentityAccount[]> {
      const wanted = UNIQUE_FIELDS.filter((field) => values[field]);
      if (wanted.length === 0) return [];
      const rows = await db
        .selectFrom('identity_account')
        .selectAll()
        .where((where) => where.or(wanted.map((field) => where(field, '=', values[field] ?? ''))))
        .execute();
      return rows.map(fromRow);
    },

    /** Which of the values are reserved, by another account than the excepted one. */
    async taken(
      values: Partial<Record<UniqueField, string | null>>,
      exceptId: string | null = null,
    ): Promise<UniqueField[]> {
      const taken: UniqueField[] = [];
      for (const field of UNIQUE_FIELDS) {
        const value = values[field];
        if (!value) continue;
        const row = await db
          .selectFrom('identity_account')
          .select('id')
          .where(field, '=', value)
          .where(reserves(field))
          .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId))
          .executeTakeFirst();
        if (row) taken.push(field);
      }
      return taken;
    },

    /** Makes those who decide about these values take turns until the transaction ends. */
    async lockValues(values: Partial<Record<UniqueField, string | null>>): Promise<void> {
      for (const field of UNIQUE_FIELDS) {
        if (!values[field]) continue;
        const name = `identity:${field}:${values[field]}`;
        await lockNamed(db, name);
      }
    },

    /** The new account's id, or the field that another account took in the meantime. */
    async insert(account: NewIdentityAccount): Promise<{ id: string } | { taken: UniqueField }> {
      try {
        return await db
          .insertInto('identity_account')
          .values({
            person_kind: account.kind,
            name: account.name,
            phone: account.phone,
            email: account.email,
            pinfl: account.pinfl,
            stir: account.stir,
            language: account.language,
            password_hash: account.passwordHash,
            password_once: account.passwordOnce,
            demo: account.demo,
            vouched: account.vouched,
            phone_confirmed_at: account.phoneConfirmed ? new Date() : null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
      } catch (error) {
        // Not retried: a concurrent insert took the value, which is an answer; any other error is the caller's.
        const taken = takenOf(error);
        if (!taken) throw error;
        return { taken };
      }
    },

    /**
     * Brings an account up to date. Unlike `insert` it throws when another account holds a value (`takenOf` returns which):
     * it runs in the product's transaction, which the error aborts.
     */
    async change(id: string, change: AccountChange): Promise<void> {
      const { kind, phoneConfirmed, emailConfirmed, ...same } = change;
      const confirmedAt = (confirmed: boolean) => (confirmed ? new Date() : null);
      const values = {
        ...same,
        ...(kind === undefined ? {} : { person_kind: kind }),
        ...(phoneConfirmed === undefined ? {} : { phone_confirmed_at: confirmedAt(phoneConfirmed) }),
        ...(emailConfirmed === undefined ? {} : { email_confirmed_at: confirmedAt(emailConfirmed) }),
      };
      if (Object.keys(values).length === 0) return;
      await db.updateTable('identity_account').set(values).where('id', '=', id).execute();
    },

    async setPassword(id: string, passwordHash: string, once: boolean): Promise<void> {
      await db
        .updateTable('identity_account')
        .set({ password_hash: passwordHash, password_once: once })
        .where('id', '=', id)
        .execute();
    },

    async unconfirmed({ hours, after, limit }: { hours: number; after: string | null; limit: number }) {
      const rows = await db
        .selectFrom('identity_account')
        .select('id')
        .where(unreserved)
        .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${hours})`)
        .$if(after !== null, (query) => query.where('id', '>', after))
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Waits for a confirmation under way, and then finds it confirmed. */
    async removeUnconfirmed(id: string): Promise<boolean> {
      const row = await db
        .deleteFrom('identity_account')
        .where('id', '=', id)
        .where(unreserved)
        .executeTakeFirst();
      return row.numDeletedRows > 0n;
    },

    /** With its factors and linked numbers, which refer to it. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('identity_account').where('id', '=', id).execute();
    },

    /** A disabled account can neither sign in nor continue a session of the site. */
    async setDisabled(id: string, disabled: boolean): Promise<void> {
      await db
        .updateTable('identity_account')
        .set({ disabled_at: disabled ? new Date() : null })
        .where('id', '=', id)
        .execute();
    },
  };
}
