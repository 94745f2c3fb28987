import { sql, type Kysely } from 'kysely';

/**
 * That a buyer has the property, though they are silent or dispute it, is a decision of two of staff like any other. What a first person
 * said of a dispute becomes a row of it: decided where a second one agreed, else lapsed, so that it is proposed again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into decision (kind, subject, payload, digest, person_ids, lot_id, reason, state, proposed_by, proposed_at, expires_at,
      decided_by, decided_at, note, facts)
    select 'confirm-hand-over', 'hand-over:' || id, jsonb_build_object('handOverId', id), 'before 0343',
      array_remove(array[buyer_id, seller_id], null), lot_id, agreed_note, case when by_two then 'decided' else 'lapsed' end,
      agreed_by, agreed_at, coalesce(confirmed_at, cancelled_at, clock_timestamp()), case when by_two then confirmed_by end,
      coalesce(confirmed_at, cancelled_at, clock_timestamp()), case when not by_two then 'changed' end, case when by_two then '[]'::jsonb end
    from (
      select *, confirmed_by is not null and confirmed_by <> buyer_id as by_two from hand_over where agreed_by is not null
    ) agreed
    order by id
  `.execute(db);
  await sql`
    alter table hand_over drop constraint hand_over_agreed, drop column agreed_by, drop column agreed_note, drop column agreed_at
  `.execute(db);
  // A payout is approved by others than those who decided about its hand-over.
  await sql`
    create index decision_of_hand_over on decision (subject) where kind = 'confirm-hand-over' and state = 'decided'
  `.execute(db);
}
