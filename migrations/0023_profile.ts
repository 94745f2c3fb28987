import { sql, type Kysely } from 'kysely';

/** What people tell of themselves beyond the sign-in, and their requests to change what is set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table person
      add column phone_confirmed_at timestamptz,
      add column email_confirmed_at timestamptz,
      -- Staff approved a change of name, kind or number: the provider's word on them no longer counts.
      add column identity_edited_at timestamptz,
      add check (phone is not null or phone_confirmed_at is null),
      add check (email is not null or email_confirmed_at is null)
  `.execute(db);
  // A phone or an e-mail is confirmed for one person at a time; two tabs and two people race here, not in the program.
  await sql`create unique index person_confirmed_phone on person (phone) where phone_confirmed_at is not null`.execute(
    db,
  );
  await sql`create unique index person_confirmed_email on person (email) where email_confirmed_at is not null`.execute(
    db,
  );
  await sql`
    alter table identity_account
      add column phone_confirmed_at timestamptz,
      add column email_confirmed_at timestamptz
  `.execute(db);

  await sql`
    create table person_profile (
      person_id uuid primary key references person (id),
      region_id integer references region (id),
      area_id integer references area (id),
      address text check (length(address) between 3 and 300),
      bank_name text check (length(bank_name) between 2 and 120),
      bank_account text check (bank_account ~ '^[0-9]{20}$'),
      bank_mfo text check (bank_mfo ~ '^[0-9]{5}$'),
      updated_at timestamptz not null default now(),
      check ((region_id is null) = (address is null) and (area_id is null) = (address is null)),
      check ((bank_name is null) = (bank_account is null) and (bank_mfo is null) = (bank_account is null))
    )
  `.execute(db);

  await sql`
    create table person_edit_request (
      id bigint generated always as identity primary key,
      person_id uuid not null references person (id),
      status text not null default 'open' check (status in ('open', 'approved', 'refused', 'withdrawn')),
      -- {kind, name, nationalId}: what is asked for and what stood there; null where nothing changes.
      changes jsonb not null,
      before jsonb not null,
      reason text not null,
      created_at timestamptz not null default now(),
      decided_at timestamptz,
      -- Staff; null for a request its owner withdrew.
      decided_by uuid references person (id),
      decision_reason text,
      check ((status = 'open') = (decided_at is null)),
      check ((status in ('approved', 'refused')) = (decided_by is not null)),
      check (status <> 'refused' or decision_reason is not null),
      check (decided_by is distinct from person_id)
    )
  `.execute(db);
  await sql`create unique index person_edit_request_open on person_edit_request (person_id) where status = 'open'`.execute(
    db,
  );
  await sql`create index person_edit_request_of_person on person_edit_request (person_id, id desc)`.execute(
    db,
  );
  await sql`create index person_edit_request_by_status on person_edit_request (status, id)`.execute(db);
}
