import { sql, type Kysely } from 'kysely';

/**
 * An account that one member of staff has shut alone: what its owner has to do in a sale is not due meanwhile. The row stays
 * until the deadlines have the time that was left.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_standstill (
      person_id uuid primary key references person (id),
      since timestamptz not null,
      -- The one member of staff.
      shut_by uuid not null references person (id),
      -- The account is open again, or a second person has shut it too.
      ended_at timestamptz check (ended_at >= since)
    )
  `.execute(db);
  // Shut by one before: what is not due yet waits for a second one as well.
  await sql`
    insert into account_standstill (person_id, since, shut_by)
    select person.id, statement_timestamp(), change.asked_by
    from person cross join lateral (
      select asked_by, two_persons, evidence from account_change
      where person_id = person.id and kind = 'disable' and state = 'carried-out' order by id desc limit 1
    ) change
    where person.disabled_at is not null and person.erased_at is null and change.asked_by is not null
      and not change.two_persons
      -- Two persons moved the number away, and nothing was under way.
      and change.evidence not like 'number-claim:%'
  `.execute(db);
}
