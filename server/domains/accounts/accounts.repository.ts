import { sql, type Generated, type Selectable } from 'kysely';
import type { Role } from '#shared/api/contract.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { Person } from './person.ts';

interface PersonTable {
  id: Generated<string>;
  issuer: string;
  subject: string;
  kind: 'natural' | 'legal';
  name: string;
  phone: string | null;
  email: string | null;
  pinfl: string | null;
  stir: string | null;
  language: Language;
  roles: Generated<Role[]>;
  demo: Generated<boolean>;
  disabled_at: Date | null;
  signed_in_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface AccountsTables {
  person: PersonTable;
}

/** What a provider tells of a person; refreshed at every sign-in. */
export type KnownOfPerson = Pick<
  Person,
  'issuer' | 'subject' | 'kind' | 'name' | 'phone' | 'email' | 'pinfl' | 'stir' | 'language'
>;

const fromRow = (row: Selectable<PersonTable>): Person => ({
  id: row.id,
  issuer: row.issuer,
  subject: row.subject,
  kind: row.kind,
  name: row.name,
  phone: row.phone,
  email: row.email,
  pinfl: row.pinfl,
  stir: row.stir,
  language: row.language,
  roles: row.roles,
  demo: row.demo,
  disabled: row.disabled_at !== null,
  createdAt: row.created_at,
});

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;

export function createAccountsRepository(db: Db<AccountsTables>) {
  return {
    async byId(id: string): Promise<Person | null> {
      const row = await db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    async byIds(ids: readonly string[]): Promise<Person[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('person').selectAll().where('id', 'in', ids).execute();
      return rows.map(fromRow);
    },

    async byIdentity(issuer: string, subject: string): Promise<Person | null> {
      const row = await db
        .selectFrom('person')
        .selectAll()
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    async byPhone(phone: string): Promise<Person[]> {
      const rows = await db.selectFrom('person').selectAll().where('phone', '=', phone).execute();
      return rows.map(fromRow);
    },

    /** The person of this identity, made at the first call; everything the provider tells is brought up to date. */
    async keep(known: KnownOfPerson, options: { signedIn: boolean; demo?: boolean }): Promise<Person> {
      const facts = {
        kind: known.kind,
        name: known.name,
        phone: known.phone,
        email: known.email,
        pinfl: known.pinfl,
        stir: known.stir,
        language: known.language,
        ...(options.signedIn ? { signed_in_at: new Date() } : {}),
      };
      const row = await db
        .insertInto('person')
        .values({
          issuer: known.issuer,
          subject: known.subject,
          demo: options.demo ?? false,
          ...facts,
        })
        .onConflict((conflict) =>
          conflict.columns(['issuer', 'subject']).doUpdateSet({ ...facts, updated_at: sql<Date>`now()` }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      return fromRow(row);
    },

    async setRoles(id: string, roles: readonly Role[]): Promise<Person | null> {
      const row = await db
        .updateTable('person')
        .set({ roles: [...roles], updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    async setDisabled(id: string, disabled: boolean): Promise<Person | null> {
      const row = await db
        .updateTable('person')
        .set({ disabled_at: disabled ? new Date() : null, updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },
  };
}
