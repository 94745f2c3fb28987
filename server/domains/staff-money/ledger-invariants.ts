import type { Invariant } from '#server/platform/modules/index.ts';
import { STAFF_MONEY } from './staff-money.repository.ts';

/** Movements of earlier releases were sent by one who had approved them. */
const SINCE = `select timestamp::timestamptz from kysely_migration where name = '0270_staff-money'`;

/** Invariants over all money in the name of staff. */
export const STAFF_MONEY_INVARIANTS: readonly Invariant[] = [
  {
    number: 21,
    name: 'what left in the name of staff was approved by others than the one who sent it',
    query: `
      select ref, approvers, sender from (${STAFF_MONEY}) as moved
      where kind in ('refund', 'payout') and sender is not null and at > (${SINCE})
        and (cardinality(approvers) = 0 or approvers is null or sender = any(approvers))`,
  },
];
