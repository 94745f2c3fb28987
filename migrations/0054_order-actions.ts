import { sql, type Kysely } from 'kysely';

/**
 * The states of orders, their moderation, and what their customers do with them. The flows of an order are append-only in
 * the database itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await moderation(db);
  await flows(db);
  await tokens(db);
  await withdrawals(db);
  await sellers(db);
}

async function moderation(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customer_order drop constraint customer_order_status_check`.execute(db);
  await sql`
    alter table customer_order
      add constraint customer_order_status_check check (status in (
        'created', 'returned', 'sent', 'rejected', 'approved', 'on-trade', 'traded', 'awaiting-payment', 'finished',
        'cancelled', 'gone')),
      -- When it was sent last; the archived signature of what was sent.
      add column sent_at timestamptz,
      add column signed_document_id bigint,
      -- Who examines it, by database time; after it the order is free.
      add column claimed_by text,
      add column claimed_until timestamptz,
      -- Of orders that two moderators approve: the first, and the version that was approved.
      add column first_approved_by text,
      add column first_approved_at timestamptz,
      add column first_approved_version integer,
      add constraint customer_order_claim check ((claimed_by is null) = (claimed_until is null)),
      add constraint customer_order_first_approval check (
        num_nulls(first_approved_by, first_approved_at, first_approved_version) in (0, 3))
  `.execute(db);
  await sql`create index customer_order_waiting on customer_order (sent_at, id) where status = 'sent'`.execute(
    db,
  );
  await sql`create index customer_order_unpublished on customer_order (id) where status = 'approved'`.execute(
    db,
  );
}

async function flows(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_flow (
      id bigint generated always as identity primary key,
      order_id bigint not null references customer_order (id),
      at timestamptz not null default clock_timestamp(),
      event text not null,
      -- Null: the order was made.
      from_state text,
      to_state text not null,
      by_kind text not null check (by_kind in ('customer', 'staff', 'system')),
      by_person_id text,
      -- As staff or the customer stated it, or a stable word of the system.
      why text check (length(why) <= 1000),
      check ((by_kind = 'system') = (by_person_id is null))
    )
  `.execute(db);
  await sql`create index order_flow_by_order on order_flow (order_id, id)`.execute(db);
  // Service times of moderation.
  await sql`create index order_flow_by_event on order_flow (event, at)`.execute(db);
  await sql`
    create function order_flow_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'flows of orders are never changed' using errcode = 'OF001';
    end $$
  `.execute(db);
  await sql`create trigger order_flow_append_only before update or delete or truncate on order_flow
    for each statement execute function order_flow_refuse_change()`.execute(db);
  await sql`
    create table order_remark (
      id bigint generated always as identity primary key,
      order_id bigint not null references customer_order (id),
      -- The return it was written for.
      flow_id bigint not null references order_flow (id),
      -- A field of the order, or its photos or documents.
      field text not null check (field ~ '^[a-zA-Z]{1,60}$'),
      text text not null check (length(text) between 3 and 1000),
      -- When the customer changed the field.
      answered_at timestamptz
    )
  `.execute(db);
  await sql`create index order_remark_by_order on order_remark (order_id, id)`.execute(db);

  // Orders of an earlier release.
  await sql`
    insert into order_flow (order_id, at, event, from_state, to_state, by_kind, by_person_id)
    select id, created_at, 'create', null, 'created', 'customer', person_id from customer_order
  `.execute(db);
  await sql`
    insert into order_flow (order_id, at, event, from_state, to_state, by_kind, by_person_id)
    select id, changed_at, 'delete', 'created', 'gone', 'customer', person_id from customer_order where status = 'gone'
  `.execute(db);
}

async function tokens(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_action_token (
      -- SHA-256 of the token, hex: the token itself is known to its person alone.
      token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
      person_id text not null,
      order_id bigint not null references customer_order (id),
      -- The version the person saw: the action is carried out on this one only.
      order_version integer not null,
      action text not null,
      -- Of a duplication.
      copies integer check (copies between 1 and 10),
      -- Of sending: the request to sign.
      signature_request_id uuid,
      expires_at timestamptz not null,
      done_at timestamptz,
      -- What was answered: a repeat gets the same.
      answer jsonb,
      check ((done_at is null) = (answer is null))
    )
  `.execute(db);
  await sql`create index order_action_token_expiry on order_action_token (expires_at)`.execute(db);
}

async function withdrawals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_withdrawal (
      id bigint generated always as identity primary key,
      order_id bigint not null unique references customer_order (id),
      person_id text not null,
      -- How many orders the person had withdrawn from trade by then.
      count integer not null check (count > 0),
      -- So many times the base calculation amount of that day; 0: no penalty.
      multiple integer not null check (multiple >= 0),
      penalty_tiyin bigint not null check (penalty_tiyin between 0 and 9007199254740991),
      withdrawn_at timestamptz not null default now(),
      -- The journal of the ledger by which it is owed, and when it was paid.
      journal_id bigint,
      paid_at timestamptz,
      unique (person_id, count),
      check ((multiple = 0) = (penalty_tiyin = 0) and (penalty_tiyin = 0) = (journal_id is null)),
      check (paid_at is null or penalty_tiyin > 0)
    )
  `.execute(db);
}

async function sellers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table authorised_seller_mark (
      id bigint generated always as identity primary key,
      person_id text not null,
      authorised boolean not null,
      marked_by text not null,
      reason text not null check (length(reason) between 3 and 500),
      at timestamptz not null default now()
    )
  `.execute(db);
  // The last mark of a person is in force; earlier ones are the record of who decided what.
  await sql`create index authorised_seller_mark_last on authorised_seller_mark (person_id, id desc)`.execute(
    db,
  );
  await sql`
    create function authorised_seller_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'marks of authorised sellers are never changed' using errcode = 'AS001';
    end $$
  `.execute(db);
  await sql`create trigger authorised_seller_append_only before update or delete or truncate on authorised_seller_mark
    for each statement execute function authorised_seller_refuse_change()`.execute(db);
}
