import { sql, type Kysely } from 'kysely';

/** Listeners to which news of lots are sent, what is sent to them, and the triggers that announce the news. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      id bigint generated always as identity primary key,
      person_id uuid not null references person (id),
      url text not null check (length(url) between 1 and 500),
      events text[] not null check (cardinality(events) > 0),
      category_id integer references category (id),
      region_id integer references region (id),
      -- Encrypted under a key of the settings.
      secret bytea not null,
      -- Signs beside the secret until then.
      previous_secret bytea,
      previous_until timestamptz,
      created_at timestamptz not null default now(),
      off_at timestamptz,
      off_why text check (off_why in ('failing', 'staff')),
      off_reason text,
      check ((off_at is null) = (off_why is null)),
      check ((previous_secret is null) = (previous_until is null))
    )
  `.execute(db);
  await sql`create index webhook_by_person on webhook (person_id, id)`.execute(db);
  await sql`
    create table webhook_delivery (
      id bigint generated always as identity primary key,
      -- The same at every attempt and replay, so that a listener knows a repeat.
      message_id uuid not null default gen_random_uuid(),
      webhook_id bigint not null references webhook (id) on delete cascade,
      event text not null,
      lot_id bigint not null references lot (id) on delete cascade,
      -- As it is signed and sent.
      body text not null,
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given-up')),
      attempts integer not null default 0,
      next_at timestamptz not null,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      -- Of the last attempt; null: there was no answer.
      answer_status integer,
      last_error text,
      unique (webhook_id, event, lot_id),
      check ((state = 'waiting') = (ended_at is null))
    )
  `.execute(db);
  await sql`create index webhook_delivery_due on webhook_delivery (next_at) where state = 'waiting'`.execute(
    db,
  );
  await sql`create index webhook_delivery_by_age on webhook_delivery (created_at)`.execute(db);
  await sql`create index webhook_delivery_by_lot on webhook_delivery (lot_id)`.execute(db);

  // Written in the transaction of the change itself: no writer can forget it. Nothing is announced while there is no listener.
  await sql`
    create function announce_lots(news text, lots bigint[]) returns void language sql as $$
      insert into outbox (topic, key, payload)
        select 'webhooks.lot-news', news || ':' || lot, jsonb_build_object('event', news, 'lotId', lot)
        from unnest(lots) lot
        where exists (select from webhook where off_at is null)
      on conflict (topic, key) do nothing
    $$
  `.execute(db);
  await sql`
    create function announce_new_lots() returns trigger language plpgsql as $$
    begin
      perform announce_lots('lot.published', array(select id from written where not practice));
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger lot_is_announced after insert on lot
      referencing new table as written for each statement execute function announce_new_lots()
  `.execute(db);
  // 4: bidding now, 8: suspended, 16: the result was cancelled.
  await sql`
    create function announce_lot_change() returns trigger language plpgsql as $$
    begin
      if new.status = 4 and old.status not in (4, 8) then
        perform announce_lots('auction.opened', array[new.id]);
      end if;
      if new.outcome is not null and old.outcome is null then
        perform announce_lots('lot.closed', array[new.id]);
      end if;
      if new.status = 16 and old.status <> 16 then
        perform announce_lots('result.cancelled', array[new.id]);
      end if;
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger lot_change_is_announced after update of status, outcome on lot for each row
      when (not new.practice and (old.status is distinct from new.status or old.outcome is distinct from new.outcome))
      execute function announce_lot_change()
  `.execute(db);
}
