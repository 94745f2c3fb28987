import { sql, type Kysely } from 'kysely';

/** Questions about lots, answered by their sellers; staff approve both before anybody sees them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lot_question (
      id bigint generated always as identity primary key,
      lot_id bigint not null references lot (id),
      -- null: the account is erased. Only staff are shown who asked.
      person_id text,
      text text not null check (length(text) between 10 and 500),
      language text not null check (language in ('uz', 'ru', 'uz-Cyrl', 'en')),
      state text not null
        check (state in ('asked', 'open', 'answered', 'published', 'refused', 'withdrawn', 'hidden', 'lapsed')),
      -- Counts changes: staff decide about what they have read.
      version integer not null default 1,
      asked_at timestamptz not null default clock_timestamp(),
      answer text check (length(answer) between 2 and 1000),
      answer_language text check (answer_language in ('uz', 'ru', 'uz-Cyrl', 'en')),
      answered_at timestamptz,
      answered_by text,
      decided_at timestamptz,
      decided_by text,
      -- Why staff refused, returned or hid it.
      reason text check (length(reason) between 10 and 500),
      ended_at timestamptz,
      check (num_nonnulls(answer, answer_language, answered_at, answered_by) in (0, 4)),
      check ((decided_at is null) = (decided_by is null)),
      check (state not in ('answered', 'published') or answer is not null),
      check (state not in ('refused', 'hidden') or reason is not null),
      check ((state in ('refused', 'withdrawn', 'hidden', 'lapsed')) = (ended_at is not null))
    )
  `.execute(db);
  await sql`create index lot_question_of_lot on lot_question (lot_id, id desc)`.execute(db);
  await sql`create index lot_question_of_person on lot_question (person_id, asked_at)`.execute(db);
  await sql`
    create index lot_question_to_approve on lot_question (id) where state in ('asked', 'answered')
  `.execute(db);
  await sql`
    create index lot_question_unfinished on lot_question (lot_id) where state in ('asked', 'open', 'answered')
  `.execute(db);
  await sql`
    create index lot_question_unshown on lot_question (ended_at)
    where state in ('refused', 'withdrawn', 'hidden', 'lapsed')
  `.execute(db);
}
