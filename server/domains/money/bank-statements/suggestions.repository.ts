import { sql } from 'kysely';
import { publicName, type Person } from '#server/domains/people/accounts/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { BankLineView, CreditSuggestion } from '#shared/api/console/bank-lines.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { PAYOUT } from '#shared/lifecycles/payout.ts';
import { REFUND } from '#shared/lifecycles/refund.ts';
import { OPEN_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';
import type { BankLine, StatementTables } from './statement-tables.ts';

/** Suggestions for one line. */
const MOST = 5;

export type DebitSuggestion = BankLineView['debits'][number];

interface FoundCredit {
  line: number | null;
  person_id: string;
  person_name: string;
  settlement_id: number | null;
  lot_id: number | null;
  title: LocalizedText | null;
  rest_tiyin: number | null;
  due_at: Date | null;
  open: boolean;
  by_purpose: boolean;
  by_sum: boolean;
  by_payer: boolean;
  by_name: boolean;
}

function creditOf(row: FoundCredit): CreditSuggestion {
  const grounds: CreditSuggestion['grounds'] = [];
  if (row.by_purpose) grounds.push('purpose');
  if (row.by_sum) grounds.push('sum');
  if (row.by_payer) grounds.push('payer');
  if (row.by_name) grounds.push('name');
  return {
    personId: row.person_id,
    personName: row.person_name,
    grounds,
    settlement:
      row.settlement_id === null
        ? null
        : {
            id: row.settlement_id,
            lotId: row.lot_id!,
            title: row.title!,
            restTiyin: row.rest_tiyin!,
            dueAtMs: row.open && row.due_at ? row.due_at.getTime() : null,
          },
  };
}

/** A name without its signs, the form of the company and its spaces. */
const plainName = (column: string) =>
  sql.raw(
    `regexp_replace(regexp_replace(lower(${column}), '\\m(mchj|ooo|ооо|мчж|llc|aj|ао|xk|чп|yatt|якка)\\M', '', 'g'), '[^[:alnum:]]', '', 'g')`,
  );

/** What a line may be for, by its purpose, its sum and its payer. */
export function createSuggestionsRepository(db: Db<StatementTables>) {
  return {
    /** By line, the best first. */
    async credits(lines: readonly BankLine[]): Promise<ReadonlyMap<number, CreditSuggestion[]>> {
      const ids = lines.map(({ id }) => id);
      if (ids.length === 0) return new Map();
      const open = [...OPEN_SETTLEMENTS];
      const { rows } = await sql<FoundCredit>`
        with line as materialized (
          select id, amount_tiyin, party_stir, names_settlement_id, ${plainName('party_name')} as party
          from bank_statement_line where id = any(${ids}) and side = 'credit'
        ),
        candidate as (
          select l.id as line, s.id as settlement from line l join settlement s on s.id = l.names_settlement_id
          union
          select l.id, s.id from line l join settlement s
            on s.state = any(${open}) and s.price_tiyin - s.deposit_tiyin - s.paid_tiyin = l.amount_tiyin
          union
          select l.id, s.id from line l join settlement_part p on p.paid_at is null and p.amount_tiyin = l.amount_tiyin
            join settlement s on s.id = p.settlement_id and s.state = any(${open})
          union
          select l.id, s.id from line l join person p on p.stir = l.party_stir or p.pinfl = l.party_stir
            join settlement s on s.person_id = p.id::text and s.state = any(${open})
        ),
        found as (
          select c.line, s.person_id, s.id as settlement_id, s.lot_id, lot.title, s.due_at,
            s.price_tiyin - s.deposit_tiyin - s.paid_tiyin as rest_tiyin, s.state = any(${open}) as open,
            l.names_settlement_id is not distinct from s.id as by_purpose,
            (s.price_tiyin - s.deposit_tiyin - s.paid_tiyin = l.amount_tiyin
              or exists (select from settlement_part p
                where p.settlement_id = s.id and p.paid_at is null and p.amount_tiyin = l.amount_tiyin)) as by_sum
          from candidate c join line l on l.id = c.line join settlement s on s.id = c.settlement
          join lot on lot.id = s.lot_id
          union all
          select l.id, p.id::text, null, null, null, null, null, false, false, false
          from line l join person p on p.stir = l.party_stir or p.pinfl = l.party_stir
        )
        select f.*, coalesce(p.name, '') as person_name,
          coalesce(p.stir = l.party_stir or p.pinfl = l.party_stir, false) as by_payer,
          coalesce(l.party <> '' and ${plainName('p.name')} = l.party, false) as by_name
        from found f join line l on l.id = f.line left join person p on p.id::text = f.person_id
        order by f.line, f.by_purpose desc, by_payer desc, f.by_sum desc, by_name desc, f.settlement_id nulls last`.execute(
        db,
      );
      const byLine = Map.groupBy(rows, ({ line }) => line!);
      return new Map([...byLine].map(([id, found]) => [id, found.slice(0, MOST).map(creditOf)]));
    },

    /** Payouts and refunds at the bank with the sum of these lines, by line. */
    async debits(lines: readonly BankLine[]): Promise<ReadonlyMap<number, DebitSuggestion[]>> {
      const ids = lines.map(({ id }) => id);
      if (ids.length === 0) return new Map();
      const { rows } = await sql<{
        line: number;
        kind: 'payout' | 'refund';
        id: number;
        person_name: string;
        amount_tiyin: number;
        by_account: boolean;
      }>`
        with line as materialized (
          select id, amount_tiyin, party_account from bank_statement_line where id = any(${ids}) and side = 'debit'
        ),
        found as (
          select l.id as line, 'payout' as kind, p.id, p.seller_id as person_id, l.amount_tiyin,
            p.requisites ->> 'account' = l.party_account as by_account
          from line l join payout p on p.amount_tiyin - p.set_off_tiyin = l.amount_tiyin and p.state = ${stateAfter(PAYOUT, 'send')}
          union all
          select l.id, 'refund', r.id, r.person_id, l.amount_tiyin, r.account_number = l.party_account
          from line l join refund r on r.amount_tiyin - r.set_off_tiyin = l.amount_tiyin and r.status = ${stateAfter(REFUND, 'send')}
        )
        select f.line, f.kind, f.id, f.amount_tiyin, coalesce(f.by_account, false) as by_account,
          coalesce(p.name, '') as person_name
        from found f left join person p on p.id::text = f.person_id
        order by f.line, by_account desc, f.kind, f.id`.execute(db);
      const byLine = Map.groupBy(rows, ({ line }) => line);
      return new Map(
        [...byLine].map(([line, found]) => [
          line,
          found
            .slice(0, MOST)
            .map(({ kind, id, person_name, amount_tiyin, by_account }): DebitSuggestion => ({
              kind,
              id,
              personName: person_name,
              amountTiyin: amount_tiyin,
              grounds: by_account ? ['sum', 'account'] : ['sum'],
            })),
        ]),
      );
    },

    /** People by a whole number: STIR, PINFL, a confirmed phone, an account id, or `S-17`; natural persons by initials. */
    async people(search: string): Promise<CreditSuggestion[]> {
      const settlement = /^[SС]\s?-?\s?(\d{1,12})$/iu.exec(search)?.[1];
      const digits = search.replace(/[^\d]/g, '');
      const { rows } = await sql<FoundCredit & { person_kind: Person['kind'] }>`
        with wanted as (
          select p.id::text as person_id, null::bigint as settlement from person p
          where p.id::text = ${search.toLowerCase()} or p.stir = ${digits} or p.pinfl = ${digits}
            or (p.phone = ${`+${digits}`} and p.phone_confirmed_at is not null)
          union
          select s.person_id, s.id from settlement s where s.id = ${settlement ? Number(settlement) : null}
        ),
        found as (
          select w.person_id, s.id as settlement_id from wanted w left join settlement s
            on s.id = w.settlement or (w.settlement is null and s.person_id = w.person_id
              and s.state = any(${[...OPEN_SETTLEMENTS]}))
          union
          select person_id, null from wanted
        )
        select f.*, null as line, coalesce(p.name, '') as person_name, p.kind as person_kind, s.lot_id, lot.title, s.due_at,
          s.price_tiyin - s.deposit_tiyin - s.paid_tiyin as rest_tiyin,
          coalesce(s.state = any(${[...OPEN_SETTLEMENTS]}), false) as open,
          false as by_purpose, false as by_sum, false as by_payer, false as by_name
        from found f join person p on p.id::text = f.person_id
        left join settlement s on s.id = f.settlement_id left join lot on lot.id = s.lot_id
        order by f.person_id, f.settlement_id nulls last limit 10`.execute(db);
      return rows.map((row) =>
        creditOf({ ...row, person_name: publicName(row.person_kind, row.person_name) }),
      );
    },
  };
}
