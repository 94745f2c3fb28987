import { sql, type Kysely } from 'kysely';

async function addFlows(db: Kysely<unknown>): Promise<void> {
  // Every status a lot has had. Written by triggers in the transaction of the change itself: no writer can forget it.
  await sql`
    create table lot_flow (
      id bigint generated always as identity primary key,
      lot_id bigint not null references lot (id) on delete cascade,
      at timestamptz not null,
      from_status smallint,
      to_status smallint not null,
      by text not null check (by in ('system', 'customer', 'staff')),
      -- Written by a person; null where the change follows from the rules.
      reason text
    )
  `.execute(db);
  await sql`create index lot_flow_by_lot on lot_flow (lot_id, at, id)`.execute(db);
  await sql`
    insert into lot_flow (lot_id, at, from_status, to_status, by)
      select id, coalesce(ended_at, published_at), null, status, 'system' from lot
  `.execute(db);
  // Transaction-local settings say who, why and when, see change-cause.repository.ts; without them: the rules, now.
  await sql`
    create function lot_changed_at(ended timestamptz) returns timestamptz language sql stable as $$
      select coalesce(nullif(current_setting('savdo.changed_at', true), '')::timestamptz, ended, clock_timestamp())
    $$
  `.execute(db);
  await sql`
    create function note_new_lots() returns trigger language plpgsql as $$
    begin
      insert into lot_flow (lot_id, at, from_status, to_status, by, reason)
        select id, published_at, null, status,
          coalesce(nullif(current_setting('savdo.changed_by', true), ''), 'system'),
          nullif(current_setting('savdo.change_reason', true), '')
        from written;
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger lot_flow_begins after insert on lot
      referencing new table as written for each statement execute function note_new_lots()
  `.execute(db);
  await sql`
    create function note_lot_change() returns trigger language plpgsql as $$
    begin
      insert into lot_flow (lot_id, at, from_status, to_status, by, reason) values (
        new.id,
        lot_changed_at(case when new.outcome is distinct from old.outcome then new.ended_at end),
        old.status, new.status,
        coalesce(nullif(current_setting('savdo.changed_by', true), ''), 'system'),
        nullif(current_setting('savdo.change_reason', true), ''));
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger lot_flow_goes_on after update of status on lot for each row
      when (old.status is distinct from new.status) execute function note_lot_change()
  `.execute(db);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lot
      -- Photos not marked visible to participants: the owner and staff alone see them.
      add column hidden_photos jsonb not null default '[]' check (jsonb_typeof(hidden_photos) = 'array'),
      add column customer_address jsonb,
      add column customer_extra_phone text
  `.execute(db);
  await sql`create index lot_by_order on lot (order_id) where order_id is not null`.execute(db);
  await addFlows(db);

  await sql`
    create table lot_feature (
      id bigint generated always as identity primary key,
      lot_id bigint not null references lot (id) on delete cascade,
      shown_from timestamptz not null,
      shown_until timestamptz not null check (shown_until > shown_from),
      -- Lower sorts first.
      position integer not null default 0,
      featured_by text not null,
      created_at timestamptz not null default now()
    )
  `.execute(db);
  await sql`create index lot_feature_by_end on lot_feature (shown_until)`.execute(db);

  await sql`
    create table lot_document (
      id bigint generated always as identity primary key,
      lot_id bigint not null references lot (id) on delete cascade,
      name jsonb not null,
      -- Letters, digits and - only, with the ending of its type.
      file_name text not null check (file_name ~ '^[a-z0-9][a-z0-9-]{0,79}\\.(pdf|jpg|png)$'),
      media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
      position integer not null default 0,
      -- What the file is made of when it is first asked for; null for an uploaded one.
      draft jsonb,
      body bytea,
      size_bytes integer check (size_bytes > 0),
      sha256 text,
      created_at timestamptz not null default now(),
      check (draft is not null or body is not null),
      check ((body is null) = (size_bytes is null) and (body is null) = (sha256 is null))
    )
  `.execute(db);
  await sql`create index lot_document_by_lot on lot_document (lot_id, position, id)`.execute(db);
}
