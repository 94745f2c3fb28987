import { sql, type Kysely } from 'kysely';

/** Versions of the open data, of a day or of all days, with the files in file storage that each has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table open_data_version (
      period text not null check (period = 'all' or period ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      version integer not null check (version > 0),
      reason text not null check (reason in ('first', 'result-changed', 'late-result', 'new-days')),
      row_count integer not null check (row_count >= 0),
      state_hash text not null,
      manifest text not null,
      built_at timestamptz not null default now(),
      primary key (period, version)
    )
  `.execute(db);
  await sql`
    create table open_data_file (
      period text not null,
      version integer not null,
      format text not null check (format in ('jsonl', 'csv', 'parquet')),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      bytes bigint not null check (bytes >= 0),
      primary key (period, version, format),
      foreign key (period, version) references open_data_version on delete cascade
    )
  `.execute(db);
  await sql`create index open_data_file_key on open_data_file (sha256 collate "C")`.execute(db);
  await sql`
    create index lot_finished_auction on lot (ended_at)
    where trade_type = 'auction' and outcome is not null and not practice
  `.execute(db);
}
