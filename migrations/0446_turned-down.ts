import { sql, type Kysely } from 'kysely';

/**
 * Each time a member of staff turned down what somebody asked for, with the matter it was about: no one person does so about the
 * same matter again and again. `asked_by` is a colleague whose proposal it was; null: a customer's wish.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table turned_down (
      id bigint generated always as identity primary key,
      matter text not null,
      asked_by text,
      turned_down_by text not null,
      at timestamptz not null default clock_timestamp()
    )
  `.execute(db);
  await sql`create index turned_down_of_matter on turned_down (matter, at)`.execute(db);
}
