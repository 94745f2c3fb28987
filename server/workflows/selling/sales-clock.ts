import { createLinesRepository } from '#server/domains/money/bank-statements/index.ts';
import { lockSales, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createSecondOffersRepository, type Offer } from '#server/domains/trade/second-offers/index.ts';
import {
  deadlineAfterTime,
  workingTime,
  type WorkingCalendar,
} from '#server/domains/content/reference/index.ts';
import {
  createPartsRepository,
  createSettlementsRepository,
  leftAtPause,
  nextLook,
  partTerms,
  resumedTerms,
  statementUntil,
  type Settlement,
  heldUpUntil,
} from '#server/domains/money/settlements/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { PaySettlement } from '../settling/pay-settlement.ts';

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
 * Stops what falls due of a lot's sale while a protest is open, and lets it go on with the working time that was left; likewise what
 * one person has to do. Called in transactions that have locked the lot's sales; repeating changes nothing.
 */
export function createSalesClock({ lots, notifications }: SalesClockDeps) {
  const about = (lot: Pick<Lot, 'id' | 'title'>) => ({ lotId: lot.id, lotTitle: lot.title });

  /** Parts that were due while the clock was stopped get the time that was left; later ones stay where they are. */
  async function resumeParts(tx: AnyDb, settlement: Settlement, calendar: WorkingCalendar, at: Date) {
    const { id, paused_at: pausedAt, left_ms: leftMs } = settlement;
    const parts = createPartsRepository(tx);
    await parts.shiftLate(id, pausedAt!, at);
    if (settlement.due_at > pausedAt!) await parts.postpone(id, deadlineAfterTime(calendar, at, leftMs ?? 0));
    const rules = (await parts.rulesOf([id])).get(id)!;
    const next = (await parts.ofSettlements([id])).find(({ paid_at }) => paid_at === null)!;
    return partTerms(next.due_at, rules.patienceDays);
  }

  /** A stopped settlement gets new deadlines, and its buyer a message. */
  async function runOn(
    tx: AnyDb,
    lot: Lot,
    settlement: Settlement,
    { calendar, graceDays }: ClockRules,
    key: string,
    at: Date,
  ): Promise<void> {
    const settlements = createSettlementsRepository(tx);
    const now = await settlements.now();
    const terms = settlement.parts_begun_at
      ? await resumeParts(tx, settlement, calendar, at)
      : resumedTerms(calendar, settlement, graceDays, at);
    const look = nextLook({ due_at: terms.dueAt, default_at: terms.defaultAt }, now) ?? now;
    await settlements.extend(settlement.id, terms, look, statementUntil(calendar, terms));
    if (settlement.sale !== 'purchase') await lots.setPayUntil(lot.id, terms.dueAt, tx);
    const payBy = terms.dueAt > now ? terms.dueAt : (terms.graceUntil ?? terms.defaultAt);
    await notifications.notify(tx, {
      personId: settlement.person_id,
      key: `${key}:resumed:${settlement.id}`,
      template: 'sale-resumed',
      params: { ...about(lot), payByMs: payBy.getTime() },
    });
  }

  /** The same of a stopped offer. */
  async function runOnOffer(
    tx: AnyDb,
    lot: Lot,
    offer: Offer,
    { calendar }: ClockRules,
    key: string,
    at: Date,
  ): Promise<void> {
    const offers = createSecondOffersRepository(tx);
    const answerBy = deadlineAfterTime(calendar, at, offer.left_ms ?? 0);
    await offers.resume(offer.id, answerBy);
    await notifications.notify(tx, {
      personId: offer.person_id,
      key: `${key}:offer-resumed:${offer.id}`,
      template: 'offer-resumed',
      params: { ...about(lot), answerByMs: answerBy.getTime() },
    });
  }

  return {
    /** @param key of the protest, for the messages */
    async pause(tx: AnyDb, lot: Lot, { calendar }: Pick<ClockRules, 'calendar'>, key: string): Promise<void> {
      const settlements = createSettlementsRepository(tx);
      const waiting = (await settlements.lockWaiting(lot.id)).filter(({ paused_at }) => paused_at === null);
      for (const settlement of waiting) {
        const at = await settlements.now();
        await settlements.pause(settlement.id, { at, leftMs: leftAtPause(calendar, settlement, at) });
        await notifications.notify(tx, {
          personId: settlement.person_id,
          key: `${key}:paused:${settlement.id}`,
          template: 'sale-paused',
          params: about(lot),
        });
      }
      const offers = createSecondOffersRepository(tx);
      const offer = await offers.lockOpenOf(lot.id);
      if (!offer || offer.paused_at !== null) return;
      const at = await offers.now();
      const leftMs = workingTime(calendar, at, offer.answer_by);
      await offers.pause(offer.id, { at, leftMs });
      await notifications.notify(tx, {
        personId: offer.person_id,
        key: `${key}:offer-paused:${offer.id}`,
        template: 'sale-paused',
        params: about(lot),
      });
    },

    /** Payments and transfers that came while a protest was open: they pay as far as the balance suffices. */
    async payHeldUp(
      tx: AnyDb,
      lotId: number,
      paying: Pick<PaySettlement, 'payWithTransfer' | 'payWithCredited'>,
    ): Promise<void> {
      await lockSales(tx, lotId);
      for (const { id, paused_at: paused } of await createSettlementsRepository(tx).lockWaiting(lotId))
        if (paused === null) {
          await paying.payWithCredited(tx, id);
          if (await createLinesRepository(tx).isCreditedFor(id)) await paying.payWithTransfer(tx, id, null);
        }
    },

    /** New deadlines, of which the buyer and the participant learn; reminders follow from them. */
    async resume(tx: AnyDb, lot: Lot, rules: ClockRules, key: string): Promise<void> {
      const settlements = createSettlementsRepository(tx);
      const paused = (await settlements.lockWaiting(lot.id)).filter(({ paused_at }) => paused_at !== null);
      const now = await settlements.now();
      for (const settlement of paused) await runOn(tx, lot, settlement, rules, key, now);
      const offers = createSecondOffersRepository(tx);
      const offer = await offers.lockOpenOf(lot.id);
      if (!offer || offer.paused_at === null) return;
      await runOnOffer(tx, lot, offer, rules, key, now);
    },

    /**
     * What one person has to pay or to answer runs on with the working time that was left when it stopped for that person; where a protest
     * is open it has that time once the protest is over. What had waited for as long as it may counts from then.
     */
    async resumeOf(tx: AnyDb, lot: Lot, personId: string, rules: ClockRules, key: string): Promise<void> {
      const { calendar } = rules;
      const settlements = createSettlementsRepository(tx);
      const now = await settlements.now();
      const theirs = (await settlements.lockWaiting(lot.id)).filter((each) => each.person_id === personId);
      for (const settlement of theirs) {
        const held = await heldUpUntil(tx, calendar, { personId, begun: settlement.created_at });
        if (held === null) continue;
        const { since: at, until } = held;
        const leftMs = leftAtPause(calendar, settlement, at);
        if (settlement.paused_at === null)
          await runOn(
            tx,
            lot,
            { ...settlement, paused_at: at, left_ms: leftMs },
            rules,
            key,
            now < until ? now : until,
          );
        else if (at < settlement.paused_at) await settlements.pause(settlement.id, { at, leftMs });
      }
      const offers = createSecondOffersRepository(tx);
      const offer = await offers.lockOpenOf(lot.id);
      if (offer?.person_id !== personId) return;
      const held = await heldUpUntil(tx, calendar, { personId, begun: offer.made_at });
      if (held === null) return;
      const { since: at, until } = held;
      const leftMs = workingTime(calendar, at, offer.answer_by);
      if (offer.paused_at === null)
        await runOnOffer(
          tx,
          lot,
          { ...offer, paused_at: at, left_ms: leftMs },
          rules,
          key,
          now < until ? now : until,
        );
      else if (at < offer.paused_at) await offers.pause(offer.id, { at, leftMs });
    },
  };
}
