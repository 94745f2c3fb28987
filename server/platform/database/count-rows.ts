import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows of any tables; the folder’s index, which has this type, imports this file
type AnyDb = Kysely<any>;

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
