import { sql, type Kysely } from 'kysely';

/** A copy of its own for each side of a sale; copies that were sealed with the data of both stay, for staff alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table protocol_copy drop constraint protocol_copy_kind_check`.execute(db);
  await sql`
    alter table protocol_copy add constraint protocol_copy_kind_check check (kind in
      ('full', 'winner', 'customer',
       'public-cancelled', 'full-cancelled', 'winner-cancelled', 'customer-cancelled'))
  `.execute(db);
}
