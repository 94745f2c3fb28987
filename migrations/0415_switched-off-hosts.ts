import { sql, type Kysely } from 'kysely';

/** Without the last dot, which a name may have and which changes nothing. */
const hostOf = (url: string): string => (URL.parse(url)?.hostname ?? '').replace(/\.+$/, '');

/** Hosts to which nothing is sent, for no one, and the host of each listener. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table switched_off_host (
      -- As URLs have it: small letters, punycode. Names below it are off too.
      host text primary key check (length(host) between 1 and 255),
      switched_by uuid not null references person (id),
      reason text not null check (length(reason) between 3 and 500),
      at timestamptz not null default now()
    )
  `.execute(db);
  // The default is of processes of the release before, which know no hosts.
  await sql`alter table webhook add column host text not null default ''`.execute(db);
  const { rows } = await sql<{ url: string }>`select distinct url from webhook`.execute(db);
  for (const { url } of rows)
    await sql`update webhook set host = ${hostOf(url)} where url = ${url}`.execute(db);
}
