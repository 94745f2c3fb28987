import { sql, type Kysely } from 'kysely';

/** Money comes in: what people set out to pay, what providers say of it, and where the two differ. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table top_up (
      -- The number the provider knows it by.
      id bigint generated always as identity (start with 100001) primary key,
      person_id text not null,
      provider text not null check (provider in ('payme', 'click', 'uzum')),
      amount_tiyin bigint not null check (amount_tiyin between 1 and 9007199254740991),
      status text not null default 'created'
        check (status in ('created', 'pending', 'paid', 'failed', 'cancelled', 'refunded')),
      cause text check (cause in ('expired', 'declined', 'given-up', 'returned')),
      -- One payment per intent, however often it is sent.
      request_id uuid not null,
      return_to text,
      receipt_number text unique,
      created_at timestamptz not null default now(),
      -- Nothing is begun after it; what has begun may end.
      expires_at timestamptz not null,
      paid_at timestamptz,
      ended_at timestamptz,
      unique (person_id, request_id),
      unique (id, provider, person_id, amount_tiyin),
      check ((cause is not null) = (status in ('failed', 'cancelled', 'refunded'))),
      check ((paid_at is not null and receipt_number is not null) = (status in ('paid', 'refunded')))
    )
  `.execute(db);
  await sql`create index top_up_by_person on top_up (person_id, id desc)`.execute(db);
  await sql`create index top_up_open on top_up (expires_at) where status in ('created', 'pending')`.execute(
    db,
  );

  // Transactions providers began, ended or took back. Times are in ms as they were answered: a repeat gets the same.
  await sql`
    create table provider_transaction (
      id bigint generated always as identity (start with 501) primary key,
      provider text not null,
      provider_id text not null check (length(provider_id) between 1 and 64),
      top_up_id bigint not null,
      person_id text not null,
      amount_tiyin bigint not null,
      state text not null default 'created' check (state in ('created', 'performed', 'cancelled')),
      -- The provider's own time of it, where it gives one.
      provider_time_ms bigint,
      created_ms bigint not null,
      performed_ms bigint,
      cancelled_ms bigint,
      -- The provider's number for why it was cancelled.
      reason integer,
      -- The provider's receipt for the tax office, as it was sent.
      fiscal jsonb,
      constraint provider_transaction_once unique (provider, provider_id),
      -- The same money of the same person, whatever a call says.
      foreign key (top_up_id, provider, person_id, amount_tiyin)
        references top_up (id, provider, person_id, amount_tiyin),
      check (state <> 'performed' or performed_ms is not null),
      check ((state = 'cancelled') = (cancelled_ms is not null))
    )
  `.execute(db);
  await sql`
    create unique index provider_transaction_one_live on provider_transaction (top_up_id)
    where state in ('created', 'performed')
  `.execute(db);
  await sql`create index provider_transaction_statement on provider_transaction (provider, provider_time_ms)`.execute(
    db,
  );
  await sql`create index provider_transaction_made on provider_transaction (provider, created_ms)`.execute(
    db,
  );
  await sql`create index provider_transaction_by_top_up on provider_transaction (top_up_id, id)`.execute(db);

  // Differences between our books and a provider's, and calls that were genuine and yet wrong. For staff to settle.
  await sql`
    create table payment_mismatch (
      id bigint generated always as identity primary key,
      provider text not null,
      kind text not null check (kind in ('missing-here', 'missing-there', 'amount-differs', 'state-differs',
        'wrong-amount', 'wrong-account', 'cancelled-after-paid', 'not-confirmed')),
      provider_id text not null,
      top_up_id bigint references top_up (id),
      ours jsonb,
      theirs jsonb,
      times integer not null default 1,
      seen_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      settled_at timestamptz,
      settled_by text,
      settled_by_name text,
      note text,
      unique (provider, kind, provider_id),
      check (num_nonnulls(settled_at, settled_by, settled_by_name, note) in (0, 4))
    )
  `.execute(db);
  await sql`create index payment_mismatch_open on payment_mismatch (id desc) where settled_at is null`.execute(
    db,
  );

  await sql`
    create table reconciliation_round (
      id bigint generated always as identity primary key,
      provider text not null,
      from_ms bigint not null,
      to_ms bigint not null,
      compared integer not null,
      found integer not null,
      outcome text not null check (outcome in ('done', 'away')),
      at timestamptz not null default now()
    )
  `.execute(db);
  await sql`create index reconciliation_round_last on reconciliation_round (provider, id desc)`.execute(db);

  // What the local stand-ins of providers believe was paid. Never written where the real ones are set up.
  await sql`
    create table pretend_payment (
      id bigint generated always as identity (start with 7000001) primary key,
      provider text not null,
      provider_id text not null,
      account text not null,
      amount_tiyin bigint not null,
      state text not null check (state in ('begun', 'paid', 'cancelled', 'returned')),
      begun_ms bigint not null,
      changed_ms bigint not null,
      unique (provider, provider_id)
    )
  `.execute(db);
  await sql`create index pretend_payment_by_time on pretend_payment (provider, begun_ms)`.execute(db);
  await sql`create index pretend_payment_by_account on pretend_payment (provider, account)`.execute(db);
}
