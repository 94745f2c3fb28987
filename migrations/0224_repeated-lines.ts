import { sql, type Kysely } from 'kysely';

/** A movement that another file brought under other words is the repeat of a line: it is never credited once more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bank_statement_line
      -- The line whose movement this is, or may be.
      add column repeats_line_id bigint references bank_statement_line (id),
      -- A person said that it is another movement.
      add column repeat_denied boolean not null default false,
      drop constraint bank_statement_line_state_check,
      add constraint bank_statement_line_state_check
        check (state in ('undecided', 'asked', 'credited', 'returned', 'ignored', 'matched', 'repeat')),
      drop constraint bank_statement_line_check,
      add constraint bank_statement_line_check check ((state in ('undecided', 'repeat')) = (decision is null)),
      drop constraint bank_statement_line_check2,
      add constraint bank_statement_line_check2 check
        ((state in ('undecided', 'asked', 'repeat')) = (decided_at is null) and (decided_at is null) = (decided_by is null)),
      add constraint bank_statement_line_repeat check
        ((state <> 'repeat' or (repeats_line_id is not null and not repeat_denied)) and repeats_line_id <> id)
  `.execute(db);
  await sql`create index bank_statement_line_value on bank_statement_line (value_on, side, amount_tiyin)`.execute(
    db,
  );
  await sql`
    alter table bank_statement_line_step
      drop constraint bank_statement_line_step_action_check,
      add constraint bank_statement_line_step_action_check check (action in ('asked', 'rejected', 'credited',
        'returned', 'ignored', 'matched', 'reopen-asked', 'reopened', 'repeat-confirmed', 'repeat-denied'))
  `.execute(db);
}
