import { sql, type Kysely } from 'kysely';

/** What the operator has signed: heads of finished rooms' logs and receipts of attempts, each once, with the keys to check them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table signing_key (
      -- RFC 7638 thumbprint of the public key.
      key_id text primary key,
      -- Ed25519, base64url.
      public_key text not null,
      listed_at timestamptz not null default now(),
      -- When another took its place; what it signed stays valid.
      retired_at timestamptz
    )
  `.execute(db);
  await sql`
    create table signed_statement (
      kind text not null check (kind in ('log-head', 'receipt')),
      -- The lot of a head; the lot, person and bid id of a receipt.
      subject text not null,
      lot_id bigint not null,
      -- Whose receipt it is.
      person text,
      key_id text not null references signing_key,
      -- The signed statement as it is given out, JSON.
      document text not null,
      signed_at timestamptz not null default now(),
      primary key (kind, subject),
      check ((kind = 'receipt') = (person is not null))
    )
  `.execute(db);
  await sql`create index signed_statement_of_person on signed_statement (person) where person is not null`.execute(
    db,
  );
}
