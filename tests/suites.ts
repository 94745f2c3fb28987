/** Which files of tests a run has. A file that is named on the command line runs in any case, sampled or in full. */

const inTests = (files: readonly string[]): string[] => files.map((file) => `tests/${file}.test.ts`);

/** Hold the product to times, or rely on them: they run last, with the cores to themselves. */
export const TIMED = inTests([
  'faults/breaks',
  'faults/clock-frozen',
  'faults/clock-many',
  'faults/half-open',
  'faults/journal-child-killed',
  'faults/journal-killed',
  'faults/journals-share',
  'faults/postgres-away',
  'faults/redis-killed',
  'faults/two-platforms',
  'integration/deposits',
  'integration/identity-passwords',
  'integration/sign-in',
  'realtime/forked-redis',
  'realtime/refusals',
  'realtime/resync',
  'realtime/failures',
]);

/**
 * Not in `npm test`, which has to end within nine minutes on two cores: each takes more than ten seconds or so, and other
 * files walk through the same code. `npm run test:long` has them, so that every change passes them too.
 */
export const LONG = inTests([
  'contract/conflicts',
  'e2e/after-the-hammer',
  'e2e/demo',
  'e2e/one-click',
  'e2e/order-create',
  'e2e/second-factor',
  'e2e/sign-in-forms',
  'e2e/uploads',
  'faults/after-sale-killed',
  'faults/conclude-killed',
  'faults/deadline',
  'faults/decisions-killed',
  'faults/journal-killed',
  'faults/purchases-at-once',
  'integration/accounts',
  'integration/after-hammer-transitions',
  'integration/auction-to-outcome',
  'integration/auth-token',
  'integration/bank-statements',
  'integration/change-password',
  'integration/cli',
  'integration/demo',
  'integration/deposits',
  'integration/edit-requests',
  'integration/erasure',
  'integration/files-failures',
  'integration/files-upload',
  'integration/hand-overs',
  'integration/identity-guessing',
  'integration/import-lots',
  'integration/journal',
  'integration/late-parts',
  'integration/launcher',
  'integration/ledger-check',
  'integration/lot-filters',
  'integration/lot-search',
  'integration/migrations',
  'integration/one-id',
  'integration/order-actions',
  'integration/order-imports',
  'integration/order-imports-run',
  'integration/order-moderation',
  'integration/payouts',
  'integration/processes',
  'integration/profile',
  'integration/purchases',
  'integration/reconciliation',
  'integration/registration',
  'integration/release-deposits',
  'integration/repeats',
  'integration/replay',
  'integration/room-requests',
  'integration/security-hostile-input',
  'integration/trade-applications',
  'integration/undo-result',
  'property/after-hammer',
  'property/auction-mutants',
  'property/auction-twin',
  'property/parts',
  'property/purchases',
  'property/refund-returns',
  'realtime/bad-input',
  'realtime/bid-life',
  'realtime/failures',
  'realtime/floods',
  'realtime/handshakes',
  'realtime/presence',
  'realtime/room-control',
  'realtime/spoiling-offer',
  'realtime/two-nodes',
]);

/**
 * The complete run alone has these: each injects a fault into a mechanism that another file kills in another way, or repeats
 * one with more of everything (docs/CONTRIBUTING.md says which).
 */
export const COMPLETE_ONLY = inTests([
  'e2e/account-shut',
  'e2e/application-answer',
  'e2e/console-dictionaries',
  'e2e/delete-account',
  'e2e/deposit',
  'e2e/e-imzo-application',
  'e2e/long-export',
  'e2e/orders',
  'e2e/outside-sign-in',
  'e2e/squatted-number',
  'faults/breaks',
  'faults/clock-frozen',
  'faults/clock-many',
  'faults/cluster-killed',
  'faults/disk-full',
  'faults/erasure-killed',
  'faults/half-open',
  'faults/journal-killed-loading',
  'faults/journals-share',
  'faults/lagging-standby',
  'faults/network',
  'faults/npm-start-killed',
  'faults/packet-loss',
  'faults/platform-services-away',
  'faults/redis-wiped',
  'faults/release-killed',
  'faults/slow-services',
  'faults/slow-viewer',
  'faults/standstill',
  'faults/top-up-killed',
  'faults/two-releases',
  'faults/upload-killed',
  'faults/wrong-clock',
  'integration/after-sale-rounds',
  'integration/cluster',
  'integration/demo-orders',
  'integration/launcher-supervision',
  'integration/long-import',
  'integration/long-logs',
  'integration/redis-clock',
  'integration/sales-storm',
  'integration/spare-child',
  'integration/spoiling-offer',
  'integration/transfers-held-up',
  'property/auction-real-clock',
  'realtime/bid-load',
]);

type Suite = 'quick' | 'long' | 'complete';

/** The suite of this process, by its environment and arguments. */
export function suiteOf(env: NodeJS.ProcessEnv, argv: readonly string[]): Suite {
  if (env.TEST_ALL === '1' || argv.some((argument) => argument.includes('tests/'))) return 'complete';
  return env.TEST_LONG === '1' ? 'long' : 'quick';
}

/** Files that a suite leaves out. */
export const leftOut = (suite: Suite): string[] =>
  ({ quick: [...LONG, ...COMPLETE_ONLY], long: COMPLETE_ONLY, complete: [] })[suite];
