import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { AnyDb } from './db.ts';

/** A query that selects nothing yet. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows of any tables are counted alike
type Unselected = SelectQueryBuilder<any, any, object>;

/**
 * How many rows a query finds, read no further than `most` of them.
 * @param most `COUNTED_ROWS_MAX` for the pages of a long list; all are counted without it
 */
export async function countRows(db: AnyDb, query: Unselected, most?: number): Promise<number> {
  const found = query.select(sql`1`.as('one')).$if(most !== undefined, (rows) => rows.limit(most!));
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${found} as counted`.execute(
    db,
  );
  return rows[0]!.total;
}

export interface Summed<Name extends string> {
  total: number;
  /** In tiyin. */
  sums: Record<Name, number>;
}

/**
 * How many rows a query finds and what they come to, in one statement, read no further than `most` of them: then both are the least
 * that there is, as no sum is below zero.
 * @param amounts columns with sums in tiyin, or expressions of them, by the name that their sum gets
 */
export async function sumRows<Name extends string>(
  db: AnyDb,
  query: Unselected,
  amounts: Readonly<Record<Name, string | RawBuilder<number>>>,
  most?: number,
): Promise<Summed<Name>> {
  const names = Object.keys(amounts) as Name[];
  const found = query
    .select(
      names.map((name) => {
        const amount: string | RawBuilder<number> = amounts[name];
        return (typeof amount === 'string' ? sql.ref<number>(amount) : amount).as(name);
      }),
    )
    .$if(most !== undefined, (rows) => rows.limit(most!));
  const sums = names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.id(name)}`);
  const { rows } = await sql<Record<string, number>>`
    select count(*) as counted, ${sql.join(sums)} from ${found} as found`.execute(db);
  const { counted = 0, ...summed } = rows[0]!;
  return { total: counted, sums: summed as Record<Name, number> };
}
