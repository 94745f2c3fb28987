import { sql, type Kysely } from 'kysely';

/** Lots that are published from orders of customers. Orders have numbers from 1000001 on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lot
      -- How many days the property stays in trade; 0: until it is sold. Null: not stated.
      add column stay_days integer check (stay_days between 0 and 365),
      -- Of the price, where it is paid by parts: what is due first, in basis points.
      add column first_part_bp integer check (first_part_bp between 1 and 9999),
      -- When the order of an ended lot had followed it.
      add column order_followed_at timestamptz
  `.execute(db);
  // An order has one lot at a time: another one only after this was not held (9), withdrawn (10), ended without a price
  // (11) or lost it (13), was archived (14) or cancelled (16).
  await sql`
    create unique index lot_one_of_order on lot (order_id)
      where order_id >= 1000001 and status not in (9, 10, 11, 13, 14, 16)
  `.execute(db);
  await sql`
    create index lot_not_followed on lot (id)
      where order_id >= 1000001 and outcome is not null and order_followed_at is null
  `.execute(db);
  await sql`
    alter table lot_flow
      -- Of a correction: what was changed. Null: the status changed.
      add column corrected text[] check (cardinality(corrected) > 0)
  `.execute(db);
  await sql`
    create table lot_withdrawal (
      lot_id bigint primary key references lot (id) on delete cascade,
      -- The customer who asks the room to close; the row goes when the room refuses because of a price.
      person_id text not null,
      asked_at timestamptz not null default now(),
      -- When it was known that the room is closed because of it.
      done_at timestamptz
    )
  `.execute(db);
  await sql`create index lot_withdrawal_left on lot_withdrawal (asked_at) where done_at is null`.execute(db);
}
