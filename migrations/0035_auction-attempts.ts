import { sql, type Kysely } from 'kysely';

/**
 * Attempts are evidence: once written they are never changed or removed. What a flood adds is counted instead of stored:
 * attempts of people not admitted, and those of a participant beyond five a second.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auction_attempt_count (
      lot_id bigint not null,
      -- The minute in which the attempts arrived.
      minute_at timestamptz not null,
      -- Participant whose attempts went beyond what is stored; '' for everybody who is not admitted, together.
      person text not null default '',
      -- Reason of the refusal, or 'unknown'.
      reason text not null,
      times bigint not null check (times > 0),
      primary key (lot_id, minute_at, person, reason)
    ) with (fillfactor = 70)
  `.execute(db);

  await sql`
    create function auction_attempt_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'recorded attempts are append-only' using errcode = 'AU002';
    end $$
  `.execute(db);
  await sql`
    create trigger auction_attempt_append_only before update or delete or truncate on auction_attempt
    for each statement execute function auction_attempt_refuse_change()
  `.execute(db);
}
