import { sql, type Kysely } from 'kysely';

/** Which ended auctions are judged for signs of anomalies, the flags raised, what led to each, and what staff did about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table anomaly_judgement (
      lot_id bigint primary key references lot on delete cascade,
      due_at timestamptz not null,
      -- Due again where it is earlier than that.
      judged_at timestamptz
    )
  `.execute(db);
  await sql`
    create index anomaly_judgement_due on anomaly_judgement (due_at, lot_id) where judged_at is null or judged_at < due_at
  `.execute(db);
  await sql`
    create table anomaly_flag (
      id bigint generated always as identity primary key,
      -- The same evidence has the same key.
      key text not null unique,
      sign text not null
        check (sign in ('pair', 'seller-tie', 'never-wins', 'sole-bidder', 'jump', 'refused-flood', 'price-far')),
      state text not null default 'new' check (state in ('new', 'looked-at', 'dismissed', 'escalated')),
      score integer not null check (score between 1 and 100),
      -- Numbers of the sentence that says what was seen.
      facts jsonb not null,
      -- The latest auction by which it was raised, and its end.
      lot_id bigint not null references lot,
      ended_at timestamptz not null,
      owner_id text,
      owner_name text,
      raised_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      check ((owner_id is null) = (owner_name is null))
    )
  `.execute(db);
  await sql`create index anomaly_flag_by_score on anomaly_flag (state, score desc, id desc)`.execute(db);
  await sql`create index anomaly_flag_of_lot on anomaly_flag (lot_id)`.execute(db);
  await sql`
    create table anomaly_evidence (
      flag_id bigint not null references anomaly_flag,
      lot_id bigint not null references lot,
      -- Empty: of the auction, not of one person.
      person_id text not null default '',
      facts jsonb not null,
      seen_at timestamptz not null default now(),
      primary key (flag_id, lot_id, person_id)
    )
  `.execute(db);
  await sql`create index anomaly_evidence_of_lot on anomaly_evidence (lot_id)`.execute(db);
  await sql`create index anomaly_evidence_of_person on anomaly_evidence (person_id) where person_id <> ''`.execute(
    db,
  );
  await sql`
    create table anomaly_flag_step (
      id bigint generated always as identity primary key,
      flag_id bigint not null references anomaly_flag,
      step text not null check (step in ('raised', 'grown', 'reopened', 'owner', 'looked-at', 'dismissed', 'escalated')),
      -- Empty: the platform.
      person_id text,
      person_name text,
      -- Why it was dismissed or escalated, whose it is now.
      text text check (char_length(text) between 1 and 2000),
      at timestamptz not null default now(),
      check ((person_id is null) = (person_name is null))
    )
  `.execute(db);
  await sql`create index anomaly_flag_step_of_flag on anomaly_flag_step (flag_id, id)`.execute(db);
  // What similar lots were sold for.
  await sql`
    create index lot_sold_by_category on lot (category_id, ended_at desc)
    where trade_type = 'auction' and not practice and outcome = 'sold'
  `.execute(db);
  await sql`
    create index payout_destination_cards_of on payout_destination (person_id) where card_mask is not null
  `.execute(db);
  // What ended of late is judged as well, the oldest first.
  await sql`
    insert into anomaly_judgement (lot_id, due_at)
    select id, ended_at from lot
    where trade_type = 'auction' and not practice and ended_at > now() - interval '30 days'
  `.execute(db);
}
