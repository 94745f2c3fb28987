import { DECISION } from '#shared/lifecycles/decision.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';

/** Ids of the statements that two persons compared with the bank's own paper, whatever came since. */
export const CONFIRMED_STATEMENTS = `
  select (d.payload->>'statementId')::bigint as id, max(d.decided_at) as confirmed_at from decision d
  where d.kind = 'confirm-statement' and d.state = '${stateAfter(DECISION, 'decide')}' and d.proposed_by <> d.decided_by
  group by 1`;

/**
 * Ids of the statements that one person need not be trusted for, from their rows alone. Each was confirmed by two persons, or
 * follows on one that is unbroken itself, so that a row of them begins at a confirmed one. To follow on, a statement has both
 * balances and no differences, shares no day with one that was imported before it, and begins with the closing balance of the last
 * sound one before its days. One that is imported after a later one has to end with what that one begins with as well, and has to
 * explain a gap between the two: where they join nothing is missing.
 *
 * Only statements that were imported before are compared, so that no later file changes what was decided by an earlier one.
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
      and (c.id is not null or (s.differences = '[]' and (later.id is null or later.opening_tiyin = s.closing_tiyin)
        and not exists (
          select from bank_statement o where o.account = s.account and o.id < s.id
            and o.from_day <= s.to_day and o.to_day >= s.from_day)))
  ),
  follows as (
    select s.id, p.id as before
    from sound s
    cross join lateral (
      select p.id, p.closing_tiyin from sound p
      where p.account = s.account and p.id < s.id and p.to_day < s.from_day
      order by p.to_day desc, p.is_confirmed desc, p.id desc limit 1
    ) p
    where not s.is_confirmed and p.closing_tiyin = s.opening_tiyin
      and s.later_tiyin is distinct from p.closing_tiyin
  ),
  unbroken(id) as (
    select id from sound where is_confirmed
    union
    select f.id from follows f join unbroken u on u.id = f.before
  )
  select id from unbroken`;
