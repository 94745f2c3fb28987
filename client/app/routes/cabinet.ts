import { PERSONAL, route, type AppRoute, type MenuRoute } from './route.ts';

export const CABINET_GROUPS = ['trade', 'selling', 'money', 'account'] as const;
type CabinetGroup = (typeof CABINET_GROUPS)[number];

const OWN = { ...PERSONAL, layout: 'cabinet', access: 'signed-in' } as const;

/** The pages of the cabinet in the order of its menu. The first one is what /profile opens. */
export const CABINET_ROUTES = [
  route({
    ...OWN,
    page: 'messages',
    path: '/profile/messages',
    group: 'account',
    load: async () => (await import('#client/features/cabinet/messages/messages-page.tsx')).MessagesPage,
    texts: ['messages'],
    source: 'features/cabinet/messages/messages-page.tsx',
  }),
  route({
    ...OWN,
    page: 'applications',
    path: '/profile/applications',
    group: 'trade',
    access: ['buyer'],
    load: async () =>
      (await import('#client/features/cabinet/applications/applications-table.tsx')).ApplicationsTable,
    texts: ['cabinet', 'applications'],
    source: 'features/cabinet/applications/applications-table.tsx',
  }),
  route({
    ...OWN,
    page: 'purchases',
    path: '/profile/purchases',
    group: 'trade',
    access: ['buyer'],
    load: async () =>
      (await import('#client/features/cabinet/purchases/my-purchases-page.tsx')).MyPurchasesPage,
    texts: ['cabinet', 'purchases'],
    source: 'features/cabinet/purchases/my-purchases-page.tsx',
  }),
  route({
    ...OWN,
    page: 'my-auctions',
    path: '/profile/my-auctions',
    group: 'trade',
    access: ['buyer'],
    load: async () => (await import('#client/features/cabinet/applications/my-auctions.tsx')).MyAuctions,
    texts: ['cabinet', 'applications'],
    source: 'features/cabinet/applications/my-auctions.tsx',
  }),
  route({
    ...OWN,
    page: 'winlots',
    path: '/profile/winlots',
    group: 'trade',
    access: ['buyer'],
    load: async () => (await import('#client/features/cabinet/winlots/winlots-page.tsx')).WinLotsPage,
    texts: ['cabinet', 'winlots', 'after-sale', 'parts', 'applications', 'code-entry', 'payments', 'files'],
    source: 'features/cabinet/winlots/winlots-page.tsx',
  }),
  route({
    ...OWN,
    page: 'achievements',
    path: '/profile/achievements',
    group: 'trade',
    access: ['buyer'],
    load: async () =>
      (await import('#client/features/site/achievements/achievements-page.tsx')).AchievementsPage,
    texts: ['cabinet', 'winlots', 'after-sale'],
    source: 'features/site/achievements/achievements-page.tsx',
  }),
  route({
    ...OWN,
    page: 'protests',
    path: '/profile/protests',
    group: 'trade',
    access: ['buyer'],
    load: async () => (await import('#client/features/cabinet/protests/my-protests.tsx')).MyProtests,
    texts: ['cabinet', 'protests', 'files'],
    source: 'features/cabinet/protests/my-protests.tsx',
  }),
  route({
    ...OWN,
    page: 'qr-code-protocols',
    path: '/profile/qr-code-protocols',
    group: 'trade',
    access: ['buyer'],
    load: async () => (await import('#client/features/cabinet/protocols/own-protocols.tsx')).BuyerProtocols,
    texts: ['cabinet', 'protocols'],
    source: 'features/cabinet/protocols/own-protocols.tsx',
  }),
  route({
    ...OWN,
    page: 'orders',
    path: '/profile/orders',
    group: 'selling',
    access: ['customer'],
    load: async () =>
      (await import('#client/features/cabinet/customer-orders/list/orders-page.tsx')).OrdersPage,
    texts: ['cabinet', 'customer-orders', 'order', 'order-actions'],
    source: 'features/cabinet/customer-orders/list/orders-page.tsx',
  }),
  route({
    ...OWN,
    page: 'lot-questions',
    path: '/profile/lot-questions',
    group: 'selling',
    access: ['customer'],
    load: async () =>
      (await import('#client/features/cabinet/lot-questions/received-page.tsx')).ReceivedQuestionsPage,
    texts: ['cabinet', 'lot-questions'],
    source: 'features/cabinet/lot-questions/received-page.tsx',
  }),
  route({
    ...OWN,
    page: 'viewings',
    path: '/profile/viewings',
    group: 'selling',
    access: ['customer'],
    load: async () => (await import('#client/features/cabinet/viewings/viewings-page.tsx')).ViewingsPage,
    texts: ['cabinet', 'viewings'],
    source: 'features/cabinet/viewings/viewings-page.tsx',
  }),
  route({
    ...OWN,
    page: 'winner-payments',
    path: '/profile/winner-payments',
    group: 'selling',
    access: ['customer'],
    load: async () =>
      (await import('#client/features/cabinet/winner-payments/winner-payments-page.tsx')).WinnerPaymentsPage,
    texts: ['cabinet', 'winner-payments', 'after-sale', 'parts', 'sale-debt'],
    source: 'features/cabinet/winner-payments/winner-payments-page.tsx',
  }),
  route({
    ...OWN,
    page: 'customer-protocols',
    path: '/profile/customer-protocols',
    group: 'selling',
    access: ['customer'],
    load: async () =>
      (await import('#client/features/cabinet/protocols/own-protocols.tsx')).CustomerProtocols,
    texts: ['cabinet', 'protocols'],
    source: 'features/cabinet/protocols/own-protocols.tsx',
  }),
  route({
    ...OWN,
    page: 'top-up',
    path: '/profile/top-up',
    group: 'money',
    load: async () => (await import('#client/features/cabinet/top-up/top-up-page.tsx')).TopUpPage,
    texts: ['payments'],
    source: 'features/cabinet/top-up/top-up-page.tsx',
  }),
  route({
    ...OWN,
    page: 'payments',
    path: '/profile/payments',
    group: 'money',
    load: async () => (await import('#client/features/cabinet/payments/payments-table.tsx')).PaymentsTable,
    texts: ['payments'],
    source: 'features/cabinet/payments/payments-table.tsx',
  }),
  route({
    ...OWN,
    page: 'transactions',
    path: '/profile/transactions',
    group: 'money',
    load: async () =>
      (await import('#client/features/cabinet/transactions/transactions-table.tsx')).TransactionsTable,
    texts: ['cabinet', 'transactions'],
    source: 'features/cabinet/transactions/transactions-table.tsx',
  }),
  route({
    ...OWN,
    page: 'refunding',
    path: '/profile/refunding',
    group: 'money',
    load: async () => (await import('#client/features/cabinet/refunding/refunding-page.tsx')).RefundingPage,
    texts: ['cabinet', 'refunding'],
    source: 'features/cabinet/refunding/refunding-page.tsx',
  }),
  route({
    ...OWN,
    page: 'debts',
    path: '/profile/debts',
    group: 'money',
    load: async () => (await import('#client/features/cabinet/debts/debts-page.tsx')).DebtsPage,
    texts: ['cabinet', 'debts'],
    source: 'features/cabinet/debts/debts-page.tsx',
  }),
  route({
    ...OWN,
    page: 'my-data',
    path: '/profile/my-data',
    group: 'account',
    load: async () => (await import('#client/features/cabinet/profile/my-data.tsx')).MyData,
    texts: ['cabinet', 'profile', 'code-entry'],
    source: 'features/cabinet/profile/my-data.tsx',
  }),
  route({
    ...OWN,
    page: 'edit-requests',
    path: '/profile/edit-requests',
    group: 'account',
    load: async () => (await import('#client/features/cabinet/profile/edit-requests.tsx')).EditRequests,
    texts: ['cabinet', 'profile', 'edit-requests'],
    source: 'features/cabinet/profile/edit-requests.tsx',
  }),
  route({
    ...OWN,
    page: 'e-signature-keys',
    path: '/profile/e-signature-keys',
    group: 'account',
    load: async () => (await import('#client/features/cabinet/e-signature/keys-page.tsx')).KeysPage,
    texts: ['e-signature'],
    source: 'features/cabinet/e-signature/keys-page.tsx',
  }),
  route({
    ...OWN,
    page: 'contracts',
    path: '/profile/contracts',
    group: 'account',
    load: async () => (await import('#client/features/cabinet/e-signature/contracts-page.tsx')).ContractsPage,
    texts: ['e-signature'],
    source: 'features/cabinet/e-signature/contracts-page.tsx',
  }),
  route({
    ...OWN,
    page: 'notification-settings',
    path: '/profile/notification-settings',
    group: 'account',
    load: async () =>
      (await import('#client/features/cabinet/notification-settings/notification-settings.tsx'))
        .NotificationSettings,
    texts: ['messages', 'alerts'],
    source: 'features/cabinet/notification-settings/notification-settings.tsx',
  }),
  route({
    ...OWN,
    page: 'sessions',
    path: '/profile/sessions',
    group: 'account',
    load: async () => (await import('#client/features/cabinet/profile/sessions-list.tsx')).SessionsList,
    texts: ['cabinet', 'profile'],
    source: 'features/cabinet/profile/sessions-list.tsx',
  }),
  route({
    ...OWN,
    page: 'api-tokens',
    path: '/profile/api-tokens',
    group: 'account',
    load: async () => (await import('#client/features/cabinet/api-tokens/api-tokens-page.tsx')).ApiTokensPage,
    texts: ['cabinet', 'api-tokens'],
    source: 'features/cabinet/api-tokens/api-tokens-page.tsx',
  }),
  route({
    ...OWN,
    page: 'webhooks',
    path: '/profile/webhooks',
    group: 'account',
    load: async () => (await import('#client/features/cabinet/webhooks/webhooks-page.tsx')).WebhooksPage,
    texts: ['cabinet', 'webhooks'],
    source: 'features/cabinet/webhooks/webhooks-page.tsx',
  }),
  route({
    ...OWN,
    page: 'actions',
    path: '/profile/actions',
    group: 'account',
    load: async () => (await import('#client/features/cabinet/actions/actions-table.tsx')).ActionsTable,
    texts: ['cabinet', 'actions'],
    source: 'features/cabinet/actions/actions-table.tsx',
  }),
] as const satisfies readonly (MenuRoute & { group: CabinetGroup })[];

