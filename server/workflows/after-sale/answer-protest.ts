import type { AnswerProtestOfOrder } from '#server/domains/trade/orders/index.ts';
import { canAnswer, createProtestsRepository, rejectionEnds } from '#server/domains/trade/protests/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { ProtestSteps } from './protest-steps.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';

/** Protests found in one query of a round. */
const BATCH = 100;

export interface AnswerProtestDeps {
  db: AnyDb;
  steps: ProtestSteps;
  /** ms of a clock that only rises; given by tests. */
  now?: () => number;
}

/** The customer of a lot answers a protest, or does not in time. The first with the lock of the lot's sales decides. */
export function createAnswerProtest({ db, steps, now }: AnswerProtestDeps) {
  const round = createRound(now);

  const answer: AnswerProtestOfOrder = async (asked, { begin, finish }) => {
    const { protestId, orderId, personId, verdict, text } = asked;
    const done = await steps.inHand(protestId, async (hand) => {
      const { tx, protests, row, rules } = hand;
      if (row.order_id !== orderId || row.seller !== personId) return 'none' as const;
      if (!(await begin(tx))) return 'repeated' as const;
      const at = await protests.now();
      if (!canAnswer(row, at)) return 'over' as const;
      const ends = verdict === 'rejected' && rejectionEnds(row);
      const event = verdict === 'accepted' ? 'accept' : ends ? 'reject-private' : 'reject-state';
      const action = verdict;
      await protests.move(row, event, { actor: personId, action, answer: { answer: verdict, text } });
      const by = { kind: 'customer', personId } as const;
      await steps.note(tx, row, { note: `protest-${verdict}`, by, why: text });
      await steps.say(tx, row, row.person_id, 'answered', {
        template: ends ? 'protest-dismissed' : `protest-${verdict}`,
        params: { ...steps.about(row), reason: text },
      });
      if (ends) await steps.goOn(hand);
      else await steps.toDecide(tx, row, rules.calendar, at);
      await finish(tx);
      return 'answered' as const;
    });
    return done ?? 'none';
  };

  /** Ends the customer's time to answer when it has passed; otherwise changes nothing. */
  async function fallUnanswered(protestId: number): Promise<void> {
    await steps.inHand(protestId, async ({ tx, protests, row, rules }) => {
      const at = await protests.now();
      if (row.state !== 'admitted' || canAnswer(row, at)) return;
      await protests.move(row, 'fall-unanswered', { actor: 'rules', action: 'unanswered' });
      await steps.note(tx, row, { note: 'protest-unanswered', by: { kind: 'system' }, why: '' });
      for (const [personId, what] of [
        [row.person_id, 'unanswered'],
        [row.seller, 'unanswered-customer'],
      ] as const)
        await steps.say(tx, row, personId, what, {
          template: 'protest-to-staff',
          params: steps.about(row),
        });
      await steps.toDecide(tx, row, rules.calendar, at);
    });
  }

  return {
    answer,
    fallUnanswered,

    /**
     * Every protest whose customer has not answered in time; one that fails does not hold up the others, and is tried again after
     * a pause that grows.
     */
    allUnanswered: (onError: RoundError): Promise<void> =>
      round.run({
        page: (after) => createProtestsRepository(db).unanswered(after, BATCH),
        work: fallUnanswered,
        onError,
      }),
  };
}
