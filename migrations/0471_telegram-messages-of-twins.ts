import { sql, type Kysely } from 'kysely';

/** The development outbox takes what a stand-in of Telegram's bot would have sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table twin_message drop constraint twin_message_channel_check,
      add constraint twin_message_channel_check check (channel in ('email', 'sms', 'telegram'))
  `.execute(db);
}
