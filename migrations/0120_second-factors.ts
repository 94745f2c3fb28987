import { sql, type Kysely } from 'kysely';

/** What people of the shipped identity site show beside their password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_totp (
      account_id uuid primary key references identity_account (id) on delete cascade,
      -- AES-256-GCM: nonce, ciphertext, tag. The key is in the settings, never here.
      secret bytea not null,
      -- The last time step whose code was taken: neither it nor an earlier one is taken again.
      last_step bigint not null,
      created_at timestamptz not null default now()
    )
  `.execute(db);
  await sql`
    create table identity_passkey (
      -- base64url, as browsers send it.
      id text primary key check (length(id) between 16 and 1400),
      account_id uuid not null references identity_account (id) on delete cascade,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null default '{}',
      -- Part of the device it was made on, or carried from one to another.
      attachment text not null check (attachment in ('platform', 'cross-platform')),
      created_at timestamptz not null default now(),
      used_at timestamptz
    )
  `.execute(db);
  await sql`create index identity_passkey_of_account on identity_passkey (account_id)`.execute(db);
  await sql`
    create table identity_recovery_code (
      account_id uuid not null references identity_account (id) on delete cascade,
      -- SHA-256 of the account and the code, which is 80 random bits.
      hash text not null,
      used_at timestamptz,
      primary key (account_id, hash)
    )
  `.execute(db);
}
