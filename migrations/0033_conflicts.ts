import { sql, type Kysely } from 'kysely';

/**
 * An account serves as staff or trades, never both; and what staff tried to do about people, lots and money they have a
 * part in themselves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await oneSide(db);
  await conflicts(db);
  await indexes(db);
}

async function oneSide(db: Kysely<unknown>): Promise<void> {
  // Staff roles given to an account that trades: in force once the person gives trading up.
  await sql`
    alter table person add column offered_roles text[] not null default '{}' check (
      offered_roles <@ array['moderator', 'operator', 'auditor', 'administrator']
    )
  `.execute(db);
  // Accounts with both keep trading; nothing is lost, their staff roles wait until the person chooses.
  await sql`
    insert into person_action (person_id, type, action, result)
    select id, 'roles', 'offered', 'done' from person
    where roles && array['buyer', 'customer'] and roles && array['moderator', 'operator', 'auditor', 'administrator']
  `.execute(db);
  await sql`
    update person set
      offered_roles = array(
        select role from unnest(roles) role where role in ('moderator', 'operator', 'auditor', 'administrator')
      ),
      roles = array(select role from unnest(roles) role where role in ('buyer', 'customer')),
      updated_at = now()
    where roles && array['buyer', 'customer'] and roles && array['moderator', 'operator', 'auditor', 'administrator']
  `.execute(db);
  await sql`
    alter table person add constraint person_trades_or_serves check (not (
      roles && array['buyer', 'customer'] and roles && array['moderator', 'operator', 'auditor', 'administrator']
    ))
  `.execute(db);
}

async function conflicts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conflict_of_interest (
      id bigint generated always as identity primary key,
      staff_person_id text not null,
      staff_name text not null,
      -- Name of the call, such as console.approve-refund, and what it was about.
      action text not null,
      subject_kind text not null,
      subject_id text not null,
      -- Who has the part: the same person as the one of the staff, by this ground.
      person_id text not null,
      ground text not null check (ground in ('account', 'national-id', 'phone', 'card', 'address')),
      -- An address alone is shared by families and offices: noted, and not refused.
      result text not null check (result in ('refused', 'noted')),
      at timestamptz not null default now(),
      check ((ground = 'address') = (result = 'noted'))
    )
  `.execute(db);
  await sql`
    create function conflict_of_interest_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'conflicts of interest are never changed' using errcode = 'CI001';
    end $$
  `.execute(db);
  await sql`
    create trigger conflict_of_interest_append_only before update or delete or truncate on conflict_of_interest
    for each statement execute function conflict_of_interest_refuse_change()
  `.execute(db);
}

/** Who is the same person is looked up at every action of staff and every application for a lot. */
async function indexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index person_by_phone on person (phone) where phone is not null`.execute(db);
  await sql`create index person_certificate_by_pinfl on person_certificate (pinfl) where pinfl is not null`.execute(
    db,
  );
  await sql`create index payout_destination_by_card on payout_destination (card_mask) where card_mask is not null`.execute(
    db,
  );
  // Letters and digits only: people write the same address with other commas.
  await sql`
    create index person_profile_by_address
    on person_profile (area_id, regexp_replace(lower(address), '[^[:alnum:]]', '', 'g')) where address is not null
  `.execute(db);
}
