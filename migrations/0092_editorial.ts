import { sql, type Kysely } from 'kysely';

/** Versions of news to take again, dates of partners, and featured lots that staff arrange. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await restoredNews(db);

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
