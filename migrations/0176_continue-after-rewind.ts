import { sql, type Kysely } from 'kysely';

/** Two members of staff let a room go on from the last price that PostgreSQL has, after an older state of it came back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table room_request
      drop constraint room_request_kind_check,
      add constraint room_request_kind_check check (kind in ('extend', 'withdraw', 'revoke', 'continue'))
  `.execute(db);
}
