import { sql, type Kysely } from 'kysely';

/** People who are invited to become staff. Never deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_invitation (
      id bigint generated always as identity primary key,
      name text not null check (length(name) between 2 and 200),
      email text not null check (length(email) <= 254),
      phone text not null,
      roles text[] not null check (
        cardinality(roles) between 1 and 4
        and roles <@ array['moderator', 'operator', 'auditor', 'administrator']
      ),
      language text not null check (language in ('uz', 'ru', 'uz-Cyrl', 'en')),
      state text not null check (state in ('waiting', 'sent', 'accepted', 'refused', 'revoked', 'expired')),
      -- Why this person becomes staff, and where the proof is: for staff alone.
      reason text not null check (length(reason) between 5 and 500),
      evidence text not null check (length(evidence) between 3 and 2000),
      asked_by uuid not null references person (id),
      asked_at timestamptz not null default clock_timestamp(),
      approved_by uuid references person (id),
      approved_at timestamptz,
      -- The link in the letter is good until then.
      expires_at timestamptz,
      -- When the mail server took the letter.
      mailed_at timestamptz,
      ended_by uuid references person (id),
      ended_at timestamptz,
      end_reason text check (length(end_reason) between 5 and 500),
      -- Who accepted it.
      person_id uuid references person (id),
      check (approved_by is distinct from asked_by),
      check ((approved_by is null) = (approved_at is null) and (approved_by is null) = (expires_at is null)),
      check ((state in ('waiting', 'refused')) = (approved_by is null) or state = 'revoked'),
      check ((state = 'accepted') = (person_id is not null)),
      check ((state in ('waiting', 'sent')) = (ended_at is null))
    )
  `.execute(db);
  // One open invitation of an address and of a number at a time.
  await sql`create unique index staff_invitation_open_email on staff_invitation (email) where state in ('waiting', 'sent')`.execute(
    db,
  );
  await sql`create unique index staff_invitation_open_phone on staff_invitation (phone) where state in ('waiting', 'sent')`.execute(
    db,
  );
  await sql`create index staff_invitation_by_state on staff_invitation (state, id)`.execute(db);
  await sql`create index staff_invitation_to_mail on staff_invitation (id) where state = 'sent' and mailed_at is null`.execute(
    db,
  );
}
