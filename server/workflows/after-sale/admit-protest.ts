import { deadlineAfter } from '#server/domains/content/reference/index.ts';
import { createSettlementsRepository } from '#server/domains/money/settlements/index.ts';
import { createProtestsRepository } from '#server/domains/trade/protests/index.ts';
import { createSecondOffersRepository } from '#server/domains/trade/second-offers/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { PROTEST_ANSWER_DAYS, PROTEST_PAUSE_DAYS } from '#shared/limits/protests.ts';
import type { SalesClock } from '../selling/sales-clock.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';
import type { DecideOutcome, Decision } from './decide-protest.ts';
import type { ProtestInHand, ProtestSteps } from './protest-steps.ts';

/** Protests found in one query of a round. */
const BATCH = 100;

export interface AdmitProtestDeps {
  db: AnyDb;
  clock: Pick<SalesClock, 'pause'>;
  steps: ProtestSteps;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  /** ms of a clock that only rises; given by tests. */
  now?: () => number;
}

export type AdmitProtest = ReturnType<typeof createAdmitProtest>;

/**
 * Staff admit a protest or not: only an admitted one stops the sale, so that no friend of a winner puts off the payment by filing
 * one. What staff say nothing of in time is admitted.
 */
export function createAdmitProtest({ db, clock, steps, isSamePerson, now }: AdmitProtestDeps) {
  const round = createRound(now);

  /**
   * Is its author, under whatever account, who has to pay for the lot or to answer the offer, or who has won it and walked away: a
   * winner who refused puts off nothing of what the next one does?
   */
  async function hasPartInSale({ tx, row }: ProtestInHand): Promise<boolean> {
    const settlements = createSettlementsRepository(tx);
    await settlements.lockWaiting(row.lot_id);
    const offer = await createSecondOffersRepository(tx).lockOpenOf(row.lot_id);
    const sales = await settlements.ofLot(row.lot_id);
    // Between the hammer and its settlement the winner has to pay already.
    const winner = sales.length > 0 ? null : (await steps.lotOf(tx, row.lot_id)).winner_person_id;
    for (const id of [winner, offer?.person_id, ...sales.map(({ person_id }) => person_id)])
      if (id && (await isSamePerson(tx, row.person_id, id))) return true;
    return false;
  }

  /** Until when it stops the sale: protests of a lot do so for a few working days in all. null: it does not. */
  async function stopsUntil(hand: ProtestInHand, at: Date): Promise<Date | null> {
    const { protests, row, rules } = hand;
    const begun = await protests.stopsUntil(row.lot_id);
    const until = begun ?? deadlineAfter(rules.calendar, row.filed_at, PROTEST_PAUSE_DAYS);
    return until > at && !(await hasPartInSale(hand)) ? until : null;
  }

  /** Stops the sale and asks the customer; where there is none, or no order to answer by, staff decide at once. */
  async function putToCustomer(hand: ProtestInHand, by: string | null, why: string): Promise<void> {
    const { tx, protests, row, rules } = hand;
    const at = await protests.now();
    const answerBy = deadlineAfter(rules.calendar, at, PROTEST_ANSWER_DAYS);
    const until = await stopsUntil(hand, at);
    await protests.move(row, by === null ? 'admit-in-silence' : 'admit', {
      actor: by ?? 'rules',
      action: 'admitted',
      note: by === null ? null : why,
      admitted: { answerBy, stopsUntil: until },
    });
    if (until) await clock.pause(tx, await steps.lotOf(tx, row.lot_id), rules, `protest:${row.id}`);
    const noted = await steps.note(tx, row, {
      note: 'protest-admitted',
      by: by === null ? { kind: 'system' } : { kind: 'staff', personId: by },
      why,
    });
    const { order_id: orderId } = row;
    if (noted && orderId !== null && row.seller !== null) {
      await steps.say(tx, row, row.person_id, 'admitted', {
        template: 'protest-admitted',
        params: { ...steps.about(row), answerByMs: answerBy.getTime() },
      });
      await steps.say(tx, row, row.seller, 'to-answer', {
        template: 'protest-to-answer',
        params: { ...steps.about(row), orderId, answerByMs: answerBy.getTime() },
      });
      return;
    }
    await protests.move(row, 'fall-unanswered', { actor: 'rules', action: 'unanswered' });
    await steps.say(tx, row, row.person_id, 'admitted', {
      template: 'protest-to-staff',
      params: steps.about(row),
    });
    await steps.toDecide(tx, row, rules.calendar, at);
  }

  /** By staff, while it is neither admitted nor refused. */
  async function byStaff(
    protestId: number,
    work: (hand: ProtestInHand) => Promise<void>,
  ): Promise<DecideOutcome> {
    const done = await steps.inHand<DecideOutcome>(protestId, async (hand) => {
      if (hand.row.state !== 'filed') return { outcome: 'over' };
      await work(hand);
      return { outcome: 'done' };
    });
    return done ?? { outcome: 'none' };
  }

  /** Admits what staff said nothing of in time; otherwise changes nothing. */
  async function inSilence(protestId: number): Promise<void> {
    await steps.inHand(protestId, async (hand) => {
      const { row, protests } = hand;
      if (row.state !== 'filed' || row.admit_by > (await protests.now())) return;
      await putToCustomer(hand, null, '');
    });
  }

  return {
    admit: (protestId: number, { reason, by }: Decision) =>
      byStaff(protestId, (hand) => putToCustomer(hand, by, reason)),

    /** It ends; the sale was not stopped for it. */
    refuse: (protestId: number, { reason, by }: Decision) =>
      byStaff(protestId, async (hand) => {
        const { tx, protests, row } = hand;
        await protests.move(row, 'refuse', { actor: by, action: 'not-admitted', note: reason });
        await steps.note(tx, row, {
          note: 'protest-not-admitted',
          by: { kind: 'staff', personId: by },
          why: reason,
        });
        await steps.say(tx, row, row.person_id, 'not-admitted', {
          template: 'protest-not-admitted',
          params: { ...steps.about(row), reason },
        });
        await steps.goOn(hand);
      }),

    inSilence,

    /** Every protest that staff said nothing of in time; one that fails does not hold up the others, and is tried again. */
    allInSilence: (onError: RoundError): Promise<void> =>
      round.run({
        page: (after) => createProtestsRepository(db).notAdmitted(after, BATCH),
        work: inSilence,
        onError,
      }),
  };
}
