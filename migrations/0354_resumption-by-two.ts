import { sql, type Kysely } from 'kysely';

/** When a room, or every room after a technical break, goes on is chosen by two persons, unless it goes on after a short pause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table room_request
      drop constraint room_request_kind_check,
      add constraint room_request_kind_check check (kind in ('extend', 'withdraw', 'revoke', 'continue', 'resume')),
      -- null: once it is approved.
      add column resume_at timestamptz,
      add constraint room_request_resume_at check (resume_at is null or kind = 'resume')
  `.execute(db);
  await sql`
    alter table technical_break
      -- By which two persons ended it; null: it was short, or an earlier release ended it.
      add column decision_id bigint unique references decision (id)
  `.execute(db);
}
