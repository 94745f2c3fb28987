import { DECISION } from '#shared/lifecycles/decision.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';

/** Ids of the statements that two persons compared with the bank's own paper, whatever came since. */
export const CONFIRMED_STATEMENTS = `
  select (d.payload->>'statementId')::bigint as id, max(d.decided_at) as confirmed_at from decision d
  where d.kind = 'confirm-statement' and d.state = '${stateAfter(DECISION, 'decide')}' and d.proposed_by <> d.decided_by
  group by 1`;

/** Differences that say something of other statements: which of two has one depends on which was taken over first. */
const OF_SHARED_DAYS = "array['known-sum', 'contrary-lines']";

/**
 * Ids of the statements that one person need not be trusted for, from their rows alone. Each was confirmed by two persons, or
 * follows on one that is unbroken itself, so that a row of them begins at a confirmed one. To follow on, a statement has both
 * balances and no difference of its own, is contradicted by none, and begins with the closing balance of a sound one that ends last
 * before its days. One that is imported after a later one has to end with what that one begins with as well, and has to
 * explain a gap between the two: where they join nothing is missing.
 *
 * Statements that share days are worth the same whichever of them was imported first: those that contradict each other break, also what
 * follows on them, until two persons confirm one. What was decided before is judged by what was noted then (`bank_statement_judgement`).
 */
export const UNBROKEN_STATEMENTS = `
  with recursive confirmed as materialized (${CONFIRMED_STATEMENTS}),
  sound as materialized (
    select s.id, s.account, s.from_day, s.to_day, s.opening_tiyin, s.closing_tiyin, c.id is not null as is_confirmed,
      later.opening_tiyin as later_tiyin
    from bank_statement s left join confirmed c on c.id = s.id
    left join lateral (
      select n.id, n.opening_tiyin from bank_statement n
      where n.account = s.account and n.id < s.id and n.from_day > s.to_day
      order by n.from_day, n.id limit 1
    ) later on true
    where s.opening_tiyin is not null and s.closing_tiyin is not null and s.from_day is not null and s.to_day is not null
      and (c.id is not null or (not s.doubted
        and (later.id is null or later.opening_tiyin = s.closing_tiyin)
        and not exists (
          select from jsonb_array_elements(s.differences) as d where d->>'kind' <> all (${OF_SHARED_DAYS}))))
  ),
  follows as (
    select s.id, p.id as before
    from sound s
    cross join lateral (
      select max(l.to_day) as day from sound l where l.account = s.account and l.id < s.id and l.to_day < s.from_day
    ) last
    join sound p on p.account = s.account and p.id < s.id and p.to_day = last.day and p.closing_tiyin = s.opening_tiyin
    where not s.is_confirmed and s.later_tiyin is distinct from p.closing_tiyin
  ),
  unbroken(id) as (
    select id from sound where is_confirmed
    union
    select f.id from follows f join unbroken u on u.id = f.before
  )
  select id from unbroken`;
