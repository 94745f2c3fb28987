import { STAFF_RIGHTS } from '#shared/api/staff-rights.ts';
import { PERSONAL, route, type AppRoute, type MenuRoute } from './route.ts';

const OWN = { ...PERSONAL, layout: 'console' } as const;

/** The pages of the console in the order of its menu. /console opens the first one of the person's roles. */
export const CONSOLE_ROUTES = [
  route({
    ...OWN,
    page: 'rooms',
    path: '/console/rooms',
    access: STAFF_RIGHTS.watchRooms,
    load: async () => (await import('#client/features/console-rooms/rooms-board.tsx')).RoomsBoard,
    texts: ['console', 'room'],
    source: 'features/console-rooms/rooms-board.tsx',
  }),
  route({
    ...OWN,
    page: 'tasks',
    path: '/console/tasks',
    access: STAFF_RIGHTS.readTasks,
    load: async () => (await import('#client/features/console-tasks/staff-tasks.tsx')).StaffTasks,
    texts: ['staff', 'staff-tasks'],
    source: 'features/console-tasks/staff-tasks.tsx',
  }),
  route({
    ...OWN,
    page: 'orders',
    path: '/console/orders',
    access: STAFF_RIGHTS.readOrders,
    load: async () => (await import('#client/features/console-orders/orders-queue.tsx')).OrdersQueue,
    texts: ['console-orders', 'order', 'order-actions'],
    source: 'features/console-orders/orders-queue.tsx',
  }),
  route({
    ...OWN,
    page: 'applications',
    path: '/console/applications',
    access: STAFF_RIGHTS.readApplications,
    load: async () =>
      (await import('#client/features/applications/console-applications.tsx')).ConsoleApplications,
    texts: ['staff', 'applications'],
    source: 'features/applications/console-applications.tsx',
  }),
  route({
    ...OWN,
    page: 'refunds',
    path: '/console/refunds',
    access: STAFF_RIGHTS.readRefunds,
    load: async () => (await import('#client/features/console-refunds/refunds-table.tsx')).RefundsTable,
    texts: ['console-refunds'],
    source: 'features/console-refunds/refunds-table.tsx',
  }),
  route({
    ...OWN,
    page: 'settlements',
    path: '/console/settlements',
    access: STAFF_RIGHTS.readSettlements,
    load: async () =>
      (await import('#client/features/console-settlements/settlements-table.tsx')).SettlementsTable,
    texts: ['console-settlements', 'after-sale'],
    source: 'features/console-settlements/settlements-table.tsx',
  }),
  route({
    ...OWN,
    page: 'offers',
    path: '/console/offers',
    access: STAFF_RIGHTS.readSettlements,
    load: async () => (await import('#client/features/console-offers/offers-table.tsx')).OffersTable,
    texts: ['console-offers'],
    source: 'features/console-offers/offers-table.tsx',
  }),
  route({
    ...OWN,
    page: 'repeats',
    path: '/console/repeats',
    access: STAFF_RIGHTS.readRepeats,
    load: async () => (await import('#client/features/console-repeats/repeats-table.tsx')).RepeatsTable,
    texts: ['console-repeats', 'order-actions'],
    source: 'features/console-repeats/repeats-table.tsx',
  }),
  route({
    ...OWN,
    page: 'protests',
    path: '/console/protests',
    access: STAFF_RIGHTS.readProtests,
    load: async () => (await import('#client/features/console-protests/protests-table.tsx')).ProtestsTable,
    texts: ['console-protests', 'protests'],
    source: 'features/console-protests/protests-table.tsx',
  }),
  route({
    ...OWN,
    page: 'payouts',
    path: '/console/payouts',
    access: STAFF_RIGHTS.readPayouts,
    load: async () => (await import('#client/features/console-payouts/payouts-table.tsx')).PayoutsTable,
    texts: ['console-payouts'],
    source: 'features/console-payouts/payouts-table.tsx',
  }),
  route({
    ...OWN,
    page: 'debts',
    path: '/console/debts',
    access: STAFF_RIGHTS.readDebts,
    load: async () => (await import('#client/features/console-debts/debts-table.tsx')).DebtsTable,
    texts: ['console-debts'],
    source: 'features/console-debts/debts-table.tsx',
  }),
  route({
    ...OWN,
    page: 'bars',
    path: '/console/bars',
    access: STAFF_RIGHTS.readBars,
    load: async () => (await import('#client/features/console-bars/bars-table.tsx')).BarsTable,
    texts: ['console-bars', 'files'],
    source: 'features/console-bars/bars-table.tsx',
  }),
  route({
    ...OWN,
    page: 'bar-proposals',
    path: '/console/bar-proposals',
    access: STAFF_RIGHTS.readBars,
    load: async () => (await import('#client/features/console-bars/proposals-table.tsx')).ProposalsTable,
    texts: ['console-bars', 'files'],
    source: 'features/console-bars/proposals-table.tsx',
  }),
  route({
    ...OWN,
    page: 'result-cancellations',
    path: '/console/result-cancellations',
    access: STAFF_RIGHTS.readResultCancellations,
    load: async () =>
      (await import('#client/features/console-result-cancellations/cancellations-table.tsx'))
        .CancellationsTable,
    texts: ['console-result-cancellations', 'files'],
    source: 'features/console-result-cancellations/cancellations-table.tsx',
  }),
  route({
    ...OWN,
    page: 'hand-overs',
    path: '/console/hand-overs',
    access: STAFF_RIGHTS.readHandOvers,
    load: async () =>
      (await import('#client/features/console-hand-overs/hand-overs-table.tsx')).HandOversTable,
    texts: ['console-hand-overs', 'after-sale'],
    source: 'features/console-hand-overs/hand-overs-table.tsx',
  }),
  route({
    ...OWN,
    page: 'payments',
    path: '/console/payments',
    access: STAFF_RIGHTS.readPayments,
    load: async () =>
      (await import('#client/features/console-payments/console-payments.tsx')).ConsolePayments,
    texts: ['console-payments', 'payments'],
    source: 'features/console-payments/console-payments.tsx',
  }),
  route({
    ...OWN,
    page: 'edit-requests',
    path: '/console/edit-requests',
    access: STAFF_RIGHTS.readEditRequests,
    load: async () =>
      (await import('#client/features/console-edit-requests/requests-table.tsx')).RequestsTable,
    texts: ['edit-requests', 'staff'],
    source: 'features/console-edit-requests/requests-table.tsx',
  }),
  route({
    ...OWN,
    page: 'consents',
    path: '/console/consents',
    access: STAFF_RIGHTS.readConsents,
    load: async () => (await import('#client/features/e-signature/console-consents.tsx')).ConsoleConsents,
    texts: ['e-signature'],
    source: 'features/e-signature/console-consents.tsx',
  }),
  route({
    ...OWN,
    page: 'news',
    path: '/console/news',
    access: STAFF_RIGHTS.readNews,
    load: async () => (await import('#client/features/news/console-news.tsx')).ConsoleNews,
    texts: ['staff', 'console-news'],
    source: 'features/news/console-news.tsx',
  }),
  route({
    ...OWN,
    page: 'conflicts',
    path: '/console/conflicts',
    access: STAFF_RIGHTS.readConflicts,
    load: async () => (await import('#client/features/console-conflicts/conflicts-table.tsx')).ConflictsTable,
    texts: ['console-conflicts'],
    source: 'features/console-conflicts/conflicts-table.tsx',
  }),
  route({
    ...OWN,
    page: 'contact',
    path: '/console/contact',
    access: STAFF_RIGHTS.readContactMessages,
    load: async () => (await import('#client/features/console-contact/contact-messages.tsx')).ContactMessages,
    texts: ['staff', 'console-contact'],
    source: 'features/console-contact/contact-messages.tsx',
  }),
] as const satisfies readonly MenuRoute[];

/** Pages of one thing, reached from the lists. */
export const CONSOLE_DETAIL_ROUTES = [
  route({
    ...OWN,
    path: '/console/orders/:id',
    access: STAFF_RIGHTS.readOrders,
    load: async () => (await import('../console/console-order.tsx')).default,
    texts: ['console-orders', 'order', 'order-actions', 'protests', 'order-problems', 'card', 'files'],
    source: 'app/console/console-order.tsx',
  }),
] as const satisfies readonly AppRoute[];

export type ConsolePage = (typeof CONSOLE_ROUTES)[number]['page'];
