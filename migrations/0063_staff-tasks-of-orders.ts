import { sql, type Kysely } from 'kysely';

/** A task can be about an order that has no lot: one that could not be published for a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table staff_task
      alter column lot_id drop not null,
      add column order_id bigint references customer_order (id) on delete cascade,
      drop constraint staff_task_kind_check,
      add constraint staff_task_kind_check
        check (kind in ('decide-leader', 'invite-reserve', 'offer-to-sole', 'repeat-lot', 'publish-order')),
      add constraint staff_task_about_one check (num_nonnulls(lot_id, order_id) = 1)
  `.execute(db);
}
