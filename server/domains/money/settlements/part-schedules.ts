import type { WorkingCalendar } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Part, PartSchedule } from '#shared/api/parts.ts';
import { lateFeeOf, partSchedule } from '#shared/trade/part-schedule.ts';
import { createPartsRepository, type PartRules } from './parts.repository.ts';
import type { Settlement, SettlementPart } from './settlement-tables.ts';

/** A part is taken from the balance at its deadline; every schedule says so. */
const TAKEN_AT_DEADLINE = true;

/** A part that is to be paid now. */
export interface DuePart {
  k: number;
  amountTiyin: number;
  lateFeeTiyin: number;
}

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** What is still to be paid of a begun sale, with what being late costs at the given instant. */
export const unpaidParts = (
  parts: readonly SettlementPart[],
  rules: Pick<PartRules, 'lateFee'>,
  at: Date,
): DuePart[] =>
  parts
    .filter(({ paid_at }) => paid_at === null)
    .map(({ k, amount_tiyin: amountTiyin, due_at }) => ({
      k,
      amountTiyin,
      lateFeeTiyin: lateFeeOf({ amountTiyin, dueAtMs: due_at.getTime() }, rules.lateFee, at.getTime()),
    }));

type ScheduledSale = Pick<Settlement, 'id' | 'parts_begun_at' | 'state' | 'due_at' | 'deposit_tiyin'>;

function begunParts(parts: readonly SettlementPart[], rules: PartRules, now: Date, isOver: boolean): Part[] {
  const next = parts.find(({ paid_at }) => paid_at === null)?.k;
  const fees = new Map(unpaidParts(parts, rules, now).map(({ k, lateFeeTiyin }) => [k, lateFeeTiyin]));
  return parts.map(({ k, amount_tiyin: amountTiyin, due_at, paid_at, late_fee_tiyin }): Part => {
    const lateFeeTiyin = paid_at ? late_fee_tiyin : isOver ? 0 : fees.get(k)!;
    return {
      k,
      amountTiyin,
      lateFeeTiyin,
      dueAtMs: due_at.getTime(),
      state: paid_at ? 'paid' : due_at <= now ? 'late' : k === next ? 'now' : 'next',
      paidAtMs: paid_at?.getTime() ?? null,
      toPayTiyin: paid_at || isOver ? 0 : amountTiyin + lateFeeTiyin,
    };
  });
}

/** A schedule as of now; null: it is not paid by parts. */
function scheduleOf(
  sale: ScheduledSale,
  rules: PartRules,
  parts: readonly SettlementPart[],
  { calendar, now }: { calendar: WorkingCalendar; now: Date },
): PartSchedule | null {
  const { months, firstPartBp, lateFee } = rules;
  const terms = { months, firstPartBp, lateFee, takenAtDeadline: TAKEN_AT_DEADLINE };
  if (sale.parts_begun_at) {
    const isOver = sale.state === 'defaulted' || sale.state === 'cancelled';
    const shown = begunParts(parts, rules, now, isOver);
    const paid = shown.filter(({ state }) => state === 'paid');
    const paidTiyin = sumOf(paid.map(({ amountTiyin }) => amountTiyin));
    return {
      ...terms,
      begunAtMs: sale.parts_begun_at.getTime(),
      parts: shown,
      paidTiyin,
      leftTiyin: rules.priceTiyin - paidTiyin,
      lateTiyin: sumOf(shown.filter(({ state }) => state === 'late').map(({ toPayTiyin }) => toPayTiyin)),
      lateFeesPaidTiyin: sumOf(paid.map(({ lateFeeTiyin }) => lateFeeTiyin)),
    };
  }
  if (sale.state !== 'awaiting' && sale.state !== 'overdue') return null;
  const planned = partSchedule((at) => calendar.isWorkingDay(at), rules, now.getTime());
  if (planned.length === 1) return null;
  return {
    ...terms,
    begunAtMs: null,
    parts: planned.map(({ k, amountTiyin, dueAtMs }): Part => ({
      k,
      amountTiyin,
      paidAtMs: null,
      lateFeeTiyin: 0,
      // The first part is due when the price is.
      dueAtMs: k === 0 ? sale.due_at.getTime() : dueAtMs,
      state: k > 0 ? 'next' : sale.state === 'overdue' ? 'late' : 'now',
      toPayTiyin: k === 0 ? amountTiyin - sale.deposit_tiyin : amountTiyin,
    })),
    paidTiyin: 0,
    leftTiyin: rules.priceTiyin,
    lateTiyin: 0,
    lateFeesPaidTiyin: 0,
  };
}

/** Schedules of these sales as of now, by settlement; null: not paid by parts. */
export async function schedulesOf(
  db: AnyDb,
  sales: readonly ScheduledSale[],
  { calendar, now }: { calendar: () => Promise<WorkingCalendar>; now: Date },
): Promise<(settlementId: number) => PartSchedule | null> {
  const repository = createPartsRepository(db);
  const rules = await repository.rulesOf(sales.map(({ id }) => id));
  if (rules.size === 0) return () => null;
  const begun = sales.filter(({ parts_begun_at }) => parts_begun_at !== null).map(({ id }) => id);
  const [parts, days] = await Promise.all([repository.ofSettlements(begun), calendar()]);
  const made = new Map(
    sales.flatMap((sale) => {
      const ruled = rules.get(sale.id);
      const own = parts.filter(({ settlement_id }) => settlement_id === sale.id);
      return ruled ? [[sale.id, scheduleOf(sale, ruled, own, { calendar: days, now })] as const] : [];
    }),
  );
  return (id) => made.get(id) ?? null;
}
