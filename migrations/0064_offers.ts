import { sql, type Kysely } from 'kysely';

/** Lots offered to their reserve or sole participant. A lot is offered once: there is no second reserve. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table offer (
      id bigint generated always as identity primary key,
      lot_id bigint not null unique references lot (id),
      kind text not null check (kind in ('reserve', 'sole')),
      person_id text not null,
      bidder_number integer not null,
      price_tiyin bigint not null check (price_tiyin > 0),
      -- Held when the offer is accepted.
      deposit_tiyin bigint not null check (deposit_tiyin between 0 and price_tiyin),
      state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'lapsed', 'void')),
      -- Why it was never made.
      obstacle text check (obstacle in ('disabled', 'barred', 'own-lot', 'same-person')),
      made_at timestamptz not null default clock_timestamp(),
      -- Known to the participant: a calendar changed afterwards does not move it.
      answer_by timestamptz not null,
      settlement_id bigint unique references settlement (id),
      decided_at timestamptz,
      -- A person's id, or the rules.
      decided_by text,
      check ((state = 'void') = (obstacle is not null)),
      check ((state = 'accepted') = (settlement_id is not null)),
      check ((state = 'open') = (decided_at is null)),
      check ((decided_at is null) = (decided_by is null))
    )
  `.execute(db);
  await sql`create index offer_unanswered on offer (answer_by, id) where state = 'open'`.execute(db);
  await sql`create index offer_of_person on offer (person_id, id)`.execute(db);
}
