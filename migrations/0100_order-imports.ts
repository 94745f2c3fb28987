import { sql, type Kysely } from 'kysely';

/** Files of lots that staff import as orders of an organisation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_import (
      id bigint generated always as identity primary key,
      -- The organisation.
      person_id text not null,
      state text not null check (state in ('reading', 'unreadable', 'ready', 'running', 'done', 'cancelled')),
      file_name text not null,
      -- Names of its bytes in storage; null: removed. A file that is not stored yet shows nowhere.
      file_key uuid,
      stored_at timestamptz,
      file_bytes bigint not null,
      file_sha256 text not null,
      -- What the worker has read: rows up to this line are written.
      read_bytes bigint not null default 0,
      read_line integer not null default 0,
      columns jsonb not null default '[]',
      problem jsonb,
      photos_name text,
      photos_key uuid,
      -- An archive on its way to storage.
      incoming_photos_key uuid,
      photos_sha256 text,
      photo_files integer,
      photo_lots integer,
      uploaded_by text not null,
      uploaded_at timestamptz not null default clock_timestamp(),
      started_by text,
      started_at timestamptz,
      signed_document_id bigint references signed_document (id),
      ended_at timestamptz,
      -- A worker is at it until then.
      leased_until timestamptz,
      check ((state = 'unreadable') = (problem is not null)),
      check ((started_at is null) = (started_by is null) and (started_at is null) = (signed_document_id is null)),
      check (state not in ('running', 'done') or started_at is not null),
      check ((state in ('unreadable', 'done', 'cancelled')) = (ended_at is not null))
    )
  `.execute(db);
  await sql`create index order_import_worked on order_import (id) where state in ('reading', 'running')`.execute(
    db,
  );
  await sql`
    create index order_import_left on order_import (id)
      where stored_at is null or (ended_at is not null and (file_key is not null or photos_key is not null))
  `.execute(db);

  await sql`
    create table order_import_row (
      import_id bigint not null references order_import (id),
      -- First and last line of the file.
      line integer not null,
      last_line integer not null,
      person_id text not null,
      -- As the organisation numbers its lots.
      number text not null,
      title text not null,
      start_price_tiyin bigint,
      state text not null check (state in ('ready', 'refused', 'known', 'ordered', 'draft', 'sent')),
      -- Of its order, until it is made.
      fields jsonb,
      problems jsonb not null default '[]',
      order_id bigint references customer_order (id),
      -- The order that this number became before.
      known_order_id bigint references customer_order (id),
      -- Its order was deleted by the customer: the number is free.
      released boolean not null default false,
      primary key (import_id, line),
      check ((state in ('ordered', 'draft', 'sent')) = (order_id is not null)),
      check (state <> 'ready' or fields is not null),
      check (state <> 'refused' or problems <> '[]')
    )
  `.execute(db);
  // One order of a number of an organisation, whatever is imported at once.
  await sql`
    create unique index order_import_row_number on order_import_row (person_id, number)
      where order_id is not null and not released
  `.execute(db);
  await sql`create index order_import_row_state on order_import_row (import_id, state, line)`.execute(db);
  await sql`create index order_import_row_in_file on order_import_row (import_id, number)`.execute(db);

  await sql`
    create table order_import_refused_photo (
      import_id bigint not null references order_import (id),
      name text not null,
      problem text not null,
      primary key (import_id, name)
    )
  `.execute(db);
}
