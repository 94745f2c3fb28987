import { sql, type Kysely } from 'kysely';

/** What one member of staff prepares blocks no colleague: each has a draft of their own, and one proposal waits for its decision. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index result_cancellation_open`.execute(db);
  await sql`
    create unique index result_cancellation_open on result_cancellation (lot_id, coalesce(settlement_id, 0))
    where state = 'proposed'
  `.execute(db);
  await sql`
    create unique index result_cancellation_prepared
      on result_cancellation (lot_id, coalesce(settlement_id, 0), proposed_by) where state = 'prepared'
  `.execute(db);
  await sql`drop index bar_proposal_one_add`.execute(db);
  await sql`
    create unique index bar_proposal_one_add on bar_proposal (id_hash, cause, coalesce(lot_id, 0))
    where kind = 'add' and state = 'open'
  `.execute(db);
  await sql`
    create unique index bar_proposal_draft_add on bar_proposal (id_hash, cause, coalesce(lot_id, 0), proposed_by)
    where kind = 'add' and state = 'draft'
  `.execute(db);
  await sql`drop index bar_proposal_one_lift`.execute(db);
  await sql`
    create unique index bar_proposal_one_lift on bar_proposal (bar_id) where kind = 'lift' and state = 'open'
  `.execute(db);
  await sql`
    create unique index bar_proposal_draft_lift on bar_proposal (bar_id, proposed_by)
    where kind = 'lift' and state = 'draft'
  `.execute(db);
}
