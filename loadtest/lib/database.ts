import pg from 'pg';

/**
 * The same database as the owner of its tables: benchmarks make databases and tables of their own and write histories past
 * the product, which it cannot do itself.
 */
export function asOwner(url: string): string {
  const owner = new URL(process.env.MIGRATION_DATABASE_URL ?? url);
  owner.pathname = new URL(url).pathname;
  return owner.href;
}

/** The address of another database on the same server. */
function withName(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: asOwner(url) });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** A copy of the migrated database at `url`, so that each benchmark begins with empty tables. Returns its address. */
export async function freshDatabase(url: string, name: string): Promise<string> {
  const template = decodeURIComponent(new URL(url).pathname.slice(1));
  const admin = withName(url, 'template1');
  await ask(admin, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
  await ask(admin, `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`);
  return withName(url, name);
}

/** Removes a benchmark's database and those it copied under names that begin with its own. */
export async function dropDatabases(url: string, name: string): Promise<void> {
  const admin = withName(url, 'template1');
  const found = await ask<{ datname: string }>(
    admin,
    `select datname from pg_database where datname = $1 or starts_with(datname, $1 || '_')`,
    [name],
  );
  for (const { datname } of found)
    await ask(admin, `drop database if exists ${pg.escapeIdentifier(datname)} with (force)`);
}