export type CabinetPage = (typeof CABINET_ROUTES)[number]['page'];

const ORDER_TEXTS = [
  'cabinet',
  'card',
  'code-entry',
  'customer-orders',
  'files',
  'map',
  'order',
  'order-actions',
  'protests',
] as const;

/** Pages of one order, below the list of orders: all of them are one screen, which reads from the address which one is open. */
export const ORDER_ROUTES = [
  route({
    ...OWN,
    path: '/profile/orders/order-info/:id',
    load: async () =>
      (await import('#client/features/cabinet/customer-orders/pages/order-pages.tsx')).OrderPages,
    texts: ORDER_TEXTS,
    source: 'features/cabinet/customer-orders/pages/order-pages.tsx',
  }),
  route({
    ...OWN,
    path: '/profile/orders/property-info/:id',
    load: async () =>
      (await import('#client/features/cabinet/customer-orders/pages/order-pages.tsx')).OrderPages,
    texts: ORDER_TEXTS,
    source: 'features/cabinet/customer-orders/pages/order-pages.tsx',
  }),
  route({
    ...OWN,
    path: '/profile/orders/property-photos/:id',
    load: async () =>
      (await import('#client/features/cabinet/customer-orders/pages/order-pages.tsx')).OrderPages,
    texts: ORDER_TEXTS,
    source: 'features/cabinet/customer-orders/pages/order-pages.tsx',
  }),
  route({
    ...OWN,
    path: '/profile/orders/property-documents/:id',
    load: async () =>
      (await import('#client/features/cabinet/customer-orders/pages/order-pages.tsx')).OrderPages,
    texts: ORDER_TEXTS,
    source: 'features/cabinet/customer-orders/pages/order-pages.tsx',
  }),
  route({
    ...OWN,
    path: '/profile/orders/requisites/:id',
    load: async () =>
      (await import('#client/features/cabinet/customer-orders/pages/order-pages.tsx')).OrderPages,
    texts: ORDER_TEXTS,
    source: 'features/cabinet/customer-orders/pages/order-pages.tsx',
  }),
  route({
    ...OWN,
    path: '/profile/orders/order-flows/:id',
    load: async () =>
      (await import('#client/features/cabinet/customer-orders/pages/order-pages.tsx')).OrderPages,
    texts: ORDER_TEXTS,
    source: 'features/cabinet/customer-orders/pages/order-pages.tsx',
  }),
  route({
    ...OWN,
    path: '/profile/orders/lots/:id',
    load: async () =>
      (await import('#client/features/cabinet/customer-orders/pages/order-pages.tsx')).OrderPages,
    texts: ORDER_TEXTS,
    source: 'features/cabinet/customer-orders/pages/order-pages.tsx',
  }),
  route({
    ...OWN,
    path: '/profile/orders/protests/:id',
    load: async () =>
      (await import('#client/features/cabinet/customer-orders/pages/order-pages.tsx')).OrderPages,
    texts: ORDER_TEXTS,
    source: 'features/cabinet/customer-orders/pages/order-pages.tsx',
  }),
] as const satisfies readonly AppRoute[];
