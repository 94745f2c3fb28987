import { lockSales, type LotsRepository } from '#server/domains/lots/index.ts';
import type { Notifications } from '#server/domains/notifications/index.ts';
import { createOffersRepository } from '#server/domains/offers/index.ts';
import { deadlineAfterTime, workingTime, type WorkingCalendar } from '#server/domains/reference/index.ts';
import {
  createSettlementsRepository,
  leftAtPause,
  nextLook,
  resumedTerms,
} from '#server/domains/settlements/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';

type Lot = NonNullable<Awaited<ReturnType<LotsRepository['get']>>>;

export interface SalesClockDeps {
  lots: Pick<LotsRepository, 'setPayUntil'>;
  notifications: Pick<Notifications, 'notify'>;
}

/** Read ahead of the transaction, which must not wait for a second connection. */
export interface ClockRules {
  calendar: WorkingCalendar;
  /** Working days of grace by the rule set of the lot. */
  graceDays: number;
}

export type SalesClock = ReturnType<typeof createSalesClock>;

/**
 * Stops what falls due of a lot's sale while a protest is open, and lets it go on with the working time that was left. Called in
 * transactions that have locked the lot's sales; repeating changes nothing.
 */
export function createSalesClock({ lots, notifications }: SalesClockDeps) {
  const about = (lot: Pick<Lot, 'id' | 'title'>) => ({ lotId: lot.id, lotTitle: lot.title });

  return {
    /** @param key of the protest, for the messages */
    async pause(tx: AnyDb, lot: Lot, { calendar }: Pick<ClockRules, 'calendar'>, key: string): Promise<void> {
      const settlements = createSettlementsRepository(tx);
      const waiting = (await settlements.lockWaiting(lot.id)).filter(({ paused_at }) => paused_at === null);
      for (const settlement of waiting) {
        const at = await settlements.now();
        await settlements.pause(settlement.id, { at, leftMs: leftAtPause(calendar, settlement, at) });
        await notifications.notify(tx, {
          ...{ personId: settlement.person_id, key: `${key}:paused:${settlement.id}` },
          ...{ template: 'sale-paused', params: about(lot) },
        });
      }
      const offers = createOffersRepository(tx);
      const offer = await offers.lockOpenOf(lot.id);
      if (!offer || offer.paused_at !== null) return;
      const at = await offers.now();
      const leftMs = workingTime(calendar, at, offer.answer_by);
      await offers.pause(offer.id, { at, leftMs });
      await notifications.notify(tx, {
        ...{ personId: offer.person_id, key: `${key}:offer-paused:${offer.id}` },
        ...{ template: 'sale-paused', params: about(lot) },
      });
    },

    /** Payments that came while a protest was open. */
    async payHeldUp(
      tx: AnyDb,
      lotId: number,
      paying: { payWithCredited(tx: AnyDb, settlementId: number): Promise<void> },
    ): Promise<void> {
      await lockSales(tx, lotId);
      for (const { id, paused_at: paused } of await createSettlementsRepository(tx).lockWaiting(lotId))
        if (paused === null) await paying.payWithCredited(tx, id);
    },

    /** New deadlines, of which the buyer and the participant learn; reminders follow from them. */
    async resume(tx: AnyDb, lot: Lot, rules: ClockRules, key: string): Promise<void> {
      const { calendar, graceDays } = rules;
      const settlements = createSettlementsRepository(tx);
      const paused = (await settlements.lockWaiting(lot.id)).filter(({ paused_at }) => paused_at !== null);
      for (const settlement of paused) {
        const at = await settlements.now();
        const terms = resumedTerms(calendar, settlement, graceDays, at);
        const look = nextLook({ due_at: terms.dueAt, default_at: terms.defaultAt }, at) ?? at;
        await settlements.extend(settlement.id, terms, look);
        await lots.setPayUntil(lot.id, terms.dueAt, tx);
        const payBy = terms.dueAt > at ? terms.dueAt : (terms.graceUntil ?? terms.defaultAt);
        await notifications.notify(tx, {
          ...{ personId: settlement.person_id, key: `${key}:resumed:${settlement.id}` },
          ...{ template: 'sale-resumed', params: { ...about(lot), payByMs: payBy.getTime() } },
        });
      }
      const offers = createOffersRepository(tx);
      const offer = await offers.lockOpenOf(lot.id);
      if (!offer || offer.paused_at === null) return;
      const answerBy = deadlineAfterTime(calendar, await offers.now(), offer.left_ms ?? 0);
      await offers.resume(offer.id, answerBy);
      await notifications.notify(tx, {
        ...{ personId: offer.person_id, key: `${key}:offer-resumed:${offer.id}` },
        ...{ template: 'offer-resumed', params: { ...about(lot), answerByMs: answerBy.getTime() } },
      });
    },
  };
}
