import { sql, type Kysely } from 'kysely';

/** Browsers of people that get messages by Web Push, and what is sent to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_subscription (
      id bigint generated always as identity primary key,
      person_id uuid not null references person (id),
      -- The public handle of the session in which the browser was last seen: signing out of it ends the subscription.
      session_handle text not null,
      endpoint text not null unique check (length(endpoint) between 1 and 1000),
      -- Keys of the browser, base64url: messages are encrypted for them (RFC 8291).
      p256dh text not null,
      auth text not null,
      browser text,
      system text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    )
  `.execute(db);
  await sql`create index push_subscription_by_person on push_subscription (person_id, id)`.execute(db);
  await sql`create index push_subscription_by_session on push_subscription (session_handle)`.execute(db);
  await sql`
    create table push_delivery (
      id bigint generated always as identity primary key,
      subscription_id bigint not null references push_subscription (id) on delete cascade,
      -- What it is about: sent once to each browser.
      key text not null,
      kind text not null check (kind in ('message', 'outbid')),
      topic text not null,
      -- Of a price that was passed: the room and the entry of the person's own price.
      lot_id bigint,
      own_seq bigint,
      title text not null,
      body text not null,
      path text,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'given-up', 'outdated')),
      attempts smallint not null default 0,
      next_at timestamptz not null default now(),
      queued_at timestamptz not null default now(),
      -- Of no use to the person later.
      expires_at timestamptz not null,
      ended_at timestamptz,
      last_error text,
      unique (subscription_id, key),
      check ((kind = 'outbid') = (lot_id is not null and own_seq is not null)),
      check ((state = 'waiting') = (ended_at is null))
    )
  `.execute(db);
  await sql`create index push_delivery_due on push_delivery (kind, next_at) where state = 'waiting'`.execute(
    db,
  );
  // One more channel to choose.
  await sql`
    alter table notification_choice drop constraint notification_choice_channel_check,
      add constraint notification_choice_channel_check check (channel in ('email', 'sms', 'push'))
  `.execute(db);
  await sql`create index push_delivery_ended on push_delivery (ended_at) where state <> 'waiting'`.execute(
    db,
  );
}
