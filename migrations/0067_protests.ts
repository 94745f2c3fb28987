import { sql, type Kysely } from 'kysely';

/** Protests of participants against the result of their auction, and what they hold up until they are decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Announced at the hammer: a calendar changed afterwards does not move it.
  await sql`alter table lot add column protest_until timestamptz`.execute(db);
  await sql`
    update lot set protest_until = s.protest_until
    from (select lot_id, min(protest_until) as protest_until from settlement group by lot_id) s where s.lot_id = lot.id
  `.execute(db);

  await sql`
    create table protest (
      id bigint generated always as identity primary key,
      lot_id bigint not null references lot (id),
      person_id text not null,
      bidder_number integer not null,
      text text not null check (length(text) between 20 and 4000),
      state text not null default 'filed'
        check (state in ('filed', 'answered', 'unanswered', 'upheld', 'dismissed', 'withdrawn', 'closed')),
      filed_at timestamptz not null default clock_timestamp(),
      -- Until then its author may add files to it.
      files_until timestamptz not null,
      -- Known to the customer: a calendar changed afterwards does not move it.
      answer_by timestamptz not null,
      answer text check (answer in ('accepted', 'rejected')),
      answer_text text check (length(answer_text) between 20 and 2000),
      answered_at timestamptz,
      decided_at timestamptz,
      -- A person's id, or the rules.
      decided_by text,
      decision_text text check (length(decision_text) <= 2000),
      unique (lot_id, person_id),
      check (num_nonnulls(answer, answer_text, answered_at) in (0, 3)),
      check ((state in ('filed', 'answered', 'unanswered')) = (decided_at is null)),
      check ((decided_at is null) = (decided_by is null)),
      check (state <> 'answered' or answer is not null)
    )
  `.execute(db);
  await sql`
    create index protest_open on protest (lot_id) where state in ('filed', 'answered', 'unanswered')
  `.execute(db);
  await sql`create index protest_to_answer on protest (answer_by, id) where state = 'filed'`.execute(db);
  await sql`create index protest_of_person on protest (person_id, id)`.execute(db);

  await sql`
    create table protest_step (
      id bigint generated always as identity primary key,
      protest_id bigint not null references protest (id),
      at timestamptz not null default clock_timestamp(),
      action text not null check (action in ('filed', 'accepted', 'rejected', 'unanswered', 'agreed', 'upheld', 'dismissed',
        'withdrawn', 'closed')),
      -- A person's id, or the rules.
      actor text not null,
      note text check (length(note) <= 4000)
    )
  `.execute(db);
  await sql`create index protest_step_of_protest on protest_step (protest_id, id)`.execute(db);
  // Each of two persons agrees once.
  await sql`
    create unique index protest_step_agreed_once on protest_step (protest_id, actor) where action = 'agreed'
  `.execute(db);

  // A protest stops the clock: since when, and the working time that was left then. Zero: the deadline had passed.
  for (const table of ['settlement', 'offer'])
    await sql`
      alter table ${sql.table(table)}
        add column paused_at timestamptz,
        add column left_ms bigint check (left_ms >= 0),
        add check ((paused_at is null) = (left_ms is null))
    `.execute(db);
  await sql`create index settlement_paused on settlement (lot_id) where paused_at is not null`.execute(db);

  await sql`
    alter table order_action_token
      add column protest_id bigint references protest (id),
      add column reason text check (length(reason) <= 2000)
  `.execute(db);
  await sql`
    alter table staff_task
      drop constraint staff_task_kind_check,
      add constraint staff_task_kind_check check (kind in ('decide-leader', 'invite-reserve', 'offer-to-sole', 'repeat-lot',
        'publish-order', 'decide-protest'))
  `.execute(db);
}
