import type { ActionVerdict, AuthorisedSellers } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { Debts } from '#server/domains/money/wallet/index.ts';
import type { SignaturesService } from '#server/domains/people/signatures/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { ClosingPort } from '../actions/closing-port.ts';
import { createOrderActions } from '../actions/order-actions.ts';
import type { Withdrawals } from '../actions/withdrawals.ts';
import { canonicalOrder } from '../canonical-order.ts';
import { differencesOfEachRequisites } from '../known-requisites.repository.ts';
import { createDuplicates } from '../duplicates.ts';
import type { ModeratedRow } from '../flows/moderated-order-tables.ts';
import type { OrderFlows } from '../flows/order-flows.ts';
import type { OrderMoves } from '../flows/order-moves.ts';
import { ORDER_FILES } from '../order-files.ts';
import type { OrdersService } from '../orders.service.ts';
import { WAITING_ORDERS } from '#shared/lifecycles/order.ts';
import { createModerationView } from './moderation-view.ts';
import { createModeration } from './moderation.service.ts';
import { createOrderChecks } from './order-checks.ts';
import { orderQueueExport } from './order-queue-export.ts';

interface ModerationNeeds extends Pick<Base, 'database'> {
  people: {
    mayDo(action: 'sell', personId: string): Promise<ActionVerdict>;
    mayDoEach(action: 'sell', personIds: readonly string[]): Promise<ReadonlyMap<string, ActionVerdict>>;
  };
  actions: Pick<ActionLog, 'record'>;
  closing: ClosingPort;
  debts: Pick<Debts, 'owedByEach'>;
  files: Pick<FilesService, 'manifestsOf'>;
  reference: Pick<ReferenceService, 'baseAmountAt' | 'chosenReason'>;
  signatures: SignaturesService;
  authorisedSellers: AuthorisedSellers;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  orders: Pick<OrdersService, 'judge' | 'creating'>;
  orderFlows: OrderFlows;
  orderMoves: OrderMoves;
  orderWithdrawals: Withdrawals;
}

/** What customers do with written orders, and what staff decide about them. */
export const moderationModule = defineModule({
  name: 'moderation',
  create(needs: ModerationNeeds) {
    const { people, actions, debts, files, signatures, namesOf, authorisedSellers, reference } = needs;
    const { orders, orderFlows: flows, orderMoves: moves, orderWithdrawals: withdrawals } = needs;
    const { db } = needs.database;
    const judge = (rows: readonly ModeratedRow[]) =>
      orders.judge.judgeEach(rows.map(({ id, person_id: personId, fields }) => ({ id, personId, fields })));
    const canonical = async (rows: readonly ModeratedRow[]) => {
      const ids = rows.map(({ id }) => id);
      const manifests = await files.manifestsOf(db, ORDER_FILES, ids);
      return rows.map(({ id, fields }) => canonicalOrder(id, fields, manifests.get(id)!));
    };
    const checks = createOrderChecks({
      judge,
      signatures,
      canonical,
      maySell: (personIds) => people.mayDoEach('sell', personIds),
      owedBy: (personIds) => debts.owedByEach(personIds),
      requisitesDiffer: (rows) =>
        differencesOfEachRequisites(
          db,
          rows.map(({ person_id: personId, fields: { requisites } }) => ({ personId, requisites })),
        ),
      duplicates: (rows) =>
        createDuplicates(db).all(rows.map((row) => ({ ...row, customerId: row.person_id }))),
    });
    const moderation = createModeration({
      db,
      moves,
      checks,
      namesOf,
      actions,
      isSamePerson: needs.isSamePerson,
      sellerMarkedBy: (personId) => authorisedSellers.markedBy(personId),
      baseAmountAt: (at) => reference.baseAmountAt(at),
      chosenReason: (list, code) => reference.chosenReason(list, code),
    });
    return {
      moderation,
      moderationView: createModerationView({
        db,
        flows,
        checks,
        moderation,
        actions,
        namesOf,
        sellers: authorisedSellers,
      }),
      orderActions: createOrderActions({
        db,
        maySell: (personId) => people.mayDo('sell', personId),
        canonical: async (row) => (await canonical([row]))[0]!,
        signatures,
        moves,
        withdrawals,
        actions,
        closing: needs.closing,
        problemsOf: async (row) => (await judge([row]))[0]!.problems,
        rejectedByTwo: (orderId) => moderation.isRejectedByTwo(orderId),
        creating: orders.creating,
      }),
    };
  },
  queues: [
    {
      page: 'orders',
      right: 'readOrders',
      table: 'customer_order',
      waits: { column: 'status', values: WAITING_ORDERS },
      since: 'sent_at',
    },
  ],
  exports: ({ database, namesOf }) => ({ 'console-orders': orderQueueExport(database.db, namesOf) }),
});
