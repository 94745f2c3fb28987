import { ACCOUNT_EVENTS, type AccountsService } from '#server/domains/people/accounts/index.ts';
import { isSamePerson, isSameTrader } from '#server/domains/people/conflicts-of-interest/index.ts';
import type { LotsRepository, OrderLots } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { OFFER_EVENTS } from '#server/domains/trade/second-offers/index.ts';
import type { OrderMoves } from '#server/domains/trade/orders/index.ts';
import { PAYMENT_EVENTS, type Refunding, type TopUps } from '#server/domains/money/payments/index.ts';
import type { DecidePayouts, Payouts } from '#server/domains/money/payouts/index.ts';
import type { HandOvers } from '#server/domains/trade/hand-overs/index.ts';
import type { ProtocolsService } from '#server/domains/trade/protocols/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
  type ReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { SanctionsService } from '#server/domains/people/debarments/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { createSettlementsRepository, SETTLEMENT_EVENTS } from '#server/domains/money/settlements/index.ts';
import type { MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import { createPrepareBar } from '../people/debar-buyer.ts';
import type { FinishOrder } from '../selling/finish-order.ts';
import { createBuyerObstacle } from './buyer-obstacle.ts';
import { createAskAboutStandstills } from './ask-about-standstills.ts';
import { createEndStandstill } from './end-standstill.ts';
import { createSalesClock } from '../selling/sales-clock.ts';
import { createAnswerOffer } from './answer-second-offer.ts';
import { createBringMissingSum } from './pay-shortfall.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { createDecideStatementLine } from './decide-statement-line.ts';
import { createEndSale, type PrepareLoss } from './end-sale-without-payment.ts';
import { createLookAtSettlements } from './sweep-settlements.ts';
import { createMakeSecondOffer } from './make-second-offer.ts';
import { createOpenLostSettlements } from './open-lost-settlements.ts';
import { createOpenSettlement } from './open-settlement.ts';
import { createPaySettlement } from './pay-settlement.ts';
import { createRefuseSettlement } from './refuse-settlement.ts';

/** What delayed events do to the second, a look at the tables does in case they were lost. */
const FIND_DUE_MS = 5_000;

interface SettlingNeeds extends Pick<Base, 'database'> {
  accounts: Pick<AccountsService, 'byId'>;
  moneyJudge: MoneyJudge;
  atStep: WorkflowCrashPoint;
  /** Codes stored in the given database. */
  codesIn: (db: AnyDb) => OneTimeCodes;
  finishing: Pick<FinishOrder, 'finishIn'>;
  graceDaysOf(lotId: number): Promise<number>;
  handOvers: Pick<HandOvers, 'open'>;
  lotsRepository: LotsRepository;
  notifications: Notifications;
  orderLots: Pick<OrderLots, 'followed'>;
  orderMoves: OrderMoves;
  payouts: Pick<Payouts, 'plan'>;
  payoutsIn(tx: AnyDb): DecidePayouts;
  refunding: Pick<Refunding, 'decisionsIn'>;
  payments: { topUps: Pick<TopUps, 'start'> };
  protocols: Pick<ProtocolsService, 'cancelIn' | 'prepare' | 'recordIn'>;
  reference: ReferenceService;
  sanctions: Pick<SanctionsService, 'personBarredUntil' | 'prepare' | 'barQuestion'>;
  tasks: Pick<StaffTasksService, 'finishOccasion' | 'open'>;
}

/** From a sale to its end: paid, refused or not paid in time. */
export const settlingModule = defineModule({
  name: 'settling',
  create(needs: SettlingNeeds) {
    const { accounts, atStep: crashAt, lotsRepository: lots } = needs;
    const { notifications, protocols, graceDaysOf, reference, sanctions } = needs;
    const { db } = needs.database;
    const endSale = createEndSale({
      lots,
      notifications,
      crashAt,
      moves: needs.orderMoves,
      cancelProtocol: (tx, lotId, reason) => protocols.cancelIn(tx, lotId, reason),
    });
    const prepareBar = createPrepareBar({
      settlement: (id) => createSettlementsRepository(db).byId(id),
      person: (id) => accounts.byId(id),
      sanctions,
    });
    const opening = createOpenSettlement({ db, lots, reference, graceDaysOf, crashAt });
    const { loseSale } = endSale;
    const obstacleOf = createBuyerObstacle({ db, accounts, sanctions });
    const offering = createMakeSecondOffer({
      db,
      lots,
      reference,
      obstacleOf,
      isSamePerson: isSameTrader,
      notifications,
      loseSale,
      crashAt,
    });
    const prepareLoss: PrepareLoss = async (settlementId, by) => {
      const settlement = await createSettlementsRepository(db).byId(settlementId);
      if (!settlement) throw new Error(`there is no settlement ${settlementId}`);
      const [bar, inviteReserve] = await Promise.all([
        prepareBar(settlementId, by),
        offering.prepareReserve(settlement.lot_id),
      ]);
      return { bar, inviteReserve };
    };
    const paying = createPaySettlement({
      db,
      lots,
      notifications,
      payouts: needs.payouts,
      handOvers: needs.handOvers,
      finishing: needs.finishing,
      crashAt,
      tasks: needs.tasks,
      calendarIn: (tx) => createReferenceService(createReferenceRepository(tx)).workingCalendar(),
    });
    return {
      endSale,
      paying,
      endStandstill: createEndStandstill({
        db,
        reference,
        graceDaysOf,
        lots,
        tasks: needs.tasks,
        clock: createSalesClock({ lots, notifications }),
      }),
      askAboutStandstills: createAskAboutStandstills({ db, reference, tasks: needs.tasks }),
      decidingLines: createDecideStatementLine({
        db,
        isSamePerson,
        notifications,
        paying,
        crashAt,
        judge: needs.moneyJudge,
        isPerson: async (personId) => (await accounts.byId(personId)) !== null,
        payoutsIn: needs.payoutsIn,
        refundsIn: needs.refunding.decisionsIn,
      }),
      payShortfall: createBringMissingSum({ db, topUps: needs.payments.topUps }),
      opening,
      openingLost: createOpenLostSettlements({ db, opening }),
      offering,
      answering: createAnswerOffer({
        db,
        lots,
        notifications,
        opening,
        protocols,
        obstacleOf,
        barQuestion: (personId) => sanctions.barQuestion(personId),
        loseSale,
        crashAt,
        orderLots: needs.orderLots,
        moves: needs.orderMoves,
      }),
      refusing: createRefuseSettlement({
        db,
        codes: needs.codesIn,
        prepareLoss,
        endSale,
        async addressesOf(personId) {
          const person = await accounts.byId(personId);
          return (
            person && {
              phone: person.phoneConfirmed ? person.phone : null,
              email: person.emailConfirmed ? person.email : null,
            }
          );
        },
      }),
      looking: createLookAtSettlements({
        db,
        lots,
        notifications,
        paying,
        judge: needs.moneyJudge,
        prepareLoss,
        endSale,
        reference,
        tasks: needs.tasks,
      }),
    };
  },
  listeners: ({ answering, looking, paying, endStandstill }) => ({
    [ACCOUNT_EVENTS.standstillEnded]: [
      { name: 'end-standstill', handle: ({ personId }) => endStandstill(String(personId)) },
    ],
    [OFFER_EVENTS.scheduled]: [
      { name: 'end-unanswered-offer', handle: ({ offerId }) => answering.lapse(Number(offerId)) },
    ],
    [SETTLEMENT_EVENTS.scheduled]: [
      {
        name: 'look-at-settlement',
        handle: ({ settlementId }) => looking.look(Number(settlementId)),
      },
    ],
    [PAYMENT_EVENTS.paid]: [
      {
        name: 'pay-settlement',
        handle: ({ paymentId }, tx) => paying.credited(tx, Number(paymentId)),
      },
    ],
  }),
  jobs: ({ answering, looking, openingLost, askAboutStandstills }, log) => [
    { name: 'ask about standstills', everyMs: FIND_DUE_MS, run: () => askAboutStandstills() },
    {
      name: 'end unanswered offers',
      everyMs: FIND_DUE_MS,
      run: () => answering.lapseAll((error, offer) => log.warn({ err: error, offer }, 'offer not ended yet')),
    },
    {
      name: 'look at settlements',
      everyMs: FIND_DUE_MS,
      run: () =>
        looking.lookAtDue((error, settlement) =>
          log.warn({ err: error, settlement }, 'settlement not looked at yet'),
        ),
    },
    {
      name: 'open lost settlements',
      everyMs: FIND_DUE_MS,
      run: () =>
        openingLost.openLost((error, lotId) => log.warn({ err: error, lotId }, 'settlement not opened yet')),
    },
  ],
});
