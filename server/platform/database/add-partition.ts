import pg from 'pg';

export type Queries = Pick<pg.ClientBase, 'query'>;

export interface NewPartition {
  /** Of the schema `public`. */
  table: string;
  /** Of the partition. */
  schema: string;
  /** Without its schema. */
  name: string;
  /** By whose ranges the table is divided. */
  column: string;
  /** First value that is in it, and first one that is not. */
  from: string;
  until: string;
}

export interface Bound {
  /** Without its schema. */
  name: string;
  /** First value that is not in it, as PostgreSQL writes it. */
  until: string;
}

/** The partitions of a table but for the default one, by their order. */
export async function boundsOf(queries: Queries, table: string): Promise<Bound[]> {
  const { rows } = await queries.query<Bound>(
    `select c.relname::text as name, (regexp_match(pg_get_expr(c.relpartbound, c.oid), $2))[1] as until
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'`,
    [`public.${table}`, String.raw`TO \('([^']+)'\)`],
  );
  return rows;
}

async function inOwnTransaction(owner: Queries, work: () => Promise<void>): Promise<void> {
  await owner.query('begin');
  try {
    await work();
    await owner.query('commit');
  } catch (error) {
    // Not retried here: the caller sees why.
    await owner.query('rollback');
    throw error;
  }
}

/** Rows of its range that are in the default partition move there. */
export async function addPartition(owner: Queries, added: NewPartition): Promise<void> {
  const { table, schema, column } = added;
  const partition = `${schema}.${pg.escapeIdentifier(added.name)}`;
  const ahead = `${schema}.${pg.escapeIdentifier(`${table}_default`)}`;
  const [from, until] = [added.from, added.until].map((value) => pg.escapeLiteral(value));
  await inOwnTransaction(owner, async () => {
    const { rows } = await owner.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [`public.${table}`],
    );
    const { columns } = rows[0]!;
    // What is read and written goes on while this waits for those who read the default partition. What is written waits only
    // then, for as long as it takes others to end what they write: half a second, and the next run goes on.
    await owner.query(`
      create table ${partition} (like public.${table} including defaults including constraints including generated);
      set local lock_timeout = '5s';
      lock table ${ahead} in access exclusive mode;
      set local lock_timeout = '500ms';
      lock table public.${table} in exclusive mode;
      with moved as (
        delete from ${ahead} where ${column} >= ${from} and ${column} < ${until} returning ${columns}
      )
      insert into ${partition} (${columns}) select ${columns} from moved;
      alter table public.${table} attach partition ${partition} for values from (${from}) to (${until})`);
  });
}
