import type { Invariant } from '#server/platform/modules/index.ts';
import { TWO_APPROVERS_ABOVE_BASE_AMOUNTS } from '#shared/trade/staff-money.ts';
import { STAFF_MONEY } from './staff-money.repository.ts';

/** In earlier releases one person sent what they had approved. */
const SINCE = `select timestamp::timestamptz from kysely_migration where name = '0270_staff-money'`;

/** The sum above which two approved, on the day of the movement. */
const LIMIT = `${TWO_APPROVERS_ABOVE_BASE_AMOUNTS} * (
  select amount_tiyin from base_amount where valid_from <= (moved.at at time zone 'Asia/Tashkent')::date
  order by valid_from desc limit 1)`;

/** Invariants over all money in the name of staff. */
export const STAFF_MONEY_INVARIANTS: readonly Invariant[] = [
  {
    number: 23,
    name: 'what left in the name of staff was approved by others than the one who sent it, above the limit by two',
    query: `
      select ref, amount::text, approvers, sender from (${STAFF_MONEY}) as moved
      where kind in ('refund', 'payout') and sender is not null and at > (${SINCE})
        and (coalesce(cardinality(approvers), 0) < case when amount > ${LIMIT} then 2 else 1 end or sender = any(approvers))`,
  },
  {
    number: 23,
    name: 'what came in the name of staff answers a line of an unbroken statement, or two persons credited it; above the limit two',
    query: `
      select ref, amount::text, approvers from (${STAFF_MONEY}) as moved
      join bank_statement_line l on 'bank-line:' || l.id = moved.ref join bank_statement b on b.id = l.statement_id
      where moved.at > (${SINCE}) and cardinality(approvers) < 2 and (not b.unbroken or amount > ${LIMIT})`,
  },
];
