import { sql, type Kysely } from 'kysely';

/**
 * Money the bank sent back: with the bank's document, and by two people where two approved the refund. Parameters of a
 * refund request are stored, to distinguish a repeat from another request. Payments for disabled people go to staff.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What somebody of the staff says the bank returned. Never changed: what became of it is in the refund's steps.
  await sql`
    create table refund_return (
      id bigint generated always as identity primary key,
      refund_id bigint not null,
      person_id text not null,
      document_number text not null check (length(document_number) between 1 and 60),
      document_on date not null,
      reason text not null check (length(reason) between 3 and 500),
      asked_by text not null,
      asked_by_name text not null,
      asked_at timestamptz not null default now(),
      foreign key (refund_id, person_id) references refund (id, person_id),
      unique (id, refund_id),
      check (asked_by <> person_id)
    )
  `.execute(db);
  await sql`
    create trigger refund_return_append_only before update or delete or truncate on refund_return
    for each statement execute function ledger_refuse_change()
  `.execute(db);
  await sql`
    alter table refund
      -- The return that waits for a second person, or that was carried out.
      add column return_id bigint,
      -- The destination the request named; null in refunds of an earlier release.
      add column destination_id bigint,
      add foreign key (return_id, id) references refund_return (id, refund_id),
      add check (return_id is null or status in ('sent-to-bank', 'rejected'))
  `.execute(db);
  await sql`alter table refund_step drop constraint refund_step_action_check`.execute(db);
  await sql`
    alter table refund_step add constraint refund_step_action_check check (action in (
      'requested', 'cancelled', 'approved', 'sent', 'refused', 'paid', 'return-asked', 'return-rejected', 'returned'))
  `.execute(db);

  await sql`alter table payment_mismatch drop constraint payment_mismatch_kind_check`.execute(db);
  await sql`
    alter table payment_mismatch add constraint payment_mismatch_kind_check check (kind in (
      'missing-here', 'missing-there', 'amount-differs', 'state-differs',
      'wrong-amount', 'wrong-account', 'cancelled-after-paid', 'not-confirmed', 'person-disabled'))
  `.execute(db);
}
