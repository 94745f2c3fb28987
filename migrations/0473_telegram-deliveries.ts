import { sql, type Kysely } from 'kysely';

/** Alerts go to a browser or to a chat in Telegram, by one table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Whose alert it is may be unknown of a row that the release before wrote during an upgrade.
  await sql`
    alter table push_delivery
      alter column subscription_id drop not null,
      add column telegram_link_id bigint references telegram_link (id) on delete cascade,
      add column person_id uuid references person (id),
      add constraint push_delivery_target check (num_nonnulls(subscription_id, telegram_link_id) = 1),
      add constraint push_delivery_once_a_chat unique (telegram_link_id, key)
  `.execute(db);
  await sql`
    update push_delivery d set person_id = s.person_id from push_subscription s where s.id = d.subscription_id
  `.execute(db);
  await sql`create index push_delivery_by_person on push_delivery (person_id)`.execute(db);
  // Browsers and chats are claimed apart from each other.
  await sql`drop index push_delivery_due`.execute(db);
  await sql`
    create index push_delivery_due on push_delivery (kind, (telegram_link_id is not null), next_at)
    where state = 'waiting'
  `.execute(db);
  await sql`
    alter table notification_choice drop constraint notification_choice_channel_check,
      add constraint notification_choice_channel_check check (channel in ('email', 'sms', 'push', 'telegram'))
  `.execute(db);
}
