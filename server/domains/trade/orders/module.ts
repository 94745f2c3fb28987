import type {
  AccountsService,
  ActionVerdict,
  AuthorisedSellers,
  ProfileService,
} from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { Refunding } from '#server/domains/money/payments/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { Debts, Wallet } from '#server/domains/money/wallet/index.ts';
import { runBackfill, type AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import { SEARCH_VERSION } from '#shared/i18n/transliterate.ts';
import { createWithdrawals } from './actions/withdrawals.ts';
import { createImportOrders } from './imported-orders.ts';
import { foldOrders } from './fold-orders.ts';
import { createOrderFlows } from './flows/order-flows.ts';
import { createOrderMoves } from './flows/order-moves.ts';
import { filesOf, orderFileOwner } from './order-files.ts';
import { ordersExport } from './orders-export.ts';
import { createOrdersService } from './orders.service.ts';
import { createOrderTrade } from './trade/order-trade.ts';
import { ORDERS_PERSONAL_DATA } from './personal-data.ts';

/** A look at whether the words of search are those of this version. */
const FOLD_EVERY_MS = 600_000;

interface OrdersNeeds extends Pick<Base, 'database'> {
  accounts: Pick<AccountsService, 'byId' | 'byIds'>;
  authorisedSellers: Pick<AuthorisedSellers, 'isAuthorised' | 'authorisedOf'>;
  people: {
    mayDo(action: 'sell', personId: string): Promise<ActionVerdict>;
    profile: Pick<ProfileService, 'requisites'>;
  };
  actions: Pick<ActionLog, 'record'>;
  files: Pick<FilesService, 'registerOwner' | 'removeAll' | 'copyReferences' | 'countsOfEach' | 'manifestOf'>;
  reference: ReferenceService;
  notifications: Notifications;
  walletIn: (tx: AnyDb) => Wallet;
  debts: Pick<Debts, 'owedBy'>;
  codes: OneTimeCodes;
  codesIn: (tx: AnyDb) => OneTimeCodes;
  refunding: { destinations: Pick<Refunding['destinations'], 'cards' | 'haveCards'> };
}

export const ordersModule = defineModule({
  name: 'orders',
  personalData: ORDERS_PERSONAL_DATA,
  create(needs: OrdersNeeds) {
    const { database, accounts, people, actions, files, reference, notifications, refunding } = needs;
    const { authorisedSellers } = needs;
    const { db } = database;
    files.registerOwner(orderFileOwner(db));
    const flows = createOrderFlows(db);
    const withdrawals = createWithdrawals({
      db,
      walletIn: needs.walletIn,
      owedBy: (personId: string) => needs.debts.owedBy(personId),
      baseAmountAt: (at) => reference.baseAmountAt(at),
    });
    const orderMoves = createOrderMoves({
      notify: notifications.notify,
      countWithdrawal: (tx, order, atMostTiyin) => withdrawals.count(tx, order, atMostTiyin),
    });
    return {
      orderFlows: flows,
      orderMoves,
      orderWithdrawals: withdrawals,
      orderTrade: createOrderTrade(db),
      /** Computes words of search and likeness again that an earlier version of the code has stored. */
      foldOrders: () =>
        runBackfill(db, {
          name: 'order-search',
          version: SEARCH_VERSION,
          batch: (afterId) => foldOrders(db, afterId),
        }),
      importOrders: createImportOrders({
        db,
        accounts,
        reference,
        flows,
        moves: orderMoves,
        manifestOf: (...of) => files.manifestOf(...of),
        isAuthorisedSeller: (personId) => authorisedSellers.isAuthorised(personId),
      }),
      orders: createOrdersService({
        db,
        accounts,
        actions,
        files,
        flows,
        reference,
        codes: needs.codes,
        codesIn: needs.codesIn,
        notify: notifications.notify,
        maySell: (personId) => people.mayDo('sell', personId),
        async sellerOf(personId) {
          const person = await accounts.byId(personId);
          if (!person) return null;
          const { kind, name, phone, email } = person;
          return { kind, name, phone, email, requisites: await people.profile.requisites(personId) };
        },
        authorisedSellersOf: (personIds) => authorisedSellers.authorisedOf(personIds),
        haveCards: (asked) => refunding.destinations.haveCards(asked),
        cardsOf: async (personId) => (await refunding.destinations.cards(personId)).items,
        copyFiles: (tx, fromId, toId) => files.copyReferences(tx, filesOf(fromId), filesOf(toId)),
        removeFiles: (tx, orderId) => files.removeAll(tx, filesOf(orderId)),
      }),
    };
  },
  jobs: ({ foldOrders: fold }) => [
    { name: 'fold words of orders', everyMs: FOLD_EVERY_MS, run: () => fold() },
  ],
  exports: ({ orders }) => ({ orders: ordersExport(orders.reading) }),
});
