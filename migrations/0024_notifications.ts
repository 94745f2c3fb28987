import { sql, type Kysely } from 'kysely';

/** One-time codes, notifications with their channels, and messages handed to local stand-ins of gateways. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await codes(db);
  await messages(db);
  await deliveries(db);
  await standIns(db);
}

async function codes(db: Kysely<unknown>): Promise<void> {
  // One row for what a code confirms (`binding`: a keyed hash of person, purpose and subject). Neither the code nor the
  // subject can be read from it.
  await sql`
    create table one_time_code (
      binding bytea primary key,
      code_hash bytea not null,
      tries smallint not null default 0 check (tries between 0 and 5),
      expires_at timestamptz not null,
      used_at timestamptz
    )
  `.execute(db);
  await sql`create index one_time_code_old on one_time_code (expires_at)`.execute(db);
  // Every sending, by keyed hashes of where to and where from: what the limits count.
  await sql`
    create table one_time_code_send (
      id bigint generated always as identity primary key,
      binding bytea not null,
      purpose text not null,
      person bytea not null,
      phone bytea,
      phone_prefix bytea,
      email bytea,
      address bytea not null,
      sent_at timestamptz not null default now(),
      -- No gateway took it.
      failed_at timestamptz,
      -- The code was entered rightly.
      entered_at timestamptz
    )
  `.execute(db);
  for (const column of ['binding', 'person', 'phone', 'phone_prefix', 'email', 'address', 'sent_at']) {
    await sql`create index ${sql.raw(`one_time_code_send_${column}`)} on one_time_code_send
      (${sql.raw(column)}${sql.raw(column === 'sent_at' ? '' : ', sent_at')})`.execute(db);
  }
}

async function messages(db: Kysely<unknown>): Promise<void> {
  // Stored as template and parameters: shown in the language of the reader.
  await sql`
    create table inbox_message (
      id bigint generated always as identity primary key,
      person_id text not null,
      -- A repeat of the same event is the same message.
      key text not null,
      template text not null,
      params jsonb not null,
      written_at timestamptz not null default now(),
      read_at timestamptz,
      constraint inbox_message_once unique (person_id, key)
    )
  `.execute(db);
  await sql`create index inbox_message_newest on inbox_message (person_id, id desc)`.execute(db);
  await sql`create index inbox_message_unread on inbox_message (person_id) where read_at is null`.execute(db);
  // Only what differs from the usual choice.
  await sql`
    create table notification_choice (
      person_id text not null,
      topic text not null,
      channel text not null check (channel in ('email', 'sms')),
      wanted boolean not null,
      chosen_at timestamptz not null default now(),
      primary key (person_id, topic, channel)
    )
  `.execute(db);
}

async function deliveries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification_delivery (
      id bigint generated always as identity primary key,
      message_id bigint not null references inbox_message (id),
      channel text not null check (channel in ('email', 'sms')),
      recipient text not null,
      subject text not null,
      body text not null,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'given-up')),
      attempts smallint not null default 0,
      -- Not tried before; while it is being sent, when it counts as lost.
      next_at timestamptz not null default now(),
      queued_at timestamptz not null default now(),
      ended_at timestamptz,
      -- The gateway's own number of it.
      gateway_id text,
      -- What became of it after the gateway took it, where gateways tell.
      reported text check (reported in ('delivered', 'undelivered')),
      last_error text,
      constraint notification_delivery_once unique (message_id, channel)
    )
  `.execute(db);
  await sql`create index notification_delivery_gateway on notification_delivery (gateway_id)`.execute(db);
  await sql`create index notification_delivery_due on notification_delivery (next_at) where state = 'waiting'`.execute(
    db,
  );
}

async function standIns(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table twin_message (
      id bigint generated always as identity primary key,
      channel text not null check (channel in ('email', 'sms')),
      -- The sender's own id: the same message again is not another one.
      message_id text not null,
      recipient text not null,
      subject text,
      body text not null,
      sent_at timestamptz not null default now(),
      constraint twin_message_once unique (channel, message_id)
    )
  `.execute(db);
  await sql`create index twin_message_recipient on twin_message (recipient, id desc)`.execute(db);
}
