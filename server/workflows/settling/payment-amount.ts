import type { WorkingCalendar } from '#server/domains/content/reference/index.ts';
import {
  createPartsRepository,
  restOf,
  sumOf,
  unpaidParts,
  type DuePart,
  type PartRules,
  type Settlement,
} from '#server/domains/money/settlements/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { partSchedule, type PlannedPart } from '#shared/trade/part-schedule.ts';

/** What a payment of a settlement pays. */
export interface SumOfPayment {
  /** From the balance, of the price. */
  amountTiyin: number;
  lateFeeTiyin: number;
  /** null: the whole price at once, without parts. */
  parts: PaidNow | null;
}

interface PaidNow {
  rules: PartRules;
  /** Those that are paid, in their order; empty: they are paid already. */
  due: DuePart[];
  /** All of them, of a sale whose first part is paid now; null: they are stated already. */
  planned: PlannedPart[] | null;
}

/**
 * What is to be paid of a locked settlement through this part, with what being late costs.
 * @param throughPart null: everything that is left
 * @param at when the money counts
 * @returns 'no-parts': the lot does not offer them, or has no such part
 */
export async function paymentAmount(
  tx: AnyDb,
  settlement: Settlement,
  throughPart: number | null,
  { at, calendar }: { at: Date; calendar: () => Promise<WorkingCalendar> },
): Promise<SumOfPayment | 'no-parts'> {
  const whole = { amountTiyin: restOf(settlement), lateFeeTiyin: 0, parts: null };
  const isBegun = settlement.parts_begun_at !== null;
  if (!isBegun && throughPart === null) return whole;
  const repository = createPartsRepository(tx);
  const rules = (await repository.rulesOf([settlement.id])).get(settlement.id);
  if (isBegun) {
    if (!rules) throw new Error(`settlement ${settlement.id} has parts, and its lot none`);
    const stated = await repository.ofSettlements([settlement.id]);
    const last = stated.at(-1)!.k;
    if (throughPart !== null && throughPart > last) return 'no-parts';
    const due = unpaidParts(stated, rules, at).filter(({ k }) => k <= (throughPart ?? last));
    return {
      amountTiyin: sumOf(due.map(({ amountTiyin }) => amountTiyin)),
      lateFeeTiyin: sumOf(due.map(({ lateFeeTiyin }) => lateFeeTiyin)),
      parts: { rules, due, planned: null },
    };
  }
  if (!rules) return 'no-parts';
  const days = await calendar();
  const planned = partSchedule((day) => days.isWorkingDay(day), rules, at.getTime());
  const last = planned.at(-1)!.k;
  if (last === 0 || throughPart! > last) return 'no-parts';
  // All at once: the price is paid whole.
  if (throughPart === last) return whole;
  const due = planned
    .filter(({ k }) => k <= throughPart!)
    .map(({ k, amountTiyin }) => ({ k, amountTiyin, lateFeeTiyin: 0 }));
  const amountTiyin = sumOf(due.map((part) => part.amountTiyin)) - settlement.deposit_tiyin;
  return { amountTiyin, lateFeeTiyin: 0, parts: { rules, due, planned } };
}
