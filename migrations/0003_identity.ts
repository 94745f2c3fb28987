import { sql, type Kysely } from 'kysely';

/** Tables of the shipped identity site only; the product never reads them, it knows people by their issuer and subject. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_account (
      id uuid primary key default uuidv7(),
      person_kind text not null check (person_kind in ('natural', 'legal')),
      name text not null,
      phone text not null unique,
      email text unique,
      pinfl text unique,
      stir text unique,
      language text not null check (language in ('uz', 'ru', 'uz-Cyrl', 'en')),
      -- argon2id of the SHA-256 hex of the password, in PHC form.
      password_hash text not null,
      -- Set by staff: the first sign-in with it must choose another one.
      password_once boolean not null default false,
      demo boolean not null default false,
      disabled_at timestamptz,
      created_at timestamptz not null default now(),
      check (pinfl is null or stir is null)
    )
  `.execute(db);

  // What the OpenID Connect library keeps: sessions, grants, codes, tokens, interactions.
  await sql`
    create table identity_record (
      model text not null,
      id text not null,
      payload jsonb not null,
      grant_id text,
      uid text,
      consumed_at timestamptz,
      expires_at timestamptz,
      primary key (model, id)
    )
  `.execute(db);
  await sql`create index identity_record_by_grant on identity_record (grant_id) where grant_id is not null`.execute(
    db,
  );
  await sql`create index identity_record_by_uid on identity_record (uid) where uid is not null`.execute(db);
  await sql`create index identity_record_by_expiry on identity_record (expires_at)`.execute(db);

  // Signing keys and cookie keys, created at the first start and stored, so that a restart ends no session.
  await sql`
    create table identity_key (
      name text primary key,
      value jsonb not null,
      created_at timestamptz not null default now()
    )
  `.execute(db);
}
