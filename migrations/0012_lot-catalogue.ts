import { sql, type Kysely } from 'kysely';

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lot
      add column area_id integer references area (id),
      -- Months over which the winner may pay; null: in full.
      add column instalment_months integer check (instalment_months > 0),
      add column tenure text not null default 'ownership' check (tenure in ('ownership', 'rent')),
      add column rent_months integer check (rent_months > 0),
      -- Code of a field asked for in the category → its value; in no order.
      add column facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
      -- Where a lot came from in bulk, source:id; loading it again adds nothing.
      add column outside_id text unique,
      -- Folded words of category, region, area and address; search_form keeps those of the titles.
      add column search_more text not null default '',
      -- The transaction that last wrote the row: what readers with a copy of the list ask for.
      add column changed_xid xid8 not null default pg_current_xact_id(),
      add check ((tenure = 'rent') = (rent_months is not null))
  `.execute(db);
  // The number used to stand in front of the titles; now it is a word of its own.
  await sql`update lot set search_form = regexp_replace(search_form, '^[0-9]+ ', '')`.execute(db);
  // Folded further than before: q as k, iy as i, doubled letters as one.
  await sql`
    update lot set search_form = regexp_replace(
      replace(replace(replace(search_form, 'iy', 'i'), 'dj', 'j'), 'q', 'k'), '([a-z])\\1+', '\\1', 'g')
  `.execute(db);
  await sql`drop index lot_search`.execute(db);
  await sql`create index lot_by_change on lot (changed_xid)`.execute(db);
  await sql`create index lot_by_area on lot (area_id)`.execute(db);
  await sql`create index lot_by_end on lot (ended_at desc) where ended_at is not null`.execute(db);
  await sql`create table lot_removal (lot_id bigint not null, removed_xid xid8 not null default pg_current_xact_id())`.execute(
    db,
  );
  await sql`create index lot_removal_by_change on lot_removal (removed_xid)`.execute(db);
}

/**
 * Words stand beside the lot: a price that moves each second must not touch the indexes of texts.
 * Words of titles and numbers are lexemes as they are, all others begin with ~.
 */
async function addWords(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lot_words (
      lot_id bigint primary key references lot (id) on delete cascade,
      words tsvector not null
    )
  `.execute(db);
  // Every word of any lot, numbers aside: where a mistyped word finds its neighbours.
  await sql`create table search_word (word text primary key)`.execute(db);
  await sql`
    create function lot_words_of(lot lot) returns text[] language sql immutable as $$
      select coalesce(array_agg(distinct w.word), '{}') from (
        select left(t.word, 60) as word from unnest(string_to_array(
          lot.id || ' ' || lot.search_form || coalesce(' ' || substring(lot.outside_id from '[0-9]+$'), ''), ' ')) as t (word)
        where t.word <> ''
        union all
        select '~' || left(m.word, 60) from unnest(string_to_array(lot.search_more, ' ')) as m (word)
        where m.word <> ''
      ) w
    $$
  `.execute(db);
  await sql`
    create function keep_lot_words() returns trigger language plpgsql as $$
    begin
      -- In one order everywhere, so that two publications never wait for each other in a circle.
      with of_lot as materialized (select w.id, lot_words_of(w) as words from written w),
      kept as (
        insert into lot_words (lot_id, words) select id, array_to_tsvector(words) from of_lot
          on conflict (lot_id) do update set words = excluded.words
      )
      insert into search_word (word)
        select distinct ltrim(word, '~') as word from of_lot, unnest(words) as word
        where word !~ '[0-9]' and length(ltrim(word, '~')) > 2
        order by 1
        on conflict do nothing;
      return null;
    end $$
  `.execute(db);
  await sql`
    insert into lot_words (lot_id, words) select lot.id, array_to_tsvector(lot_words_of(lot)) from lot
  `.execute(db);
  await sql`
    insert into search_word (word)
      select distinct ltrim(word, '~') from lot, unnest(lot_words_of(lot)) as word
      where word !~ '[0-9]' and length(ltrim(word, '~')) > 2
  `.execute(db);
  await sql`create index lot_words_index on lot_words using gin (words)`.execute(db);
  await sql`create index search_word_near on search_word using gin (word gin_trgm_ops)`.execute(db);
}

async function addTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger lot_words_new after insert on lot
      referencing new table as written for each statement execute function keep_lot_words()
  `.execute(db);
  await sql`
    create function change_lot_words() returns trigger language plpgsql as $$
    begin
      update lot_words set words = array_to_tsvector(lot_words_of(new)) where lot_id = new.id;
      -- Copies drop the lot and, meeting its row as changed, read it again with its new words.
      insert into lot_removal (lot_id) values (new.id);
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger lot_words_changed after update on lot for each row
      when (old.search_form is distinct from new.search_form or old.search_more is distinct from new.search_more
        or old.outside_id is distinct from new.outside_id)
      execute function change_lot_words()
  `.execute(db);
  await sql`
    create function mark_lot_change() returns trigger language plpgsql as $$
    begin
      new.changed_xid = pg_current_xact_id();
      return new;
    end $$
  `.execute(db);
  await sql`create trigger lot_changed before update on lot for each row execute function mark_lot_change()`.execute(
    db,
  );
  await sql`
    create function mark_lot_removal() returns trigger language plpgsql as $$
    begin
      insert into lot_removal (lot_id) select id from removed;
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger lot_removed after delete on lot
      referencing old table as removed for each statement execute function mark_lot_removal()
  `.execute(db);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db);
  await addWords(db);
  await addTriggers(db);
}
