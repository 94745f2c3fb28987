import { STAFF_MONEY } from '#server/domains/money/staff-money/index.ts';
import type { Invariant } from '#server/platform/modules/index.ts';
import { BANK_LINE } from '#shared/lifecycles/bank-line.ts';
import { DECISION } from '#shared/lifecycles/decision.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { UNBROKEN_STATEMENTS } from './statement-chain.ts';

/** In earlier releases a statement that no one had confirmed began a row. */
const CHAINS_SINCE = `select timestamp::timestamptz from kysely_migration where name = '0334_unbroken-chains'`;

/** In earlier releases one person credited what one file said. */
const SEEN_SINCE = `select timestamp::timestamptz from kysely_migration where name = '0360_lines-seen-again'`;

/** In earlier releases a file bore a line out that differed in payer or value date, or that a person called its repeat. */
const AGREES_SINCE = `select timestamp::timestamptz from kysely_migration where name = '0380_lines-that-agree'`;

/** In earlier releases one person matched a line to whatever account. */
const ACCOUNTS_SINCE = `select timestamp::timestamptz from kysely_migration where name = '0357_contradicting-lines'`;

/** Was the statement `b` judged to be unbroken at this instant? What contradicts it since breaks nothing that was decided before. */
const wasUnbroken = (at: string): string => `coalesce((
  select j.unbroken from bank_statement_judgement j where j.statement_id = b.id and j.at <= ${at} order by j.at desc limit 1), false)`;

/** Invariants between the ledger and statements of the bank. */
export const STATEMENT_INVARIANTS: readonly Invariant[] = [
  {
    number: 20,
    name: 'what came by the bank is credited, and what is credited came by the bank, one to one',
    query: `
      select l.id as line, j.id as journal, l.state
      from (select * from bank_statement_line where journal_id is not null) l
      full join (
        select j.* from ledger_journal j join ledger_entry e on e.journal_id = j.id
        join ledger_account a on a.id = e.account_id and a.kind = 'clearing' and a.purpose = 'bank'
        where j.kind = 'top-up'
      ) j on j.id = l.journal_id
      where l.id is null or j.id is null or l.side <> 'credit' or l.amount_tiyin <> j.amount_tiyin
        or l.person_id <> j.person_id or j.idempotency_key <> 'bank:line:' || l.id`,
  },
  {
    number: 20,
    name: 'a line of a payout or a refund has its sum, and that is paid',
    query: `
      select l.id as line, l.payout_id, l.refund_id from bank_statement_line l
      left join payout p on p.id = l.payout_id left join refund r on r.id = l.refund_id
      left join ledger_journal e on e.resolves_id = coalesce(p.pay_out_id, r.pay_out_id)
      where l.state = '${stateAfter(BANK_LINE, 'match')}' and (e.kind is null or e.kind not in ('sale-out-settled', 'pay-out-settled')
        or l.amount_tiyin <> coalesce(p.amount_tiyin - p.set_off_tiyin, r.amount_tiyin - r.set_off_tiyin) or l.side <> 'debit')`,
  },
  {
    number: 23,
    name: 'a payout or a refund was found in a line by no one who sent it, and by two in a line of another account',
    query: `
      select l.id as line, l.payout_id, l.refund_id, l.asked_by, l.decided_by from bank_statement_line l
      left join payout p on p.id = l.payout_id left join refund r on r.id = l.refund_id
      where l.state = '${stateAfter(BANK_LINE, 'match')}' and l.decided_at > (${ACCOUNTS_SINCE})
        and ((l.asked_by is null
            and (l.party_account = coalesce(p.requisites->>'account', r.account_number)) is not true)
          or exists (select from payout_step s where s.payout_id = p.id and s.round = p.round and s.action = 'sent'
            and s.actor in (l.asked_by, l.decided_by))
          or exists (select from refund_step s where s.refund_id = r.id and s.action = 'sent'
            and s.actor in (l.asked_by, l.decided_by)))`,
  },
  {
    number: 20,
    name: 'what the operator paid into its own account for buyers is a line of the bank, which is nothing else',
    query: `
      select j.id as journal, l.id as line, l.state from ledger_journal j
      left join bank_statement_line l on j.idempotency_key = 'line:' || l.id
      where j.kind = 'indemnity-in'
        and j.posted_at > (select timestamp::timestamptz from kysely_migration where name = '0332_indemnity-by-bank-line')
        and (l.id is null or l.side <> 'credit' or l.amount_tiyin <> j.amount_tiyin or l.state <> 'ignored')`,
  },
  {
    number: 20,
    name: 'a transfer that was taken back and is not paid for long is before staff',
    query: `
      select j.id as claim, j.posted_at, j.reference from ledger_journal j
      where j.kind = 'credit-claim'
        -- Thirty working days, with the longest holidays, and a day of the worker; afterwards until it is decided.
        and j.posted_at < clock_timestamp() - interval '75 days'
        and not exists (
          select from ledger_journal r
          where r.resolves_id = j.id or (r.kind = 'credit-cover' and r.idempotency_key = j.idempotency_key))
        and not exists (select from staff_task t where t.occasion = j.idempotency_key || ':end' and t.done_at is null)`,
  },
  {
    number: 23,
    name: 'what one person credited is in a statement of a row that two persons began, and somebody else brought it',
    query: `
      select ref, amount::text, approvers, b.id as statement, b.imported_by from (${STAFF_MONEY}) as moved
      join bank_statement_line l on 'bank-line:' || l.id = moved.ref join bank_statement b on b.id = l.statement_id
      where moved.at > (${CHAINS_SINCE}) and cardinality(approvers) < 2
        and (b.imported_by = any(approvers) or (b.id not in (${UNBROKEN_STATEMENTS}) and not ${wasUnbroken('moved.at')}))`,
  },
  {
    number: 23,
    name: 'what one person credited is said by the file of another person too, or two confirmed its statement',
    query: `
      select ref, amount::text, approvers, b.id as statement from (${STAFF_MONEY}) as moved
      join bank_statement_line l on 'bank-line:' || l.id = moved.ref join bank_statement b on b.id = l.statement_id
      where moved.at > (${SEEN_SINCE}) and cardinality(approvers) < 2
        and not exists (select from decision d where d.kind = 'confirm-statement' and d.subject = 'bank-statement:' || b.id
          and d.state = '${stateAfter(DECISION, 'decide')}')
        and not exists (select from bank_statement_line_seen s join bank_statement o on o.id = s.statement_id
          where s.line_id = l.id and o.imported_by <> b.imported_by and (s.agrees or moved.at <= (${AGREES_SINCE})))
        and not exists (select from bank_statement_line r join bank_statement o on o.id = r.statement_id
          where r.repeats_line_id = l.id and o.imported_by <> b.imported_by and moved.at <= (${AGREES_SINCE}))`,
  },
  {
    number: 23,
    name: 'statements that are noted as unbroken are those of rows that two persons began',
    query: `
      select b.id as statement, b.unbroken from bank_statement b
      where b.unbroken <> (b.id in (${UNBROKEN_STATEMENTS})) or b.unbroken <> ${wasUnbroken("'infinity'")}`,
  },
];
