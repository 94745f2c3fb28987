import { sql, type Kysely } from 'kysely';

/** Lists of staff with a hundred thousand rows: their orders and their counts by state come from an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index settlement_by_state on settlement (state, id desc)`.execute(db);
  await sql`create index trade_application_by_time on trade_application (requested_at desc, id desc)`.execute(
    db,
  );
  await sql`create index trade_application_by_status on trade_application (status, requested_at desc, id desc)`.execute(
    db,
  );
  await sql`create index customer_order_by_status on customer_order (status, changed_at desc, id desc)`.execute(
    db,
  );
  await sql`create index staff_task_done on staff_task (id desc) where done_at is not null`.execute(db);
}
