import { sql, type Kysely } from 'kysely';

/** Orders of customers to sell property. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table customer_order (
      -- Lower numbers of orders are on lots that were published without one.
      id bigint generated always as identity (start with 1000001) primary key,
      person_id text not null,
      -- Of the form that made it: sent twice, it makes one.
      request_id text not null,
      status text not null check (status in ('created', 'gone')),
      -- Counts changes of the order and of its files: one made to an older version is refused.
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      unique (person_id, request_id)
    )
  `.execute(db);
  await sql`create index customer_order_by_person on customer_order (person_id, changed_at desc, id desc)`.execute(
    db,
  );
}
