import { sql, type Kysely } from 'kysely';

/** Disturbances of the platform, what staff did about each, and what they wrote to the people it concerned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table incident (
      id bigint generated always as identity primary key,
      cause text not null check (cause in ('staff', 'technical-break', 'outage')),
      -- Of one opened by staff: the same request opens it once.
      request_id uuid unique,
      -- Of one opened by a technical break: a break opens one.
      break_id bigint unique references technical_break,
      -- Empty: its cause names it.
      title text check (char_length(title) between 1 and 200),
      severity text not null check (severity in ('minor', 'major', 'critical')),
      state text not null default 'open' check (state in ('open', 'watching', 'closed')),
      since timestamptz not null,
      until timestamptz,
      owner_id text,
      owner_name text,
      check ((owner_id is null) = (owner_name is null)),
      check (until >= since),
      check ((cause = 'staff') = (request_id is not null)),
      check ((cause = 'technical-break') = (break_id is not null)),
      check (cause <> 'staff' or title is not null)
    )
  `.execute(db);
  await sql`create index incident_by_time on incident (since, id)`.execute(db);
  await sql`
    create table incident_step (
      id bigint generated always as identity primary key,
      incident_id bigint not null references incident,
      step text not null check (step in ('opened', 'changed', 'watched', 'closed', 'reopened')),
      -- Empty: an event of the platform did it.
      person_id text,
      person_name text,
      -- The report it was closed with, why it was reopened.
      text text check (char_length(text) between 1 and 5000),
      at timestamptz not null default now(),
      check ((person_id is null) = (person_name is null)),
      check ((step in ('closed', 'reopened')) = (text is not null))
    )
  `.execute(db);
  await sql`create index incident_step_of_incident on incident_step (incident_id, id)`.execute(db);
  await sql`
    create table incident_message (
      id bigint generated always as identity primary key,
      incident_id bigint not null references incident,
      request_id uuid not null unique,
      -- By language.
      texts jsonb not null,
      person_id text not null,
      person_name text not null,
      written_at timestamptz not null default now(),
      -- Empty while it is being sent.
      sent_at timestamptz,
      people integer check (people >= 0),
      check ((sent_at is null) = (people is null))
    )
  `.execute(db);
  await sql`create index incident_message_of_incident on incident_message (incident_id, id)`.execute(db);
  await sql`create index incident_message_unsent on incident_message (id) where sent_at is null`.execute(db);
  // Which rooms were interrupted within a time.
  await sql`create index auction_interruption_by_begin on auction_interruption (began_us)`.execute(db);
  await sql`create index auction_interruption_by_end on auction_interruption (ended_us, began_us)`.execute(
    db,
  );
}
