import { sql, type Kysely } from 'kysely';

/** Versions of news to take again, help pages written by staff, dates of partners, and featured lots that staff arrange. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await restoredNews(db);
  await helpPages(db);

  await sql`
    alter table partner
      -- Of the form that made it: sent twice, it makes one. null: there from the beginning.
      add column request_id uuid unique,
      -- Counts changes: one made to an older version is refused.
      add column version integer not null default 1 check (version > 0),
      -- Days in Tashkent, both included; null: from ever, for ever.
      add column shown_from date,
      add column shown_until date,
      add constraint partner_days_check check (shown_from <= shown_until),
      add constraint partner_url_length_check check (length(url) <= 500)
  `.execute(db);

  await sql`
    alter table lot_feature
      add column request_id uuid unique,
      add column version integer not null default 1 check (version > 0),
      add column withdrawn_at timestamptz
  `.execute(db);
  await sql`create index lot_feature_by_lot on lot_feature (lot_id)`.execute(db);
}

/** An earlier version may be taken again, as a version of its own that says which one it was. */
async function restoredNews(db: Kysely<unknown>): Promise<void> {
  await sql`alter table news_change drop constraint news_change_action_check`.execute(db);
  await sql`
    alter table news_change
      add column restored_from integer check (restored_from > 0 and restored_from < version),
      add constraint news_change_action_check
        check (action in ('create', 'edit', 'publish', 'withdraw', 'restore')),
      add constraint news_change_restored_check check ((action = 'restore') = (restored_from is not null))
  `.execute(db);
}

/** What staff made of the help pages; a page without a row is the one the product ships, which is version 0 of each. */
async function helpPages(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table help_page (
      page text primary key check (page ~ '^[a-z-]{1,60}$'),
      -- Counts all changes: one made to an older revision is refused.
      revision integer not null default 0 check (revision >= 0),
      -- Of the newest texts.
      version integer not null default 0 check (version >= 0),
      -- Public until the next one's instant has come.
      live_version integer not null default 0 check (live_version between 0 and version),
      live_since timestamptz,
      next_version integer check (next_version between 0 and version),
      next_at timestamptz,
      check ((next_version is null) = (next_at is null))
    )
  `.execute(db);
  await sql`
    create table help_page_change (
      page text not null references help_page (page),
      revision integer not null check (revision > 0),
      action text not null check (action in ('edit', 'restore', 'publish', 'cancel')),
      -- The texts it made or is about.
      version integer not null check (version >= 0),
      -- {uz, ru, uz-Cyrl, en}: each {title, summary, body}; of those that made a version.
      texts jsonb,
      restored_from integer check (restored_from >= 0 and restored_from < version),
      publish_at timestamptz,
      person_id text not null,
      person_name text not null,
      at timestamptz not null default now(),
      primary key (page, revision),
      check ((action in ('edit', 'restore')) = (texts is not null)),
      check ((action = 'restore') = (restored_from is not null)),
      check ((action = 'publish') = (publish_at is not null))
    )
  `.execute(db);
  await sql`create unique index help_page_version on help_page_change (page, version) where texts is not null`.execute(
    db,
  );
  await sql`
    create function help_page_change_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'help_page_change is append-only';
    end $$
  `.execute(db);
  await sql`create trigger help_page_change_append_only before update or delete or truncate on help_page_change
    for each statement execute function help_page_change_refuse()`.execute(db);
}
