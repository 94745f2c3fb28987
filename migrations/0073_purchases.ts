import { sql, type Kysely } from 'kysely';

/** Lots at a fixed price: their units, what buyers reserve and buy of them, and several sales of one lot. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await stock(db);
  await purchases(db);
  await sales(db);
  await lots(db);
}

async function stock(db: Kysely<unknown>): Promise<void> {
  // A row of its own: reservations of a lot wait for one another, and nothing else of the lot waits for them.
  await sql`
    create table lot_stock (
      lot_id bigint primary key references lot (id) on delete cascade,
      units integer not null check (units > 0),
      -- Set aside for buyers whose code is pending.
      reserved integer not null default 0 check (reserved >= 0),
      sold integer not null default 0 check (sold >= 0),
      -- The lot has the status in which reservations begin (2), between these instants.
      on_sale boolean not null,
      opens_at timestamptz not null,
      closes_at timestamptz not null,
      -- For copies in memory, as of lot.
      changed_xid xid8 not null default pg_current_xact_id(),
      check (reserved + sold <= units)
    )
  `.execute(db);
  await sql`create index lot_stock_by_change on lot_stock (changed_xid)`.execute(db);
  await sql`
    create function mark_lot_stock_change() returns trigger language plpgsql as $$
    begin
      new.changed_xid = pg_current_xact_id();
      return new;
    end $$
  `.execute(db);
  await sql`
    create trigger lot_stock_changed before update on lot_stock for each row execute function mark_lot_stock_change()
  `.execute(db);
  await sql`
    insert into lot_stock (lot_id, units, on_sale, opens_at, closes_at)
      select id, quantity, status = 2, opens_at, closes_at from lot where trade_type = 'fixed-price'
  `.execute(db);
  // However a lot is published or moved on, its stock is there and knows whether it is on sale.
  await sql`
    create function keep_lot_stock() returns trigger language plpgsql as $$
    begin
      insert into lot_stock (lot_id, units, on_sale, opens_at, closes_at)
        values (new.id, new.quantity, new.status = 2, new.opens_at, new.closes_at)
        on conflict (lot_id) do update set
          on_sale = excluded.on_sale, opens_at = excluded.opens_at, closes_at = excluded.closes_at;
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger lot_stock_begins after insert on lot for each row
      when (new.trade_type = 'fixed-price') execute function keep_lot_stock()
  `.execute(db);
  await sql`
    create trigger lot_stock_follows after update of status, opens_at, closes_at, trade_type on lot for each row
      when (new.trade_type = 'fixed-price') execute function keep_lot_stock()
  `.execute(db);
}

async function lots(db: Kysely<unknown>): Promise<void> {
  // A suspended sale ends with its time, too.
  await sql`drop index lot_on_sale`.execute(db);
  await sql`create index lot_on_sale on lot (closes_at) where trade_type = 'fixed-price' and status in (2, 8)`.execute(
    db,
  );
}

async function purchases(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table purchase (
      id bigint generated always as identity primary key,
      lot_id bigint not null references lot (id),
      person_id text not null,
      quantity integer not null check (quantity > 0),
      unit_price_tiyin bigint not null check (unit_price_tiyin > 0),
      total_tiyin bigint not null check (total_tiyin > 0),
      -- Held at the reservation: the whole sum, or its first part.
      due_now_tiyin bigint not null check (due_now_tiyin between 1 and total_tiyin),
      hold_id bigint unique references ledger_journal (id),
      state text not null
        check (state in ('reserved', 'bought', 'expired', 'cancelled', 'codes-spent', 'undelivered', 'withdrawn')),
      wrong_codes integer not null default 0 check (wrong_codes >= 0),
      -- Calls that are sending a code for it, and whether one was taken: the last that fails ends the reservation.
      codes_asked integer not null default 0 check (codes_asked >= 0),
      code_sent boolean not null default false,
      reserved_at timestamptz not null,
      expires_at timestamptz not null check (expires_at > reserved_at),
      decided_at timestamptz,
      settlement_id bigint unique references settlement (id),
      check (total_tiyin = unit_price_tiyin * quantity),
      check ((state = 'reserved') = (decided_at is null)),
      check ((state = 'bought') = (settlement_id is not null))
    )
  `.execute(db);
  await sql`create unique index purchase_pending on purchase (lot_id, person_id) where state = 'reserved'`.execute(
    db,
  );
  await sql`create index purchase_expiring on purchase (expires_at, id) where state = 'reserved'`.execute(db);
  await sql`create index purchase_of_person on purchase (person_id, id)`.execute(db);
  await sql`create index purchase_of_lot on purchase (lot_id, id)`.execute(db);
}

async function sales(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table settlement
      -- Units of a purchase; null for auctions.
      add column quantity integer check (quantity > 0),
      drop constraint settlement_sale_check,
      add constraint settlement_sale_check check (sale in ('hammer', 'reserve', 'sole', 'purchase')),
      add constraint settlement_quantity check ((sale = 'purchase') = (quantity is not null)),
      drop constraint settlement_lot_id_sale_key
  `.execute(db);
  // Auctions sell a lot once; at a fixed price each purchase is a sale.
  await sql`create unique index settlement_of_sale on settlement (lot_id, sale) where sale <> 'purchase'`.execute(
    db,
  );
  await sql`create unique index settlement_number_of_purchase on settlement (lot_id, bidder_number) where sale = 'purchase'`.execute(
    db,
  );
  await sql`drop index settlement_of_lot`.execute(db);
  await sql`
    create unique index settlement_of_lot on settlement (lot_id)
      where state in ('awaiting', 'part-paid', 'overdue', 'paid') and sale <> 'purchase'
  `.execute(db);
  await sql`create index settlement_sales_of_lot on settlement (lot_id, id)`.execute(db);

  await sql`
    alter table protocol
      -- The sale of a purchase; null for auctions, whose lots have one of each cause.
      add column settlement_id bigint references settlement (id),
      drop constraint protocol_cause_check,
      add constraint protocol_cause_check
        check (cause in ('hammer', 'reserve', 'sole', 'purchase', 'not-held', 'no-price')),
      add constraint protocol_of_purchase check ((cause = 'purchase') = (settlement_id is not null)),
      drop constraint protocol_lot_id_cause_key
  `.execute(db);
  await sql`create unique index protocol_of_result on protocol (lot_id, cause) where cause <> 'purchase'`.execute(
    db,
  );
  await sql`create unique index protocol_of_settlement on protocol (settlement_id) where settlement_id is not null`.execute(
    db,
  );
  await sql`drop index protocol_in_force`.execute(db);
  await sql`
    create unique index protocol_in_force on protocol (lot_id)
      where status = 'active' and price_tiyin is not null and cause <> 'purchase'
  `.execute(db);
  await sql`create index protocol_of_lot on protocol (lot_id, id)`.execute(db);
}
