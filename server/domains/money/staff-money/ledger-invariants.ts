import type { Invariant } from '#server/platform/modules/index.ts';
import { TWO_APPROVERS_ABOVE_BASE_AMOUNTS } from '#shared/trade/staff-money.ts';
import { STAFF_MONEY } from './staff-money.repository.ts';

/** In earlier releases one person sent what they had approved. */
const SINCE = `select timestamp::timestamptz from kysely_migration where name = '0270_staff-money'`;

/** And two persons sufficed for a forfeit that left, one for a missed payment. */
const DECISIONS_SINCE = `select timestamp::timestamptz from kysely_migration where name = '0331_decisions-about-money'`;

/** The sum above which two approved, on the day of the movement. */
const LIMIT = `${TWO_APPROVERS_ABOVE_BASE_AMOUNTS} * (
  select amount_tiyin from base_amount where valid_from <= (moved.at at time zone 'Asia/Tashkent')::date
  order by valid_from desc limit 1)`;

/** So far back the sums of 30 days are looked at: what is older was looked at before. */
const RECENT = `select * from (${STAFF_MONEY}) as recent where at > clock_timestamp() - interval '61 days'`;

/** One person approved it, under the rules of this release; a payout is judged last when it is sent. */
const BY_ONE = `moved.at > (${DECISIONS_SINCE}) and moved.at > clock_timestamp() - interval '31 days'
        and coalesce(cardinality(approvers), 0) < 2 and (kind <> 'payout' or sender is not null)`;

/** Invariants over all money in the name of staff. */
export const STAFF_MONEY_INVARIANTS: readonly Invariant[] = [
  {
    number: 23,
    name: 'what left in the name of staff was approved by others than the one who sent it, above the limit by two',
    query: `
      select ref, amount::text, approvers, sender from (${STAFF_MONEY}) as moved
      where kind in ('refund', 'payout', 'forfeit-out', 'penalty-out') and sender is not null
        and at > case when kind like '%-out' then (${DECISIONS_SINCE}) else (${SINCE}) end
        and (coalesce(cardinality(approvers), 0) < case when amount > ${LIMIT} then 2 else 1 end or sender = any(approvers))`,
  },
  {
    number: 23,
    name: 'a line of a statement above the limit was credited by two persons',
    query: `
      select ref, amount::text, approvers from (${STAFF_MONEY}) as moved
      where kind = 'bank-line' and at > (${SINCE}) and cardinality(approvers) < 2 and amount > ${LIMIT}`,
  },
  {
    number: 23,
    name: 'a missed payment above the limit was credited by two persons',
    query: `
      select ref, amount::text, approvers from (${STAFF_MONEY}) as moved
      where kind = 'missed-payment' and at > (${DECISIONS_SINCE}) and cardinality(approvers) < 2 and amount > ${LIMIT}`,
  },
  {
    number: 23,
    name: 'what one approved was below the limit together with all that moved for the same person in 30 days',
    query: `
      select ref, person, sum::text, approvers from (
        select moved.*, person, sum(amount) over (
            partition by person order by moved.at range between interval '30 days' preceding and current row) as sum
        from (${RECENT}) as moved, unnest(persons) as person
      ) as moved
      where ${BY_ONE} and sum > ${LIMIT}`,
  },
  {
    number: 23,
    name: 'what one approved was below the limit together with all that the last one who acted decided about in 24 hours',
    query: `
      select ref, decider, sum::text, approvers from (
        select moved.*, decider, sum(amount) over (
            partition by decider order by moved.at range between interval '24 hours' preceding and current row) as sum
        from (${RECENT}) as moved, unnest(approvers || sender) as decider where decider is not null
      ) as moved
      where ${BY_ONE} and sum > ${LIMIT}
        and decider = case when kind like '%-out' then approvers[cardinality(approvers)]
          else coalesce(sender, approvers[cardinality(approvers)]) end`,
  },
];
