import { sql, type Kysely } from 'kysely';

/** Accounts that their owners have linked to a PINFL or STIR for which OneID or an E-IMZO certificate vouched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_proven_number (
      field text not null check (field in ('pinfl', 'stir')),
      value text not null,
      account_id uuid not null references identity_account (id) on delete cascade,
      way text not null check (way in ('oneid', 'e-imzo')),
      proven_at timestamptz not null,
      primary key (field, value)
    )
  `.execute(db);
  await sql`create index identity_proven_number_by_account on identity_proven_number (account_id)`.execute(
    db,
  );
  // The number typed by somebody who had proven it: the account made of the registration is linked to it.
  await sql`
    alter table identity_registration add column proven_by text check (proven_by in ('oneid', 'e-imzo'))
  `.execute(db);
}
