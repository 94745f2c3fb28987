import { sql, type Kysely } from 'kysely';

/**
 * Rehearsals of staff: practice rooms that no list of the site shows. Their lots repeat nothing, and no one but staff sees
 * or enters them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lot
      add rehearsal boolean not null default false,
      add constraint lot_rehearsal_is_practice check (not rehearsal or practice)
  `.execute(db);
  await sql`
    create table rehearsal (
      lot_id bigint primary key references lot (id) on delete cascade,
      bots smallint not null check (bots between 0 and 10),
      started_by text not null,
      started_by_name text not null,
      started_at timestamptz not null default now(),
      -- Who ended it before its time; null: it ended by itself, or goes on.
      ended_by_name text
    )
  `.execute(db);
}
