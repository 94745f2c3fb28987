import { sql, type Kysely } from 'kysely';

/** A sign for reserve participants who bought far below what the winner had offered and did not pay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table anomaly_flag drop constraint anomaly_flag_sign_check, add constraint anomaly_flag_sign_check
      check (sign in ('pair', 'seller-tie', 'never-wins', 'sole-bidder', 'jump', 'refused-flood', 'price-far', 'far-reserve'))
  `.execute(db);
}
