import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { BankDay } from '#shared/api/console/bank-statements.ts';
import { BANK_LINE, REPEATED_BANK_LINES, WAITING_BANK_LINES } from '#shared/lifecycles/bank-line.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import type { StatementTables } from './statement-tables.ts';

/** Only by then a payout is what the line says; the words of the indexes on payouts and refunds. */
const MATCHED = sql.lit(stateAfter(BANK_LINE, 'match'));

type Sums = Omit<BankDay, 'agrees'>;

const FIGURES = [
  'creditTiyin',
  'creditedTiyin',
  'waitingTiyin',
  'returnedTiyin',
  'ignoredTiyin',
  'debitTiyin',
  'settledTiyin',
  'ignoredDebitTiyin',
  'unprovenTiyin',
] as const satisfies readonly (keyof Sums)[];

/** Lines of statements against the ledger, by the bank's day. The ledger is read, never the lines' own word about it. */
export function createBankDaysRepository(db: Db<StatementTables>) {
  /** Noted as paid; the words of the index `ledger_journal_settled`. */
  const settled = sql`kind in ('sale-out-settled', 'pay-out-settled')`;
  const dayOf = (at: string) => sql`(${sql.raw(at)} at time zone 'Asia/Tashkent')::date`;
  const first = sql`(select min(booked_on) from bank_statement_line)`;

  return {
    /** Days on which the bank moved money, or payouts and refunds were noted as paid; none before the first line. */
    async page(limit: number, offset: number): Promise<{ items: BankDay[]; total: number }> {
      // Days are found from one to the next by indexes; then only what is of the page's days is read and added up.
      const { rows } = await sql<Record<keyof Sums, string> & { total: string }>`
        with recursive line_day as (
          select max(booked_on) as day from bank_statement_line
          union all
          select (select max(booked_on) from bank_statement_line where booked_on < d.day) from line_day d
          where d.day is not null
        ),
        settled_day as (
          select ${dayOf('max(posted_at)')} as day from ledger_journal where ${settled}
          union all
          select (select ${dayOf('max(posted_at)')} from ledger_journal
            where ${settled} and posted_at < d.day::timestamp at time zone 'Asia/Tashkent') from settled_day d
          where d.day >= ${first}
        ),
        found as (select day from line_day where day is not null union select day from settled_day where day >= ${first}),
        picked as (select day, count(*) over () as total from found order by day desc limit ${limit} offset ${offset}),
        span as materialized (select min(day) as first_day, max(day) as last_day from picked),
        unproven as (
          select ${dayOf('a.posted_at')} as day, sum(a.amount_tiyin) as sum
          from ledger_journal a
          where a.${settled}
            and a.posted_at >= (select first_day from span)::timestamp at time zone 'Asia/Tashkent'
            and a.posted_at < ((select last_day from span) + 1)::timestamp at time zone 'Asia/Tashkent'
            and not exists (select from payout p join bank_statement_line l on l.payout_id = p.id and l.state = ${MATCHED}
              where p.pay_out_id = a.resolves_id)
            and not exists (select from refund r join bank_statement_line l on l.refund_id = r.id and l.state = ${MATCHED}
              where r.pay_out_id = a.resolves_id)
          group by 1
        ),
        lines as (
          select l.booked_on as day,
            sum(l.amount_tiyin) filter (where l.side = 'credit') as credit,
            sum(j.amount_tiyin) filter (where l.side = 'credit') as credited,
            sum(l.amount_tiyin) filter (where l.state = any(${[...WAITING_BANK_LINES]})) as waiting,
            sum(l.amount_tiyin) filter (where l.decision = 'return' and l.decided_at is not null) as returned,
            sum(l.amount_tiyin) filter (where l.decision = 'ignore' and l.decided_at is not null and l.side = 'credit') as ignored,
            sum(l.amount_tiyin) filter (where l.side = 'debit') as debit,
            sum(s.amount_tiyin) filter (where l.side = 'debit') as settled,
            sum(l.amount_tiyin) filter (where l.decision = 'ignore' and l.decided_at is not null and l.side = 'debit') as ignored_debit
          from bank_statement_line l
          left join lateral (select j.amount_tiyin from ledger_journal j
            where j.kind = 'top-up' and j.idempotency_key = 'bank:line:' || l.id limit 1) j on true
          left join lateral (select s.amount_tiyin from ledger_journal s
            where l.state = ${MATCHED} and s.resolves_id = coalesce((select p.pay_out_id from payout p where p.id = l.payout_id),
              (select r.pay_out_id from refund r where r.id = l.refund_id)) and s.${settled} limit 1) s on true
          where l.booked_on between (select first_day from span) and (select last_day from span)
            and l.state <> all(${[...REPEATED_BANK_LINES]})
          group by 1
        )
        select to_char(day, 'YYYY-MM-DD') as "day", total,
          coalesce(l.credit, 0) as "creditTiyin", coalesce(l.credited, 0) as "creditedTiyin",
          coalesce(l.waiting, 0) as "waitingTiyin", coalesce(l.returned, 0) as "returnedTiyin",
          coalesce(l.ignored, 0) as "ignoredTiyin", coalesce(l.debit, 0) as "debitTiyin",
          coalesce(l.settled, 0) as "settledTiyin", coalesce(l.ignored_debit, 0) as "ignoredDebitTiyin",
          coalesce(u.sum, 0) as "unprovenTiyin"
        from picked left join lines l using (day) left join unproven u using (day)
        order by day desc`.execute(db);
      const items = rows.map(({ day, ...sums }): BankDay => {
        const numbers = Object.fromEntries(
          FIGURES.map((name) => [name, Number(sums[name])]),
        ) as unknown as Omit<Sums, 'day'>;
        const { creditTiyin, creditedTiyin, returnedTiyin, ignoredTiyin } = numbers;
        const { debitTiyin, settledTiyin, ignoredDebitTiyin, unprovenTiyin } = numbers;
        const agrees =
          creditTiyin === creditedTiyin + returnedTiyin + ignoredTiyin &&
          debitTiyin === settledTiyin + ignoredDebitTiyin &&
          unprovenTiyin === 0;
        return { day, ...numbers, agrees };
      });
      return { items, total: Number(rows[0]?.total ?? 0) };
    },
  };
}
