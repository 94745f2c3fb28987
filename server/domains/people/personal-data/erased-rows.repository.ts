import { sql, type RawBuilder } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { ClearedColumns, ErasedValue, PersonalTable } from '#server/platform/modules/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { ofPerson } from './person-rows.repository.ts';

/** A person whose data go. */
export interface Erased {
  personId: string;
  /** The name that takes the place of theirs, in their language and in all, and its code. */
  pseudonym: string;
  pseudonyms: LocalizedText;
  code: string;
  /** Confirmed by the person; null: none. */
  phone: string | null;
  email: string | null;
}

type Named = Pick<Erased, 'pseudonym' | 'pseudonyms' | 'code'>;

const isList = (value: ErasedValue): value is readonly string[] => Array.isArray(value);

function valueOf(column: string, value: ErasedValue, named: Named): RawBuilder<unknown> {
  if (value === null) return sql`null`;
  if (typeof value === 'string') return sql`${value}`;
  if (isList(value)) return sql`${[...value]}::text[]`;
  if ('to' in value)
    return value.to === 'now' ? sql`coalesce(${sql.ref(column)}, now())` : sql`${named[value.to]}`;
  if ('with' in value) {
    const entries = Object.entries(value.with).map(
      ([key, given]) => [key, given === null ? null : named.pseudonyms] as const,
    );
    return sql`${sql.ref(column)} || ${JSON.stringify(Object.fromEntries(entries))}::jsonb`;
  }
  return sql`${sql.ref(column)} - ${[...value.without]}::text[]`;
}

/** Deletes and clears what modules say is a person's. Names of tables and columns come from modules, never from a request. */
export function createErasedRowsRepository(db: AnyDb) {
  return {
    async ids(table: PersonalTable, personId: string): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        select id from ${sql.table(table.table)} where ${ofPerson(table, personId)}`.execute(db);
      return rows.map(({ id }) => Number(id));
    },

    async remove(table: PersonalTable, { personId, phone, email }: Erased): Promise<void> {
      const { addresses } = table;
      const by = [
        ofPerson(table, personId),
        ...(addresses && phone !== null ? [sql<boolean>`${sql.ref(addresses.phone)} = ${phone}`] : []),
        ...(addresses && email !== null ? [sql<boolean>`${sql.ref(addresses.email)} = ${email}`] : []),
      ];
      await sql`delete from ${sql.table(table.table)} where ${sql.join(by, sql` or `)}`.execute(db);
    },

    async clear(table: PersonalTable, { clear, whose }: ClearedColumns, erased: Erased): Promise<void> {
      const set = Object.entries(clear).map(
        ([column, value]) => sql`${sql.ref(column)} = ${valueOf(column, value, erased)}`,
      );
      const rows = ofPerson({ ...table, of: whose ?? table.of }, erased.personId);
      await sql`update ${sql.table(table.table)} set ${sql.join(set)} where ${rows}`.execute(db);
    },
  };
}
