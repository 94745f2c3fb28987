import type { z } from 'zod';
import {
  deadlineAfter,
  lateFeeRule,
  type ReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { lotPartSchedule } from '#shared/api/parts.ts';
import { partSchedule } from '#shared/trade/part-schedule.ts';
import type { LotsRepository } from '../lots.repository.ts';

type Schedule = z.infer<typeof lotPartSchedule.answer>;

export interface LotPartSchedulesDeps {
  lots: Pick<LotsRepository, 'get'>;
  reference: Pick<ReferenceService, 'workingCalendar' | 'ruleSetOf'>;
  now?: () => number;
}

/** What would be paid by when if a lot were paid by parts, for those who think of buying it. */
export function createLotPartSchedules({ lots, reference, now = Date.now }: LotPartSchedulesDeps) {
  return {
    /**
     * null: no such lot, or it does not offer payment by parts. A calendar edited later may move the dates until the first part is
     * paid.
     * @param givenTiyin the price; null: the price now, or the start price
     */
    async of(lotId: number, givenTiyin: number | null): Promise<Schedule | null> {
      const lot = await lots.get(lotId);
      if (!lot || lot.instalment_months === null || lot.first_part_bp === null) return null;
      const [calendar, { figures }] = await Promise.all([
        reference.workingCalendar(),
        reference.ruleSetOf(lot),
      ]);
      const isAuction = lot.trade_type === 'auction';
      const priceTiyin = givenTiyin ?? lot.room_price_tiyin ?? lot.start_price_tiyin;
      const terms = {
        priceTiyin,
        // The deposit of an auction is no more than its price; a purchase at a fixed price has none.
        depositTiyin: isAuction ? Math.min(lot.deposit_tiyin, priceTiyin) : 0,
        firstPartBp: lot.first_part_bp,
        months: lot.instalment_months,
      };
      const from = (firstPaidAtMs: number) => ({
        firstPaidAtMs,
        parts: partSchedule((at) => calendar.isWorkingDay(at), terms, firstPaidAtMs),
      });
      const nowMs = now();
      const soldAt = isAuction ? (lot.ended_at ?? lot.closes_at) : null;
      // The first part of a purchase at a fixed price is paid as one buys.
      const dueAt = lot.pay_until ?? (soldAt && deadlineAfter(calendar, soldAt, lot.payment_working_days));
      return {
        priceTiyin,
        depositTiyin: terms.depositTiyin,
        months: terms.months,
        firstPartBp: terms.firstPartBp,
        lateFee: lateFeeRule(figures),
        takenAtDeadline: true,
        ifNow: from(nowMs),
        ifAtDeadline: dueAt && dueAt.getTime() > nowMs ? from(dueAt.getTime()) : null,
      };
    },
  };
}
export type LotPartSchedules = ReturnType<typeof createLotPartSchedules>;
