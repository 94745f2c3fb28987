import { sql, type Kysely } from 'kysely';

/**
 * Protocols of accepted offers, minutes of auctions without a sale, what a document states as it was on its day, and copies
 * beside the public one. Rows and files of earlier releases stay as they are: their documents state less.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table protocol drop constraint protocol_cause_check`.execute(db);
  await sql`
    alter table protocol
      alter column price_tiyin drop not null,
      alter column winner_person_id drop not null,
      alter column winner_number drop not null,
      alter column winner_kind drop not null,
      alter column winner_name drop not null,
      -- Terms, participants, figures of the room and parties as they were. Null: recorded before documents stated them.
      add column facts jsonb,
      add constraint protocol_cause_check check (cause in ('hammer', 'reserve', 'sole', 'not-held', 'no-price')),
      -- Minutes record no sale.
      add constraint protocol_sale_or_minutes check (
        (cause in ('not-held', 'no-price')) = (price_tiyin is null)
        and (price_tiyin is null) = (winner_person_id is null)
        and (price_tiyin is null) = (winner_number is null)
        and (price_tiyin is null) = (winner_kind is null)
        and (price_tiyin is null) = (winner_name is null))
  `.execute(db);
  // One sale of a lot is in force; minutes of an auction that was not held stand beside the sole participant's sale.
  await sql`drop index protocol_in_force`.execute(db);
  await sql`
    create unique index protocol_in_force on protocol (lot_id)
      where status = 'active' and price_tiyin is not null
  `.execute(db);
  await sql`
    create index protocol_of_winner on protocol (winner_person_id, id) where winner_person_id is not null
  `.execute(db);
  await sql`create index lot_of_customer on lot (customer_person_id) where customer_person_id is not null`.execute(
    db,
  );
  // The public copy of a protocol in force stays in protocol_file. Bytes are stored, so that a hash never changes.
  await sql`
    create table protocol_copy (
      protocol_id bigint not null references protocol (id),
      kind text not null check (kind in ('full', 'public-cancelled', 'full-cancelled')),
      name text not null,
      body bytea not null,
      size_bytes integer not null check (size_bytes > 0),
      sha256 text not null,
      created_at timestamptz not null default now(),
      primary key (protocol_id, kind)
    )
  `.execute(db);
}
