import { sql, type Kysely } from 'kysely';

/** A phone, e-mail, PINFL or STIR belongs to an account once its contact is confirmed; until then anyone may state it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table identity_account
      -- Made by a command of an operator or by the demo, not by a visitor: its values are its own without a code.
      add column vouched boolean not null default false
  `.execute(db);
  await sql`
    update identity_account account set vouched = true
    where demo or password_once or exists (
      select from person
      where issuer = 'savdo-identity' and subject = account.id::text
        and roles && array['moderator', 'operator', 'auditor', 'administrator']
    )
  `.execute(db);
  for (const field of ['phone', 'email', 'pinfl', 'stir'])
    await sql`alter table identity_account drop constraint ${sql.ref(`identity_account_${field}_key`)}`.execute(
      db,
    );
  // Two people who confirm one number at the same moment are decided here.
  for (const field of ['phone', 'email'])
    await sql`create unique index ${sql.ref(`identity_account_${field}_key`)} on identity_account (${sql.ref(field)})
      where ${sql.ref(`${field}_confirmed_at`)} is not null or vouched`.execute(db);
  for (const field of ['pinfl', 'stir'])
    await sql`create unique index ${sql.ref(`identity_account_${field}_key`)} on identity_account (${sql.ref(field)})
      where phone_confirmed_at is not null or email_confirmed_at is not null or vouched`.execute(db);
  for (const field of ['phone', 'email', 'pinfl', 'stir'])
    await sql`create index ${sql.ref(`identity_account_by_${field}`)} on identity_account (${sql.ref(field)})`.execute(
      db,
    );
  await sql`create index identity_account_unconfirmed on identity_account (id)
    where phone_confirmed_at is null and email_confirmed_at is null and not vouched`.execute(db);

  // Those answered long ago are deleted.
  await sql`create index contact_message_by_answer on contact_message (answered_at)
    where answered_at is not null`.execute(db);

  // What visitors typed to register, until the code sent to the phone makes an account of it. Deleted after a day.
  await sql`
    create table identity_registration (
      id uuid primary key default uuidv7(),
      person_kind text not null check (person_kind in ('natural', 'legal')),
      name text not null,
      phone text not null,
      email text not null,
      pinfl text,
      stir text,
      language text not null check (language in ('uz', 'ru', 'uz-Cyrl', 'en')),
      password_hash text not null,
      -- The account that was made of it.
      account_id uuid,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )
  `.execute(db);
  await sql`create index identity_registration_by_phone on identity_registration (phone, created_at desc)`.execute(
    db,
  );
  await sql`create index identity_registration_by_expiry on identity_registration (expires_at)`.execute(db);
}
