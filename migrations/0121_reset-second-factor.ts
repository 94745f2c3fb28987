import { sql, type Kysely } from 'kysely';

/** Two administrators may take the second factor of an account away, for somebody who lost the device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_change
      drop constraint account_change_kind_check,
      add constraint account_change_kind_check
        check (kind in ('disable', 'enable', 'give-role', 'remove-role', 'reset-factor'))
  `.execute(db);
}
