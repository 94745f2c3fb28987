import { sql, type Kysely } from 'kysely';

/** Statements of the operator's bank account, and when a buyer was given a payment order to take to a bank. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bank_statement (
      id bigint generated always as identity primary key,
      account text not null,
      format text not null check (format in ('csv', 'mt940')),
      file_name text not null,
      file_sha256 text not null,
      -- As the bank numbers it.
      number text,
      -- Days of its lines; null: it has none.
      from_day date,
      to_day date,
      opening_tiyin bigint,
      closing_tiyin bigint,
      credit_tiyin bigint not null check (credit_tiyin >= 0),
      debit_tiyin bigint not null check (debit_tiyin >= 0),
      line_count integer not null,
      added_count integer not null check (added_count between 0 and line_count),
      refused jsonb not null,
      differences jsonb not null,
      -- Why it was taken over in spite of its differences.
      reason text,
      imported_by text not null,
      imported_at timestamptz not null default clock_timestamp()
    )
  `.execute(db);
  await sql`create index bank_statement_days on bank_statement (account, to_day, imported_at)`.execute(db);

  await sql`
    create table bank_statement_line (
      id bigint generated always as identity primary key,
      statement_id bigint not null references bank_statement (id),
      account text not null,
      -- Of the file.
      row_number integer not null,
      -- The same movement in another file has the same key.
      line_key text not null unique,
      booked_on date not null,
      -- From this day the money counts.
      value_on date not null,
      side text not null check (side in ('credit', 'debit')),
      amount_tiyin bigint not null check (amount_tiyin between 1 and 9007199254740991),
      reference text,
      document text,
      purpose text not null,
      party_name text,
      party_account text,
      party_mfo text,
      party_stir text,
      -- Which settlement the purpose names or the payer's number and the sum lead to, when it was imported.
      names_settlement_id bigint references settlement (id),
      state text not null default 'undecided'
        check (state in ('undecided', 'asked', 'credited', 'returned', 'ignored', 'matched')),
      -- What was asked for or decided.
      decision text check (decision in ('credit', 'return', 'ignore', 'match')),
      person_id text,
      settlement_id bigint references settlement (id),
      payout_id bigint unique references payout (id),
      refund_id bigint unique references refund (id),
      reason text,
      asked_by text,
      -- Counts what was asked for.
      round integer not null default 0,
      -- The ledger's journal of the credit.
      journal_id bigint unique references ledger_journal (id),
      decided_by text,
      decided_at timestamptz,
      check ((state = 'undecided') = (decision is null)),
      check (state <> 'asked' or asked_by is not null),
      check ((state in ('undecided', 'asked')) = (decided_at is null) and (decided_at is null) = (decided_by is null)),
      check ((state = 'credited') = (journal_id is not null)),
      check ((decision is not distinct from 'credit') = (person_id is not null)),
      check (decision is distinct from 'credit' or side = 'credit'),
      check (decision is distinct from 'return' or side = 'credit'),
      check (decision is distinct from 'match' or (side = 'debit' and num_nonnulls(payout_id, refund_id) = 1)),
      -- Two different persons: staff decide together, and never about money of their own.
      check (asked_by is null or decided_by is null or asked_by <> decided_by),
      check (person_id is null or (person_id is distinct from decided_by and person_id is distinct from asked_by))
    )
  `.execute(db);
  await sql`
    create index bank_statement_line_waiting on bank_statement_line (booked_on, id) where state in ('undecided', 'asked')
  `.execute(db);
  await sql`create index bank_statement_line_day on bank_statement_line (booked_on, side, amount_tiyin)`.execute(
    db,
  );
  await sql`create index bank_statement_line_of on bank_statement_line (statement_id, id)`.execute(db);
  await sql`
    create index bank_statement_line_names on bank_statement_line (names_settlement_id)
      where names_settlement_id is not null;
    create index bank_statement_line_pays on bank_statement_line (settlement_id) where settlement_id is not null
  `.execute(db);

  await sql`
    create table bank_statement_line_step (
      id bigint generated always as identity primary key,
      line_id bigint not null references bank_statement_line (id),
      action text not null
        check (action in ('asked', 'rejected', 'credited', 'returned', 'ignored', 'matched', 'reopened')),
      actor text not null,
      note text,
      at timestamptz not null default clock_timestamp()
    )
  `.execute(db);
  await sql`create index bank_statement_line_step_of on bank_statement_line_step (line_id, id)`.execute(db);
  await sql`
    create trigger bank_statement_line_step_append_only before update or delete or truncate on bank_statement_line_step
    for each statement execute function ledger_refuse_change()
  `.execute(db);

  // The first payment order that the buyer was given before the deadline, and how long the sale waits for its statement.
  await sql`
    alter table settlement
      add column bank_order_at timestamptz,
      add column statement_until timestamptz,
      add constraint settlement_bank_order check ((bank_order_at is null) = (statement_until is null))
  `.execute(db);
}
