import { addPartition, boundsOf, type Queries } from './add-partition.ts';

/**
 * Tables of the logs of auctions, in one partition of the schema `by_lot` for every 100,000 lots. Rows of a lot that has no
 * partition go into `<table>_default`, so that nothing is refused. Nothing is ever taken out of them.
 */
const LOT_TABLES = ['auction_entry', 'auction_receipt'] as const;
type LotTable = (typeof LOT_TABLES)[number];

const SCHEMA = 'by_lot';
/** What a busy installation makes in a third of a year: a query of many lots plans for every partition. */
const LOTS = 100_000;
/** That many before the end of the last partition `/readyz` warns. */
const FEW_LOTS = 20_000;

/** First lot that no partition of the table has. */
async function lotsUntil(queries: Queries, table: LotTable): Promise<number> {
  const bounds = await boundsOf(queries, table);
  if (bounds.length === 0) throw new Error(`${table} has no partition of its own`);
  return Math.max(...bounds.map(({ until }) => Number(until)));
}

/**
 * Makes partitions until the lots after those of the present one have one. Safe to repeat.
 * @param owner a connection of the tables' owner
 * @returns the names of those that were made
 */
export async function prepareLots(owner: Queries): Promise<string[]> {
  const { rows } = await owner.query<{ latest: number }>(
    'select last_value::float8 as latest from lot_id_seq',
  );
  const { latest } = rows[0]!;
  const made: string[] = [];
  for (const table of LOT_TABLES) {
    for (let from = await lotsUntil(owner, table); from <= latest + LOTS; from += LOTS) {
      const name = `${table}_${from}`;
      await addPartition(owner, {
        table,
        schema: SCHEMA,
        name,
        column: 'lot_id',
        from: String(from),
        until: String(from + LOTS),
      });
      made.push(name);
    }
  }
  return made;
}

/** Tables whose partitions are used up, or nearly; any role may ask. */
export async function tablesWithoutNextLots(queries: Queries): Promise<LotTable[]> {
  const { rows } = await queries.query<{ latest: number | null }>(
    'select max(id)::float8 as latest from lot',
  );
  const latest = rows[0]?.latest ?? 0;
  const missing: LotTable[] = [];
  for (const table of LOT_TABLES)
    if ((await lotsUntil(queries, table)) <= latest + FEW_LOTS) missing.push(table);
  return missing;
}
