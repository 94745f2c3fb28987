import { sql, type Kysely } from 'kysely';

/** What orders hold, and what their lists filter and sort by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table customer_order
      -- As the customer wrote them; the application judges them.
      add column fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object'),
      -- Of the fields, as far as they are valid.
      add column order_type text check (order_type in ('state', 'private')),
      add column trade_type text check (trade_type in ('auction', 'fixed-price')),
      add column start_price_tiyin bigint check (start_price_tiyin > 0),
      -- Folded words of the titles.
      add column search_form text not null default '' check (length(search_form) <= 1000),
      -- Hashes of what makes two orders seem to sell the same: cadastre number, VIN, title with area and price.
      add column likeness text[] not null default '{}',
      -- Of the request that made several at once: sent twice, it makes them once.
      add column copied_by text,
      add column copied_from bigint references customer_order (id)
  `.execute(db);
  await sql`create index customer_order_likeness on customer_order using gin (likeness)`.execute(db);
  // Lists are paged and counted in the indexes alone, whatever the orders hold.
  await sql`drop index customer_order_by_person`.execute(db);
  await sql`
    create index customer_order_by_change on customer_order (person_id, changed_at desc, id desc)
      include (status, order_type, trade_type)
  `.execute(db);
  await sql`
    create index customer_order_by_price
      on customer_order (person_id, start_price_tiyin desc nulls last, id desc)
      include (status, order_type, trade_type)
  `.execute(db);
  await sql`
    create index customer_order_by_number on customer_order (person_id, id desc)
      include (status, order_type, trade_type, search_form)
  `.execute(db);
  await sql`create index customer_order_copies on customer_order (copied_by) where copied_by is not null`.execute(
    db,
  );
  await sql`
    create table order_requisites_change (
      id bigint generated always as identity primary key,
      order_id bigint not null references customer_order (id),
      person_id text not null,
      at timestamptz not null default now(),
      -- As in the fields of the order; null: there were none.
      before jsonb,
      after jsonb not null
    )
  `.execute(db);
  await sql`create index order_requisites_change_by_order on order_requisites_change (order_id, id desc)`.execute(
    db,
  );
}
