import { sql, type Kysely } from 'kysely';

/** Chats of people with the bot in Telegram: one of each person, and one person of each chat. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table telegram_link (
      id bigint generated always as identity primary key,
      person_id uuid not null unique references person (id),
      chat_id bigint not null unique,
      linked_at timestamptz not null default now()
    )
  `.execute(db);
  // With which a chat proves whose it is: the newest of a person, gone with its use.
  await sql`
    create table telegram_link_token (
      person_id uuid primary key references person (id),
      token_sha256 bytea not null unique,
      expires_at timestamptz not null
    )
  `.execute(db);
}
