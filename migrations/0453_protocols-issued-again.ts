import { sql, type Kysely } from 'kysely';

/**
 * Documents of protocols that staff had made again from what was recorded. The first issue of each protocol is in no row; copies of a
 * later one are behind a `#` with its number, beside those that were given out before. The indexes are of the parties that staff
 * search for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table protocol_issue (
      protocol_id bigint not null references protocol (id),
      issue integer not null check (issue > 1),
      reason text not null,
      person_id text not null,
      person_name text not null,
      at timestamptz not null default now(),
      primary key (protocol_id, issue)
    )
  `.execute(db);
  await sql`alter table protocol_copy drop constraint protocol_copy_kind_check`.execute(db);
  await sql`
    alter table protocol_copy add constraint protocol_copy_kind_check check (
      kind ~ '^(public|full|winner|customer)(-cancelled)?(:[A-Za-z0-9_-]+)?(#[0-9]+)?$' and kind <> 'public'
    )
  `.execute(db);
  await sql`create index protocol_of_day on protocol (signed_on, id)`.execute(db);
  await sql`
    create index protocol_by_party_number on protocol using gin ((
      array[winner_stir, winner_pinfl, facts -> 'customer' ->> 'stir', facts -> 'customer' ->> 'pinfl']
    ))
  `.execute(db);
  await sql`
    create index protocol_by_party_name on protocol using gin ((
      coalesce(winner_name, '') || ' / ' || coalesce(facts -> 'customer' ->> 'name', '')
    ) gin_trgm_ops)
  `.execute(db);
}
