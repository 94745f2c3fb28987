import { sql, type Kysely } from 'kysely';

/**
 * PINFL of members of staff that somebody on the server has seen in a document. What was proven before is not known to be of
 * OneID itself or of its local twin: it counts as the twin's until it is proven once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_attestation (
      id bigint generated always as identity primary key,
      person_id uuid not null references person (id),
      pinfl text not null check (pinfl ~ '^[0-9]{14}$'),
      document text not null,
      reason text not null,
      at timestamptz not null default clock_timestamp()
    )
  `.execute(db);
  await sql`create index staff_attestation_by_person on staff_attestation (person_id, id)`.execute(db);
  await sql`create index staff_attestation_by_pinfl on staff_attestation (pinfl)`.execute(db);
  await sql`
    alter table identity_proven_number add column by_twin boolean not null default true
  `.execute(db);
}
