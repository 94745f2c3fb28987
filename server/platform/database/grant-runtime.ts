import pg from 'pg';
import { RUNTIME_RIGHTS, type TableRights } from './runtime-rights.ts';

/** The database and the list of rights do not describe the same tables, or the role cannot be granted anything. */
export class RightsProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RightsProblem';
  }
}

interface FoundTable {
  name: string;
  columns: string[];
}

type Queries = Pick<pg.ClientBase, 'query'>;

/**
 * Tables of the schema `public` that belong to the product, extensions may have their own there. Partitions are left out:
 * they are reached through their table alone.
 */
const TABLES = `
  select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relowner = (select relowner from pg_class where oid = 'public.kysely_migration'::regclass)
  group by c.relname order by c.relname`;

/** Sequences that belong to no identity column: inserting into their tables would ask for rights on them. */
const SEQUENCES = `
  select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')`;

/** Functions that act with the owner's rights and are called by statements, not by triggers. */
const FUNCTIONS = `
  select p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype`;

const quoted = (names: readonly string[]): string =>
  names.map((name) => pg.escapeIdentifier(name)).join(', ');

/** @throws RightsProblem when a column that the list names does not exist */
function columnsToChange({ name, columns }: FoundTable, { update }: TableRights): readonly string[] | 'all' {
  if (typeof update === 'string') return update === 'all' ? 'all' : [];
  const named = 'only' in update ? update.only : update.allBut;
  const unknown = named.filter((column) => !columns.includes(column));
  if (unknown.length > 0)
    throw new RightsProblem(
      `runtime-rights.ts names columns that ${name} does not have: ${unknown.join(', ')}`,
    );
  return 'only' in update ? named : columns.filter((column) => !named.includes(column));
}

function grantsOf(table: FoundTable, rights: TableRights, role: string): string {
  const columns = columnsToChange(table, rights);
  const whole = [
    'select',
    ...(rights.insert ? ['insert'] : []),
    ...(columns === 'all' ? ['update'] : []),
    ...(rights.deleted === null ? [] : ['delete']),
  ];
  const granted = [`grant ${whole.join(', ')} on ${pg.escapeIdentifier(table.name)} to ${role}`];
  if (columns !== 'all' && columns.length > 0)
    granted.push(`grant update (${quoted(columns)}) on ${pg.escapeIdentifier(table.name)} to ${role}`);
  return granted.join(';\n');
}

/** Tables that only one of the two knows. A table of a list alone is one that a migration has still to create. */
export function rightsDifferences(found: readonly string[], listed: readonly string[]): string[] {
  const names = new Set(found);
  return [
    ...found
      .filter((name) => !listed.includes(name))
      .map((name) => `${name} has no line in runtime-rights.ts`),
    ...listed
      .filter((name) => !names.has(name))
      .map((name) => `${name} of runtime-rights.ts is not in the database`),
  ];
}

/**
 * Gives `role` what the list says and takes everything else from it, in one transaction: sessions that are open see the
 * rights they had until it commits, and the new ones after. Repeating it changes nothing.
 * @param owner a connection of the tables' owner
 * @param options.schemas may it create schemas: the demo makes one for the time of a transaction
 * @throws RightsProblem when tables and list differ
 */
export async function grantRuntime(
  owner: Queries,
  role: string,
  { schemas = false, rights = RUNTIME_RIGHTS }: { schemas?: boolean; rights?: typeof RUNTIME_RIGHTS } = {},
): Promise<{ tables: number }> {
  const { rows: tables } = await owner.query<FoundTable>(TABLES);
  const { rows: sequences } = await owner.query<{ name: string }>(SEQUENCES);
  const problems = [
    ...rightsDifferences(
      tables.map(({ name }) => name),
      Object.keys(rights),
    ),
    ...sequences.map(
      ({ name }) => `${name} is a sequence of no identity column, which the role could not use`,
    ),
  ];
  if (problems.length > 0) throw new RightsProblem(`rights of ${role}: ${problems.join('; ')}`);
  const { rows: functions } = await owner.query<{ name: string }>(FUNCTIONS);
  const to = pg.escapeIdentifier(role);
  const { rows: current } = await owner.query<{ name: string }>('select current_database() as name');
  const database = pg.escapeIdentifier(current[0]?.name ?? '');
  const statements = [
    'begin',
    `revoke all on all tables in schema public from ${to}, public`,
    `revoke all on all sequences in schema public from ${to}, public`,
    `revoke create on schema public from ${to}, public`,
    `grant usage on schema public to ${to}`,
    `grant connect on database ${database} to ${to}`,
    // A temporary table is read in place of the product's of the same name, by checks of the database as well.
    `revoke temporary on database ${database} from ${to}, public`,
    `${schemas ? 'grant' : 'revoke'} create on database ${database} ${schemas ? 'to' : 'from'} ${to}`,
    ...tables.map((table) => grantsOf(table, rights[table.name]!, to)),
    ...functions.map(({ name }) => `revoke all on function ${name} from public`),
    ...functions
      .filter(({ name }) => RUNTIME_FUNCTIONS.includes(name))
      .map(({ name }) => `grant execute on function ${name} to ${to}`),
    'commit',
  ];
  try {
    await owner.query(statements.join(';\n'));
  } catch (error) {
    // Not retried here: nothing was granted, and the person who migrates reads why.
    await owner.query('rollback');
    throw error;
  }
  return { tables: tables.length };
}

/** Of those that act with the owner's rights, the ones that processes call. */
const RUNTIME_FUNCTIONS: readonly string[] = [];
