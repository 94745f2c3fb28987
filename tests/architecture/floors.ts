/**
 * The one list of floors and owners. The rules in check-imports.ts and the planted violations in floors.test.ts
 * read it; a new folder or package owner is entered here and nowhere else.
 *
 * A place is a folder (`server/platform/`) or a file; `*` is any one folder name. Each match is a unit of its own:
 * units of one floor never import one another, and imports only go to a floor further up in the list below.
 */

/**
 * Lowest first: shared at the bottom, processes on top. Requests are served in server/api; four route files remain below
 * it with what they serve, because a port or a platform service there registers them itself: the proof of work and the
 * outbox of the local adapters (server/platform), provider callbacks and the sign-in site (server/integrations).
 */
export const HOUSE: readonly (readonly string[])[] = [
  ['shared/'],
  ['server/platform/'],
  ['server/integrations/*/', 'server/identity/'],
  domains(
    'accounts',
    'reference',
    'site',
    'files',
    'notifications',
    'action-log',
    'signatures',
    'tasks',
    'notes',
    'list-choices',
    'work-queues',
  ),
  domains(
    'wallet',
    'payments',
    'personal-data',
    'person-trail',
    'records',
    'number-claims',
    'erasure',
    'decisions',
    'staff-money',
  ),
  domains(
    'orders',
    'lots',
    'rehearsals',
    'debarments',
    'news',
    'help-pages',
    'contact-answers',
    'banners',
    'partners',
    'reference-changes',
  ),
  [
    'server/auction/',
    ...domains(
      'trade-applications',
      'favourites',
      'saved-searches',
      'lot-questions',
      'viewings',
      'order-imports',
      'webhooks',
    ),
  ],
  domains('signed-records', 'incidents', 'service-levels', 'system', 'anomaly-flags'),
  domains('protocols', 'protests', 'exports', 'conflicts-of-interest', 'purchases'),
  domains('settlements', 'result-cancellations', 'open-data'),
  domains('payouts', 'second-offers', 'hand-overs', 'relistings', 'bank-statements', 'figures'),
  ['server/workflows/'],
  ['server/api/', 'server/jobs/'],
  ['server/web/'],
  ['server/demo/'],
  ['server/processes/'],
  ['server/main.ts'],
];

/** The browser's side imports shared alone. */
export const CLIENT_HOUSE: readonly (readonly string[])[] = [
  ['shared/'],
  ['client/i18n/', 'client/theme/'],
  ['client/lib/'],
  ['client/ui/'],
  ['client/entities/*/'],
  ['client/features/*/*/'],
  ['client/app/'],
];

/** Inside the hot core: rules at the bottom, the door on top; the four in between do not know each other. */
export const AUCTION_HOUSE: readonly (readonly string[])[] = [
  ['server/auction/rules/'],
  ['server/auction/state/'],
  ['server/auction/live/', 'server/auction/clock/', 'server/auction/journal/', 'server/auction/replay/'],
  ['server/auction/*.ts'],
];

/** Units another unit enters by `index.ts` only. */
export const CLOSED_BY_A_DOOR: readonly string[] = [
  'server/domains/*/*/',
  'server/auction/',
  'server/api/',
  'server/web/',
];

/** Places that see nothing of the project but what is named (themselves always included). */
export const SEES_ONLY: Readonly<Record<string, readonly string[]>> = {
  'shared/': [],
  'server/auction/rules/': ['shared/'],
  'server/auction/': ['server/platform/', 'shared/'],
  'server/': ['shared/'],
  // The table of screens is data: the head, the status and the sitemap follow it. Its loaders are not called here.
  'server/web/': ['server/', 'shared/', 'client/app/routes.ts'],
  'client/': ['shared/'],
  'migrations/': [],
  'loadtest/': ['shared/'],
  // Parts of the product started alone, to be measured from outside.
  'loadtest/servers/': ['server/', 'shared/', 'loadtest/lib/'],
};

/** Packages with owners: no one else among server, client and shared imports them, types included. */
export const PACKAGE_OWNERS: Readonly<Record<string, readonly string[]>> = {
  ioredis: ['server/platform/redis/', 'server/auction/state/'],
  pg: ['server/platform/database/', '**.repository.ts'],
  // `*-tables.ts` holds the column types of a repository that shares them with another of its domain.
  kysely: ['server/platform/database/', '**.repository.ts', '**-tables.ts'],
  'socket.io': ['server/platform/realtime/', 'server/auction/live/'],
  // The demo's bots are customers on the public socket.
  'socket.io-client': ['client/lib/', 'server/demo/'],
  bullmq: ['server/jobs/', 'server/platform/queues/'],
  express: [
    'server/platform/http/',
    'server/api/',
    'server/web/',
    'server/processes/',
    // Sites of their own, which run without the product: the sign-in site and the local payment pages.
    'server/identity/site/',
    'server/integrations/payment-providers/',
    // Pictures of invented lots: above the API, which therefore cannot serve them.
    'server/demo/pictures/',
  ],
};

/** Places that may use only the packages named; `node:` means all of Node's own modules. */
export const PACKAGES_ONLY: Readonly<Record<string, readonly string[]>> = {
  // The canonical form of what is signed: pure as well.
  'shared/': ['zod', 'canonicalize'],
  // Hashing is as pure as adding: same input, same output.
  'server/auction/rules/': ['canonicalize', 'node:crypto'],
  // The launcher runs before packages are installed; a test run that wants containers loads this one afterwards.
  'scripts/': ['node:', 'testcontainers'],
};

/** Packages a place never uses. */
export const PACKAGES_NEVER: Readonly<Record<string, readonly string[]>> = {
  // What lies at the top of client/ is the build's configuration, which runs on Node.js.
  'client/*/': ['node:'],
  'server/': ['react', 'react-dom', 'vite', 'vitest'],
};

/** Product code; tests may import it, never the other way round. */
export const PRODUCT: readonly string[] = ['server/', 'client/', 'shared/', 'migrations/'];

/** What product code never imports. */
export const BESIDE_THE_PRODUCT: readonly string[] = ['tests/', 'loadtest/', 'scripts/'];

function domains(...names: string[]): string[] {
  return names.map((name) => `server/domains/*/${name}/`);
}
