import pg from 'pg';

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
  const client = new pg.Client({ connectionString: url });
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

export async function dropDatabase(url: string, name: string): Promise<void> {
  await ask(withName(url, 'template1'), `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}
