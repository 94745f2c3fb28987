import { sql, type Kysely } from 'kysely';

/** Files of lots whose columns staff name, because the file calls them by names of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table order_import
      -- Of the header, for the organisation's next file with the same one.
      add column heads_key text,
      -- What staff said that each column is, in their order.
      add column mapping jsonb,
      -- First values of each column, as long as staff are asked.
      add column samples jsonb,
      drop constraint order_import_state_check,
      add constraint order_import_state_check
        check (state in ('reading', 'unmapped', 'unreadable', 'ready', 'running', 'done', 'cancelled')),
      add constraint order_import_samples_check check ((state = 'unmapped') = (samples is not null))
  `.execute(db);
  await sql`
    create index order_import_mapped on order_import (person_id, heads_key, id) where mapping is not null
  `.execute(db);
}
