import { sql, type Kysely } from 'kysely';

/** What witnesses have signed of the transparency log: that a state of it only continues what they saw before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transparency_cosignature (
      witness text not null,
      size bigint not null references transparency_checkpoint,
      -- Of C2SP signed-note, with its line break.
      line text not null,
      primary key (witness, size)
    )
  `.execute(db);
  await sql`create index transparency_cosignature_by_size on transparency_cosignature (size)`.execute(db);
}
