import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { Elsewhere, OrderFlows } from '#server/domains/trade/orders/index.ts';
import { canAnswer, createProtestsRepository, PROTEST_EVENTS } from '#server/domains/trade/protests/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { createResultCancellationsRepository } from '#server/domains/trade/result-cancellations/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createAdmitProtest } from './admit-protest.ts';
import { createAnswerProtest } from './answer-protest.ts';
import { createCloseProtests } from './close-protests.ts';
import { createDecideProtest } from './decide-protest.ts';
import { createEndProtestPause } from './end-protest-pause.ts';
import { createFileProtest } from './file-protest.ts';
import type { OfferLot } from '../settling/make-second-offer.ts';
import type { PaySettlement } from '../settling/pay-settlement.ts';
import { createProtestSteps } from './protest-steps.ts';
import { createSalesClock } from '../selling/sales-clock.ts';
import type { UndoResult } from './undo-result.ts';

/** What delayed events do to the second, a look at the tables does in case they were lost. */
const FIND_DUE_MS = 5_000;

interface ProtestingNeeds extends Pick<Base, 'database'> {
  graceDaysOf(lotId: number): Promise<number>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  isSameTrader(on: AnyDb, personId: string, other: string): Promise<boolean>;
  lotsRepository: LotsRepository;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  notifications: Notifications;
  offering: Pick<OfferLot, 'afterHammer'>;
  orderFlows: OrderFlows;
  paying: Pick<PaySettlement, 'payWithTransfer' | 'payWithCredited'>;
  reference: ReferenceService;
  tasks: Pick<StaffTasksService, 'open' | 'finishOccasion'>;
  undoResult: UndoResult;
}

/** From a protest to its decision, and what goes on after it. */
export const protestingModule = defineModule({
  name: 'protesting',
  create(needs: ProtestingNeeds) {
    const { isSamePerson, lotsRepository: lots, namesOf, notifications, offering, reference } = needs;
    const { graceDaysOf, orderFlows: flows, paying, tasks, undoResult } = needs;
    const { db } = needs.database;
    const clock = createSalesClock({ lots, notifications });
    const steps = createProtestSteps({
      db,
      lots,
      reference,
      graceDaysOf,
      clock,
      flows,
      notifications,
      tasks,
    });
    const answering = createAnswerProtest({ db, steps });
    const endProtestPause = createEndProtestPause({ db, steps, clock });
    const protestOf: Elsewhere['protestOf'] = async (orderId, personId, protestId) => {
      const protests = createProtestsRepository(db);
      const row = await protests.rowOf(protestId);
      if (row?.order_id !== orderId || row.seller !== personId) return 'none';
      return canAnswer(row, await protests.now()) ? 'open' : 'over';
    };
    return {
      filingProtests: createFileProtest({ db, lots, steps, isSamePerson: needs.isSameTrader }),
      admittingProtests: createAdmitProtest({ db, clock, steps, isSamePerson: needs.isSameTrader }),
      answeringProtests: answering,
      endProtestPause,
      decidingProtests: createDecideProtest({
        steps,
        undoResult,
        isSamePerson,
        namesOf,
        closeOthers: createCloseProtests({ flows, notifications, tasks }),
        closeProposal: (tx, lotId) => createResultCancellationsRepository(tx).closeOfLot(lotId),
      }),
      protestsOfOrders: { answerProtest: answering.answer, protestOf },

      /** A result stays after its protests: what they held up is done now. Safe to repeat. */
      async goOnWithSale(lotId: number): Promise<void> {
        await offering.afterHammer(lotId);
        await inTransaction(db, (tx) => clock.payHeldUp(tx, lotId, paying));
      },
    };
  },
  listeners: ({ admittingProtests, answeringProtests, goOnWithSale }) => ({
    [PROTEST_EVENTS.scheduled]: [
      {
        name: 'admit-protest-in-silence',
        handle: ({ protestId }) => admittingProtests.inSilence(Number(protestId)),
      },
      {
        name: 'end-unanswered-protest',
        handle: ({ protestId }) => answeringProtests.fallUnanswered(Number(protestId)),
      },
    ],
    [PROTEST_EVENTS.over]: [{ name: 'go-on-with-sale', handle: ({ lotId }) => goOnWithSale(Number(lotId)) }],
  }),
  jobs: ({ admittingProtests, answeringProtests, endProtestPause }, log) => [
    {
      name: 'admit protests that staff said nothing of',
      everyMs: FIND_DUE_MS,
      run: () =>
        admittingProtests.allInSilence((error, protest) =>
          log.warn({ err: error, protest }, 'protest not admitted yet'),
        ),
    },
    {
      name: 'end unanswered protests',
      everyMs: FIND_DUE_MS,
      run: () =>
        answeringProtests.allUnanswered((error, protest) =>
          log.warn({ err: error, protest }, 'protest not ended yet'),
        ),
    },
    {
      name: 'end pauses of protests',
      everyMs: FIND_DUE_MS,
      run: () =>
        endProtestPause.all((error, protest) => log.warn({ err: error, protest }, 'pause not ended yet')),
    },
  ],
});
