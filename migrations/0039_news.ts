import { sql, type Kysely } from 'kysely';

/** News of the platform, and the history of each: who wrote, changed, published or withdrew it, with its texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table news_item (
      id bigint generated always as identity primary key,
      -- Of the form that made it: sent twice, it makes one.
      request_id text not null unique,
      -- {uz, ru, en}: each {title, summary, body}; English may be empty.
      texts jsonb not null,
      -- Counts changes: one made to an older version is refused.
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      -- Of the texts, after they were published.
      corrected_at timestamptz,
      -- Public from then on, until it is withdrawn; null: a draft.
      publish_at timestamptz,
      withdrawn_at timestamptz,
      check (withdrawn_at is null or publish_at is not null)
    )
  `.execute(db);
  await sql`create index news_item_public on news_item (publish_at desc, id desc)
    where publish_at is not null and withdrawn_at is null`.execute(db);
  await sql`
    create table news_change (
      id bigint generated always as identity primary key,
      news_id bigint not null references news_item (id),
      version integer not null,
      action text not null check (action in ('create', 'edit', 'publish', 'withdraw')),
      person_id text not null,
      person_name text not null,
      at timestamptz not null default now(),
      texts jsonb not null,
      publish_at timestamptz,
      unique (news_id, version)
    )
  `.execute(db);
  await sql`
    create function news_change_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'news_change is append-only';
    end $$
  `.execute(db);
  await sql`create trigger news_change_append_only before update or delete or truncate on news_change
    for each statement execute function news_change_refuse()`.execute(db);
}
