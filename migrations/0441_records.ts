import { sql, type Kysely } from 'kysely';

/** Staff follow a record to those that name it: each way is found by an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index decision_about on decision (subject)`.execute(db);
  await sql`create index decision_of_lot on decision (lot_id) where lot_id is not null`.execute(db);
  await sql`create index decision_of_people on decision using gin (person_ids)`.execute(db);
  await sql`create index payout_of_seller on payout (seller_id, id)`.execute(db);
  await sql`create index protest_of_lot on protest (lot_id, id)`.execute(db);
  await sql`create index refund_hold on refund (hold_id) where hold_id is not null`.execute(db);
  await sql`create index staff_task_of_bank_line on staff_task (bank_line_id) where bank_line_id is not null`.execute(
    db,
  );
  await sql`create index bank_statement_line_of_person on bank_statement_line (person_id) where person_id is not null`.execute(
    db,
  );
  for (const payment of ['payout_id', 'refund_id']) {
    const name = `bank_statement_line_of_${payment}`;
    await sql`create index ${sql.ref(name)} on bank_statement_line (${sql.ref(payment)}) where ${sql.ref(payment)} is not null`.execute(
      db,
    );
  }
}
