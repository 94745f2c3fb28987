import { sql, type Kysely } from 'kysely';

/** Paynet among the providers of top-ups. The rows are read once, without holding up those who pay meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table top_up drop constraint top_up_provider_check`.execute(db);
  await sql`
    alter table top_up add constraint top_up_provider_check
      check (provider in ('payme', 'click', 'uzum', 'paynet')) not valid
  `.execute(db);
  await sql`alter table top_up validate constraint top_up_provider_check`.execute(db);
}
