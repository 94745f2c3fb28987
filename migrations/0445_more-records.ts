import { sql, type Kysely } from 'kysely';

/** Offers, bars, claims and differences are records that staff follow, too: each way is found by an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index sale_claim_of_lot on sale_claim (lot_id)`.execute(db);
  await sql`create index barred_person_of_account on barred_person (person_id) where person_id is not null`.execute(
    db,
  );
  await sql`create index barred_person_of_lot on barred_person (lot_id) where lot_id is not null`.execute(db);
  await sql`create index payment_mismatch_of_payment on payment_mismatch (top_up_id) where top_up_id is not null`.execute(
    db,
  );
}
