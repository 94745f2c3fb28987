import { sql, type Kysely } from 'kysely';

/** Heads of finished rooms in one append-only tree (RFC 6962), with each of its signed states that was given out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transparency_leaf (
      position bigint primary key check (position >= 0),
      -- The signed statement, as it is given out.
      document text not null,
      -- SHA-256 of a zero byte and the document.
      leaf_hash bytea not null check (length(leaf_hash) = 32)
    )
  `.execute(db);
  await sql`
    create table transparency_checkpoint (
      size bigint primary key check (size > 0),
      -- C2SP signed note.
      note text not null
    )
  `.execute(db);
  // Heads that were signed before there was a tree, in the order of their signatures.
  await sql`
    insert into transparency_leaf (position, document, leaf_hash)
    select row_number() over (order by signed_at, subject) - 1, document,
      sha256('\\x00'::bytea || convert_to(document, 'UTF8'))
    from signed_statement where kind = 'log-head'
  `.execute(db);
}
