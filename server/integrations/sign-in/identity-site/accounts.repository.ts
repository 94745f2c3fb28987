import type { Generated, Selectable } from 'kysely';
import type { Language } from '#shared/i18n/languages.ts';
import { isUniqueViolation, type Db } from '#server/platform/database/index.ts';

export type PersonKind = 'natural' | 'legal';

interface IdentityAccountTable {
  id: Generated<string>;
  person_kind: PersonKind;
  name: string;
  phone: string;
  email: string | null;
  pinfl: string | null;
  stir: string | null;
  language: Language;
  password_hash: string;
  password_once: boolean;
  demo: boolean;
  disabled_at: Date | null;
  created_at: Generated<Date>;
}

export interface IdentityAccountTables {
  identity_account: IdentityAccountTable;
}

/** One who can sign in. `phone` and `email` are in stored form (shared/validation). */
export interface IdentityAccount {
  id: string;
  kind: PersonKind;
  /** Full name of a natural person, name of the organisation of a legal entity. */
  name: string;
  phone: string;
  email: string | null;
  pinfl: string | null;
  stir: string | null;
  language: Language;
  passwordHash: string;
  /** Its password was printed by staff: another one must be chosen first. */
  passwordOnce: boolean;
  /** Test data of the demo. */
  demo: boolean;
  disabled: boolean;
}

export type NewIdentityAccount = Omit<IdentityAccount, 'id' | 'disabled'>;

/** Fields no two accounts may share. */
export const UNIQUE_FIELDS = ['phone', 'email', 'pinfl', 'stir'] as const;
export type UniqueField = (typeof UNIQUE_FIELDS)[number];

const fromRow = (row: Selectable<IdentityAccountTable>): IdentityAccount => ({
  id: row.id,
  kind: row.person_kind,
  name: row.name,
  phone: row.phone,
  email: row.email,
  pinfl: row.pinfl,
  stir: row.stir,
  language: row.language,
  passwordHash: row.password_hash,
  passwordOnce: row.password_once,
  demo: row.demo,
  disabled: row.disabled_at !== null,
});

export type IdentityAccountRepository = ReturnType<typeof createIdentityAccountRepository>;

export function createIdentityAccountRepository(db: Db<IdentityAccountTables>) {
  return {
    async byId(id: string): Promise<IdentityAccount | null> {
      const row = await db.selectFrom('identity_account').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    async byLogin(field: 'phone' | 'email', value: string): Promise<IdentityAccount | null> {
      const row = await db
        .selectFrom('identity_account')
        .selectAll()
        .where(field, '=', value)
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    /** Which of the unique values other accounts hold. */
    async taken(values: Partial<Record<UniqueField, string | null>>): Promise<UniqueField[]> {
      const wanted = UNIQUE_FIELDS.filter((field) => values[field]);
      if (wanted.length === 0) return [];
      const rows = await db
        .selectFrom('identity_account')
        .select(UNIQUE_FIELDS)
        .where((where) => where.or(wanted.map((field) => where(field, '=', values[field] ?? ''))))
        .execute();
      return wanted.filter((field) => rows.some((row) => row[field] === values[field]));
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
          })
          .returning('id')
          .executeTakeFirstOrThrow();
      } catch (error) {
        // Not retried: somebody was faster with the same value, which is an answer; all else is the caller's to hear.
        const taken = UNIQUE_FIELDS.find((field) =>
          isUniqueViolation(error, `identity_account_${field}_key`),
        );
        if (!taken) throw error;
        return { taken };
      }
    },

    async setPassword(id: string, passwordHash: string, once: boolean): Promise<void> {
      await db
        .updateTable('identity_account')
        .set({ password_hash: passwordHash, password_once: once })
        .where('id', '=', id)
        .execute();
    },

    /** A disabled account can neither sign in nor go on with a session of the site. */
    async setDisabled(id: string, disabled: boolean): Promise<void> {
      await db
        .updateTable('identity_account')
        .set({ disabled_at: disabled ? new Date() : null })
        .where('id', '=', id)
        .execute();
    },
  };
}
