import { sql, type Kysely } from 'kysely';

/** Tokens with which programs of a person call the API. Of the token itself only a hash is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_token (
      id bigint generated always as identity primary key,
      person_id uuid not null references person (id),
      name text not null check (length(name) between 1 and 60),
      scope text not null check (scope in ('read', 'bid')),
      -- SHA-256, hex.
      token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
      -- The last four characters, by which its owner recognises it.
      ending text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null check (expires_at > created_at),
      used_at timestamptz,
      revoked_at timestamptz
    )
  `.execute(db);
  await sql`create index api_token_by_person on api_token (person_id, id)`.execute(db);
}
