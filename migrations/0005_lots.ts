import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Trusted extension: the owner of the database may create it.
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create table lot (
      id bigint generated always as identity (start with 5000001) primary key,
      order_id bigint,
      -- The lot this one repeats: the next round of a practice room, a repeated trade.
      repeats_lot_id bigint references lot (id) on delete set null,

      title jsonb not null,
      description jsonb not null,
      address jsonb not null,
      -- Folded words of number, titles and category: what search compares.
      search_form text not null,
      category_id integer not null references category (id),
      region_id integer not null references region (id),
      quantity integer not null check (quantity > 0),
      latitude double precision,
      longitude double precision,
      photos jsonb not null,
      customer jsonb not null,
      customer_person_id text,

      trade_type text not null check (trade_type in ('auction', 'fixed-price')),
      order_type text not null check (order_type in ('state', 'private')),
      -- Frozen at publication.
      rule_set_name text not null,
      rule_set_version integer not null,
      rules jsonb not null,
      start_price_tiyin bigint not null check (start_price_tiyin > 0),
      deposit_tiyin bigint not null check (deposit_tiyin >= 0),
      deposit_bp integer not null check (deposit_bp between 0 and 10000),
      payment_working_days integer not null,
      practice boolean not null,
      watchable boolean not null,
      applications_until timestamptz not null,
      opens_at timestamptz not null,
      closes_at timestamptz not null check (closes_at > opens_at),
      published_at timestamptz not null,

      status smallint not null check (status between 1 and 17),
      -- Set once the room has been handed to the auction core.
      room_opened_at timestamptz,

      -- What lists know of the room; at most a second behind it.
      room_seq bigint not null default 0,
      room_phase text not null default 'waiting',
      room_price_tiyin bigint,
      room_count integer not null default 0,
      room_leader_number integer,
      room_deadline_us bigint not null,

      -- The hammer, and what follows from it.
      outcome text,
      winner_person_id text,
      winner_number integer,
      reserve_person_id text,
      reserve_number integer,
      reserve_price_tiyin bigint,
      winner_declines boolean not null default false,
      participants integer,
      pay_until timestamptz,
      ended_at timestamptz,

      foreign key (rule_set_name, rule_set_version) references rule_set (name, version)
    )
  `.execute(db);
  await sql`create index lot_by_status on lot (status, room_deadline_us)`.execute(db);
  // A lot is repeated at most once: repeats form a chain.
  await sql`create unique index lot_repeat on lot (repeats_lot_id)`.execute(db);
  await sql`create index lot_by_publication on lot (published_at desc)`.execute(db);
  await sql`create index lot_by_category on lot (category_id)`.execute(db);
  await sql`create index lot_by_region on lot (region_id)`.execute(db);
  await sql`create index lot_search on lot using gin (search_form gin_trgm_ops)`.execute(db);
  await sql`create index lot_to_open on lot (opens_at) where room_opened_at is null and status in (1, 3)`.execute(
    db,
  );
}
