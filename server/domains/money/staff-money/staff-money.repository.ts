import { sql } from 'kysely';
import { lockNamed, type AnyDb } from '#server/platform/database/index.ts';
import { BANK_LINE } from '#shared/lifecycles/bank-line.ts';
import { DECISION } from '#shared/lifecycles/decision.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { PAYOUT } from '#shared/lifecycles/payout.ts';

const CREDITED = stateAfter(BANK_LINE, 'credit');
const APPROVED = stateAfter(PAYOUT, 'approve');
const DECIDED = stateAfter(DECISION, 'decide');

/**
 * Money that came or left in the name of staff, one row each: `ref`, `kind`, `persons` whom it concerns (of a sale both sides),
 * `amount`, `at`, `approvers`, and `sender`, null where there is none. What the bank sent back counts as well: it can be sent again.
 * All tables belong to other domains: read here.
 */
export const STAFF_MONEY = `
  select 'bank-line:' || l.id as ref, 'bank-line' as kind,
    array_remove(array[l.person_id, lot.customer_person_id::text], null) as persons, l.amount_tiyin as amount,
    l.decided_at as at, array_remove(array[l.asked_by, l.decided_by], null) as approvers, null::text as sender
  from bank_statement_line l
  left join settlement s on s.id = l.settlement_id left join lot on lot.id = s.lot_id
  where l.state = '${CREDITED}' and l.journal_id is not null
  union all
  select 'missed-payment:' || m.id, 'missed-payment', array[t.person_id], t.amount_tiyin, m.settled_at,
    array_remove(array[(
      select d.proposed_by from decision d
      where d.kind = 'missed-payment' and d.state = '${DECIDED}' and d.payload->>'mismatchId' = m.id::text
    ), m.settled_by], null), null
  from payment_mismatch m join top_up t on t.id = m.top_up_id where m.note = 'credited' and m.settled_at is not null
  union all
  select 'refund:' || r.id, 'refund', array[r.person_id], r.amount_tiyin, sent.at,
    array(select actor from refund_step where refund_id = r.id and action = 'approved' and actor <> sent.actor), sent.actor
  from refund_step sent join refund r on r.id = sent.refund_id
  where sent.action = 'sent' or (sent.action = 'set-off' and r.set_off_tiyin = r.amount_tiyin)
  union all
  select 'payout:' || p.id || ':' || step.round, 'payout',
    array_remove(array[p.seller_id, s.person_id], null), p.amount_tiyin, max(step.at),
    array_agg(step.actor) filter (where step.action = 'approved'), max(step.actor) filter (where step.action in ('sent', 'set-off'))
  from payout_step step join payout p on p.id = step.payout_id join settlement s on s.id = p.settlement_id
  where step.action in ('approved', 'sent', 'set-off')
  group by p.id, p.seller_id, p.amount_tiyin, p.state, p.round, step.round, s.person_id
  having bool_or(step.action in ('sent', 'set-off')) or (p.state = '${APPROVED}' and p.round = step.round)
  union all
  select 'forfeit:' || j.resolves_id, j.kind, array_remove(array[j.person_id, lot.customer_person_id::text], null), j.amount_tiyin,
    d.decided_at, d.agreed_by || d.decided_by, d.proposed_by
  from decision d
  join ledger_journal j on j.kind in ('forfeit-out', 'penalty-out') and j.resolves_id = (d.payload->>'journalId')::bigint
  left join lot on j.reference = 'lot:' || lot.id
  where d.kind = 'forfeit-exit' and d.state = '${DECIDED}'
  union all
  select 'claim:' || c.id, 'indemnity-cover', array[c.seller_id, c.buyer_id], c.amount_tiyin, d.decided_at,
    array[d.proposed_by, d.decided_by], null
  from decision d join sale_claim c on c.id = (d.payload->>'claimId')::bigint
  where d.kind = 'claim-end' and d.state = '${DECIDED}' and d.payload->>'answer' = 'indemnity'
  union all
  select 'bank-line:' || (d.payload->>'lineId'), j.kind, '{}', j.amount_tiyin, d.decided_at, array[d.proposed_by, d.decided_by], null
  from decision d join ledger_journal j on j.kind = 'indemnity-in' and j.idempotency_key = 'line:' || (d.payload->>'lineId')
  where d.kind = 'indemnity-in' and d.state = '${DECIDED}'
  union all
  select 'credit-correction:' || d.id, 'credit-correction', array[j.person_id, d.payload->>'personId'],
    j.amount_tiyin, d.decided_at, array[d.proposed_by, d.decided_by], null
  from decision d join ledger_journal j on j.kind = 'credit-claim' and j.idempotency_key = 'correction:' || d.id
  where d.kind = 'correct-credit' and d.state = '${DECIDED}'
  union all
  select 'credit-cover:' || c.id, j.kind, array[j.person_id, c.payload->>'personId'],
    j.amount_tiyin, d.decided_at, array[d.proposed_by, d.decided_by], null
  from decision d
  join lateral (
    select b.id, b.payload from decision b
    where b.kind = 'correct-credit' and b.state = '${DECIDED}' and b.payload->>'lineId' = d.payload->>'lineId' and b.decided_at < d.decided_at
    order by b.decided_at desc, b.id desc limit 1
  ) c on true
  join ledger_journal j on j.kind = 'credit-cover' and j.idempotency_key = 'correction:' || c.id
  where d.kind = 'credit-claim-end' and d.state = '${DECIDED}'`;

const DAY = '24 hours';
const MONTH = '30 days';

interface AskedSum {
  /** Of one person. */
  accounts: readonly string[];
  /** What came and left for the person, or what the person decided about. */
  as: 'concerned' | 'decider';
  exceptRef: string;
}

export interface MovedSums {
  dayTiyin: number;
  monthTiyin: number;
}

export function createStaffMoneyRepository(on: AnyDb) {
  return {
    /** Whoever judges an item waits until the one before is committed. Taken before all other locks. */
    async lock(): Promise<void> {
      await lockNamed(on, 'staff-money');
    },

    /**
     * Sums of each of these, in their order, without one item each. One statement for all: how the tables are joined is planned once,
     * which takes longer than reading them.
     */
    async sums(asked: readonly AskedSum[]): Promise<MovedSums[]> {
      if (asked.length === 0) return [];
      const { rows } = await sql<MovedSums>`
        with moved as materialized (
          select * from (${sql.raw(STAFF_MONEY)}) as all_moved
          where at > clock_timestamp() - interval '${sql.raw(MONTH)}'
        )
        select coalesce(sum(amount) filter (where at > clock_timestamp() - interval '${sql.raw(DAY)}'), 0)::bigint as "dayTiyin",
          coalesce(sum(amount), 0)::bigint as "monthTiyin"
        from (
          select number, array(select jsonb_array_elements_text(each -> 'accounts')) as accounts,
            each ->> 'exceptRef' as except_ref, each ->> 'as' as role
          from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) with ordinality as given (each, number)
        ) as asked
        left join moved on ref <> asked.except_ref
          and case asked.role when 'decider' then approvers || sender else persons end && asked.accounts
        group by asked.number order by asked.number`.execute(on);
      return rows.map(({ dayTiyin, monthTiyin }) => ({
        dayTiyin: Number(dayTiyin),
        monthTiyin: Number(monthTiyin),
      }));
    },
  };
}
