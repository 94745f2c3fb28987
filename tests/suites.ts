/** Which files of tests a run has. A file that is named on the command line runs in any case, sampled or in full. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const inTests = (files: readonly string[]): string[] => files.map((file) => `tests/${file}.test.ts`);

/** Hold the product to times, or rely on them: they run last, with the cores to themselves. */
export const TIMED = inTests([
  'faults/breaks',
  'faults/clock-frozen',
  'faults/clock-many',
  'faults/commits-failing',
  'faults/disk-full',
  'faults/half-open',
  'faults/journal-apart',
  'faults/journal-killed',
  'faults/journal-stopped',
  'faults/journals-share',
  'faults/nginx-cut-off',
  'faults/no-web',
  'faults/postgres-away',
  'faults/redis-killed',
  'faults/two-platforms',
  'faults/web-cut-off',
  'integration/money/deposits',
  'integration/people/erasure-sockets',
  'integration/people/identity-passwords',
  'integration/people/sign-in',
  'realtime/forked-redis',
  'realtime/refusals',
  'realtime/resync',
  'realtime/early-refusals',
  'realtime/failures',
  'realtime/spoiling-sockets',
]);

/**
 * The complete run alone has these: each injects a fault into a mechanism that another file kills in another way, or repeats
 * one with more of everything (docs/CONTRIBUTING.md says which).
 */
export const COMPLETE_ONLY = inTests([
  'e2e/account-shut',
  'e2e/alerts',
  'e2e/application-answer',
  'e2e/console-banners',
  'e2e/console-contact',
  'e2e/console-dictionaries',
  'e2e/console-protocols',
  'e2e/delete-account',
  'e2e/deposit',
  'e2e/e-imzo-application',
  'e2e/long-export',
  'e2e/lot-questions',
  'e2e/operators-day',
  'e2e/order-create',
  'e2e/orders',
  'e2e/other-person',
  'e2e/outside-sign-in',
  'e2e/replay',
  'e2e/squatted-number',
  'e2e/verify-offline',
  'e2e/viewings',
  'faults/breaks',
  'faults/clock-frozen',
  'faults/clock-many',
  'faults/cluster-killed',
  'faults/commits-failing',
  'faults/disk-full',
  'faults/erasure-killed',
  'faults/half-open',
  'faults/jobs-redis-away',
  'faults/journal-apart',
  'faults/journal-killed-loading',
  'faults/journal-stopped',
  'faults/journals-share',
  'faults/lagging-standby',
  'faults/network',
  'faults/nginx-cut-off',
  'faults/no-web',
  'faults/npm-start-killed',
  'faults/older-timeline',
  'faults/packet-loss',
  'faults/platform-services-away',
  'faults/redis-wiped',
  'faults/release-killed',
  'faults/slow-services',
  'faults/slow-viewer',
  'faults/standstill',
  'faults/top-up-killed',
  'faults/two-platforms',
  'faults/two-releases',
  'faults/upload-killed',
  'faults/web-cut-off',
  'faults/wrong-clock',
  'integration/auction/cluster',
  'integration/auction/long-logs',
  'integration/auction/redis-clock',
  'integration/auction/spoiling-offer',
  'integration/money/transfers-held-up',
  'integration/platform/image-packages',
  'integration/platform/installation-page',
  'integration/platform/launcher-supervision',
  'integration/platform/rehearsals',
  'integration/platform/restore-drill',
  'integration/platform/status',
  'integration/trade/after-sale-rounds',
  'integration/trade/demo',
  'integration/trade/demo-orders',
  'integration/trade/long-import',
  'integration/trade/sales-storm',
  'property/auction-real-clock',
  'realtime/bid-load',
]);

/** In `npm test` however long they take: one walk through the product in a browser, and the faults that every installation meets. */
export const SAMPLES = inTests([
  'e2e/stranger',
  'faults/journal-killed',
  'faults/postgres-away',
  'faults/redis-killed',
]);

/** Seconds that each file of the two sampled suites took last, by its path: `npm run durations` records them. */
export const DURATIONS = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'durations.json'), 'utf8'),
) as Readonly<Record<string, number>>;

/** Of a file in `npm test`, s: with this limit the suite ends within five minutes on two cores. */
export const QUICK_FILE_S = 1.25;

/**
 * Not in `npm test`, because they took longer. `npm run test:long` has them, and a check of a change a part of these. A file
 * that was not recorded yet is quick.
 */
export const LONG = Object.keys(DURATIONS).filter(
  (file) => DURATIONS[file]! > QUICK_FILE_S && ![...SAMPLES, ...COMPLETE_ONLY].includes(file),
);

type Suite = 'quick' | 'long' | 'complete';

/** The suite of this process, by its environment and arguments. */
export function suiteOf(env: NodeJS.ProcessEnv, argv: readonly string[]): Suite {
  if (env.TEST_ALL === '1' || argv.some((argument) => argument.includes('tests/'))) return 'complete';
  return env.TEST_LONG === '1' ? 'long' : 'quick';
}

/** Files that a suite leaves out. */
export const leftOut = (suite: Suite): string[] =>
  ({ quick: [...LONG, ...COMPLETE_ONLY], long: COMPLETE_ONLY, complete: [] })[suite];
