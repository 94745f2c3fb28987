import { sql, type Kysely } from 'kysely';

/** Orders that staff imported from a file: their Uzbek texts may be in any letters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customer_order
      add column imported boolean not null default false,
      -- Of an imported order as it was sent, without its requisites: the signature is over its file.
      add column imported_sha256 text`.execute(db);
}
