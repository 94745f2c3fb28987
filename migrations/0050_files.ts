import { sql, type Kysely } from 'kysely';

/** Files that people upload. Their bytes are in the file storage, by the hash of the content; here is who has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table file_blob (
      -- Of the original's bytes, hex: the same content is stored once.
      sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
      media_type text not null,
      size_bytes bigint not null check (size_bytes > 0),
      -- Of images: the size after turning upright, and a data: URL of a tiny picture.
      width integer check (width > 0),
      height integer check (height > 0),
      blur text check (length(blur) <= 600),
      created_at timestamptz not null default now(),
      -- When it was last referred to; unreferenced for a day, it is removed.
      used_at timestamptz not null default now(),
      check ((width is null) = (height is null) and (width is null) = (blur is null))
    )
  `.execute(db);
  await sql`create index file_blob_used on file_blob (used_at)`.execute(db);

  await sql`
    create table file_variant (
      sha256 text not null references file_blob (sha256) on delete cascade,
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      -- The first half of the hash of its own bytes: its public address, whose content never changes.
      name text not null check (name ~ '^[0-9a-f]{32}$'),
      size_bytes bigint not null check (size_bytes > 0),
      primary key (sha256, width)
    )
  `.execute(db);
  await sql`create index file_variant_by_name on file_variant (name)`.execute(db);

  await sql`
    create table uploaded_file (
      id bigint generated always as identity primary key,
      -- What it belongs to: the name of a kind of owners, and the number of one.
      owner text not null,
      owner_id bigint not null check (owner_id > 0),
      kind text not null check (kind in ('image', 'document')),
      -- Made by the sender: sent twice, it is one file.
      upload_id uuid not null,
      sha256 text not null references file_blob (sha256),
      name text not null check (name <> '' and length(name) <= 120),
      position integer not null,
      is_main boolean not null default false,
      visible boolean not null default true,
      is_public boolean not null default false,
      -- Of images: from then on at public addresses, while visible.
      published_at timestamptz,
      created_by text,
      created_at timestamptz not null default now(),
      unique (owner, owner_id, upload_id),
      check (kind = 'image' or not (is_main or published_at is not null)),
      check (kind = 'document' or not is_public)
    )
  `.execute(db);
  await sql`create unique index uploaded_file_one_main on uploaded_file (owner, owner_id) where is_main`.execute(
    db,
  );
  await sql`create index uploaded_file_by_blob on uploaded_file (sha256)`.execute(db);
}
