import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { PERSONAL, route, type AppRoute } from './route.ts';

const OWN = { ...PERSONAL, layout: 'console' } as const;

/** Pages of one thing, reached from the lists. */
export const CONSOLE_DETAIL_ROUTES = [
  route({
    ...OWN,
    path: '/console/orders/:id',
    access: STAFF_RIGHTS.readOrders,
    load: async () => (await import('../console/console-order.tsx')).default,
    texts: [
      'console-orders',
      'staff-tasks',
      'customer-orders',
      'order',
      'order-actions',
      'protests',
      'order-problems',
      'card',
      'files',
    ],
    source: 'app/console/console-order.tsx',
  }),
  route({
    ...OWN,
    path: '/console/order-imports/:id',
    access: STAFF_RIGHTS.readOrderImports,
    load: async () => (await import('../console/console-order-import.tsx')).default,
    texts: ['console-order-imports', 'order-problems'],
    source: 'app/console/console-order-import.tsx',
  }),
  route({
    ...OWN,
    path: '/console/number-claims/:id',
    access: STAFF_RIGHTS.readNumberClaims,
    load: async () => (await import('#client/features/console/number-claims/claim-page.tsx')).ClaimPage,
    texts: ['console-number-claims'],
    source: 'features/console/number-claims/claim-page.tsx',
  }),
  route({
    ...OWN,
    path: '/console/accounts/:uuid',
    access: STAFF_RIGHTS.readAccounts,
    load: async () => (await import('#client/features/console/accounts/account-page.tsx')).AccountPage,
    texts: ['console-accounts', 'actions', 'console-decisions'],
    source: 'features/console/accounts/account-page.tsx',
  }),
  route({
    ...OWN,
    path: '/console/accounts/:uuid/trail',
    access: STAFF_RIGHTS.readAccounts,
    load: async () => (await import('#client/features/console/person-trail/pages.ts')).TrailPage,
    texts: [
      'console-trail',
      'console',
      'purchases',
      'order',
      'after-sale',
      'console-payouts',
      'payments',
      'refunding',
      'transactions',
    ],
    source: 'features/console/person-trail/pages.ts',
  }),
  route({
    ...OWN,
    path: '/console/rooms/:id',
    access: STAFF_RIGHTS.watchRooms,
    load: async () => (await import('#client/features/console/rooms/room-page.tsx')).RoomPage,
    texts: ['console-room', 'console', 'applications', 'console-trail', 'staff-tasks'],
    source: 'features/console/rooms/room-page.tsx',
  }),
  route({
    ...OWN,
    path: '/console/incidents/:id',
    access: STAFF_RIGHTS.readIncidents,
    load: async () => (await import('#client/features/console/incidents/pages.ts')).IncidentPage,
    texts: ['console-incidents', 'staff-tasks', 'console-decisions'],
    source: 'features/console/incidents/pages.ts',
  }),
  route({
    ...OWN,
    path: '/console/anomaly-flags/:id',
    access: STAFF_RIGHTS.readAnomalyFlags,
    load: async () => (await import('#client/features/console/anomaly-flags/pages.ts')).FlagPage,
    texts: ['console-flags'],
    source: 'features/console/anomaly-flags/pages.ts',
  }),
] as const satisfies readonly AppRoute[];
