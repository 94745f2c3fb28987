import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table person (
      id uuid primary key default uuidv7(),
      -- A person is who the provider says: the same e-mail from another issuer is somebody else.
      issuer text not null,
      subject text not null,
      kind text not null check (kind in ('natural', 'legal')),
      name text not null,
      phone text,
      email text,
      pinfl text,
      stir text,
      language text not null check (language in ('uz', 'ru', 'uz-Cyrl', 'en')),
      roles text[] not null default '{buyer}' check (
        roles <@ array['buyer', 'customer', 'moderator', 'operator', 'auditor', 'administrator']
      ),
      -- Test data made by the demo: never mixed with real people in figures.
      demo boolean not null default false,
      disabled_at timestamptz,
      signed_in_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (issuer, subject)
    )
  `.execute(db);
  await sql`create index person_by_pinfl on person (pinfl) where pinfl is not null`.execute(db);
  await sql`create index person_by_stir on person (stir) where stir is not null`.execute(db);

  await sql`
    create table person_action (
      id bigint generated always as identity primary key,
      -- Without a foreign key: the log outlives what it tells of, and refused sign-ins have no person.
      person_id uuid,
      type text not null,
      action text not null,
      result text not null check (result in ('done', 'refused')),
      reason text,
      address text,
      at timestamptz not null default now()
    )
  `.execute(db);
  await sql`create index person_action_of_person on person_action (person_id, id desc)`.execute(db);
  await sql`
    create function person_action_is_kept() returns trigger language plpgsql as $$
    begin
      raise exception 'the action log is never changed';
    end $$
  `.execute(db);
  await sql`
    create trigger person_action_kept before update or delete or truncate on person_action
    for each statement execute function person_action_is_kept()
  `.execute(db);
}
