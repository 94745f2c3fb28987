import { sql, type Kysely } from 'kysely';

/** Who of the staff shaped the orders of a file of lots, beside who uploaded and who signed it: none of them approves those orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_import_contributor (
      import_id bigint not null references order_import (id),
      -- Who said what its columns are, of this file or of the one whose answer it is read by; who added an archive of photos.
      part text not null check (part in ('columns', 'photos')),
      person_id text not null,
      primary key (import_id, part, person_id)
    )
  `.execute(db);
  await sql`
    insert into order_import_contributor (import_id, part, person_id)
    select i.id, case a.action when 'mapped' then 'columns' else 'photos' end, a.person_id::text
    from person_action a join order_import i on a.reason = 'order-import:' || i.id
    where a.type = 'order-import' and a.action in ('mapped', 'photos-added')
    on conflict do nothing
  `.execute(db);
  // Files that are read by the answer about an earlier one with the same heads.
  await sql`
    insert into order_import_contributor (import_id, part, person_id)
    select later.id, 'columns', c.person_id
    from order_import later
    join order_import said on said.person_id = later.person_id and said.heads_key = later.heads_key
      and said.mapping = later.mapping and said.id < later.id
    join order_import_contributor c on c.import_id = said.id and c.part = 'columns'
    on conflict do nothing
  `.execute(db);
  await sql`create index order_import_row_order on order_import_row (order_id) where order_id is not null`.execute(
    db,
  );
}
