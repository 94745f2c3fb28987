import { sql, type RawBuilder } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { PersonalTable } from '#server/platform/modules/index.ts';

export type PersonRow = Readonly<Record<string, unknown>>;

/** A row with where it is stored: its table or partition, and the place there. */
interface StoredRow {
  part: string;
  place: string;
  content: PersonRow;
}

/** Rows of a table that belong to a person. Names of tables and columns come from modules, never from a request. */
export function ofPerson(
  { of, through }: Pick<PersonalTable, 'of' | 'through'>,
  personId: string,
): RawBuilder<boolean> {
  if (through)
    return sql<boolean>`${sql.ref(through.column)} in (
      select ${sql.ref(through.key)} from ${sql.table(through.table)} where ${sql.ref(through.of)} = ${personId})`;
  // Some columns are uuid and some text: each is compared as what it is, so that its index serves.
  return sql<boolean>`(${sql.join(
    of.map((column) => sql`${sql.ref(column)} = ${personId}`),
    sql` or `,
  )})`;
}

/** Rows that are not about something staff have yet to decide. */
const isDecided = ({ undecided }: PersonalTable): RawBuilder<boolean> =>
  undecided
    ? sql<boolean>`${sql.ref(undecided.column)} <> all(${[...undecided.values]})`
    : sql<boolean>`true`;

/** Reads what modules say is a person's, and deletes it with an account that was never confirmed. */
export function createPersonRowsRepository(db: AnyDb) {
  return {
    /** Every row of the person that is in the export, so many at a time, partition after partition: a place is unique in one of them alone. */
    async *rows(table: PersonalTable, personId: string, size: number): AsyncGenerator<PersonRow[]> {
      const following = async (part: string | null, place: string | null): Promise<StoredRow[]> => {
        const { rows } = await sql<StoredRow>`
          select tableoid::text as part, ctid::text as place, to_jsonb(t) as content
          from ${sql.table(table.table)} t
          where ${ofPerson(table, personId)} and ${isDecided(table)}
            and (${part}::text is null or (tableoid, ctid) > (${part}::text::oid, ${place}::text::tid))
          order by tableoid, ctid limit ${size}`.execute(db);
        return rows;
      };
      let stored = await following(null, null);
      for (;;) {
        const last = stored.at(-1);
        if (!last) return;
        yield stored.map(({ content }) => content);
        if (stored.length < size) return;
        stored = await following(last.part, last.place);
      }
    },

    async has(table: PersonalTable, personId: string): Promise<boolean> {
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from ${sql.table(table.table)} where ${ofPerson(table, personId)}) as found`.execute(
        db,
      );
      return rows[0]?.found ?? false;
    },

    async remove(table: PersonalTable, personId: string): Promise<void> {
      await sql`delete from ${sql.table(table.table)} where ${ofPerson(table, personId)}`.execute(db);
    },
  };
}
