import { sql, type Kysely } from 'kysely';

/** Revoking the leader of a room takes two persons, like extending and withdrawing; what was approved is carried out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table room_request
      drop constraint room_request_kind_check,
      add constraint room_request_kind_check check (kind in ('extend', 'withdraw', 'revoke')),
      -- Whose right is to be revoked, and the number in the room.
      add column application_id bigint references trade_application (id) on delete cascade,
      add column bidder_number integer,
      -- The lot is withdrawn with the revocation.
      add column also_withdraw boolean not null default false,
      -- The lot is to be put on trade again once it is withdrawn.
      add column repeat_wanted boolean not null default false,
      -- What opened it by itself, with requested_by 'rules' until a member of staff takes it over; null: staff asked.
      add column cause text check (cause in ('disabled', 'barred')),
      add column decided_by_name text,
      -- An approved request is carried out once; the worker finishes one whose process died in between.
      add column carried_out_at timestamptz,
      add constraint room_request_revoke check (
        case when kind = 'revoke' then num_nonnulls(application_id, bidder_number) = 2
          else num_nonnulls(application_id, bidder_number, cause) = 0 and not also_withdraw end),
      -- Two members of staff, never one and the rules.
      add constraint room_request_two_persons check (decision is distinct from 'approved' or requested_by <> 'rules')
  `.execute(db);
  await sql`update room_request set carried_out_at = decided_at where decision is not null`.execute(db);
  await sql`create index room_request_of_application on room_request (application_id)
    where application_id is not null`.execute(db);
  // Sales at a fixed price that may be over.
  await sql`create index lot_on_sale on lot (closes_at) where trade_type = 'fixed-price' and status = 2`.execute(
    db,
  );
  await sql`create index room_request_to_carry_out on room_request (decided_at)
    where decision = 'approved' and carried_out_at is null`.execute(db);
}
