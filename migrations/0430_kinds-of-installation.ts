import { sql, type Kysely } from 'kysely';

/**
 * What a database is for, set by the first start that says it: the demo never writes into an installation's. Null: not said yet.
 * A database with people of the demo is the demo's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table installation add kind text check (kind in ('demo', 'installation'))`.execute(db);
  await sql`update installation set kind = 'demo' where exists (select from person where demo)`.execute(db);
  await sql`
    create function kind_of_installation_is_final() returns trigger language plpgsql as $$
    begin
      if old.kind is not null and new.kind is distinct from old.kind then
        raise exception 'what a database is for is never changed';
      end if;
      return new;
    end $$
  `.execute(db);
  await sql`
    create trigger kind_of_installation_final before update on installation
    for each row execute function kind_of_installation_is_final()
  `.execute(db);
}
