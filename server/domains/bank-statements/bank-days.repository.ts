import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { BankDay } from '#shared/api/bank-statements.ts';
import { WAITING_BANK_LINES } from '#shared/lifecycles/bank-line.ts';
import type { StatementTables } from './statement-tables.ts';

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
  /** Days on which the bank moved money, or payouts and refunds were noted as paid without a line. */
  const days = sql`
    with unproven as (
      select (a.posted_at at time zone 'Asia/Tashkent')::date as day, sum(a.amount_tiyin) as sum
      from ledger_journal a
      where a.kind in ('sale-out-settled', 'pay-out-settled')
        and not exists (select from payout p join bank_statement_line l on l.payout_id = p.id
          where p.pay_out_id = a.resolves_id)
        and not exists (select from refund r join bank_statement_line l on l.refund_id = r.id
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
      left join ledger_journal j on j.kind = 'top-up' and j.idempotency_key = 'bank:line:' || l.id
      left join payout p on p.id = l.payout_id
      left join refund r on r.id = l.refund_id
      left join ledger_journal s on s.resolves_id = coalesce(p.pay_out_id, r.pay_out_id)
        and s.kind in ('sale-out-settled', 'pay-out-settled')
      group by 1
    )`;
  const first = sql`(select min(booked_on) from bank_statement_line)`;

  return {
    async page(limit: number, offset: number): Promise<{ items: BankDay[]; total: number }> {
      const { rows } = await sql<Record<keyof Sums, string> & { total: string }>`
        ${days}
        select to_char(day, 'YYYY-MM-DD') as "day", count(*) over () as "total",
          coalesce(l.credit, 0) as "creditTiyin", coalesce(l.credited, 0) as "creditedTiyin",
          coalesce(l.waiting, 0) as "waitingTiyin", coalesce(l.returned, 0) as "returnedTiyin",
          coalesce(l.ignored, 0) as "ignoredTiyin", coalesce(l.debit, 0) as "debitTiyin",
          coalesce(l.settled, 0) as "settledTiyin", coalesce(l.ignored_debit, 0) as "ignoredDebitTiyin",
          coalesce(u.sum, 0) as "unprovenTiyin"
        from lines l full join unproven u using (day)
        where day >= ${first}
        order by day desc limit ${limit} offset ${offset}`.execute(db);
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
