import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import FileOrder from './tests/fixtures/file-order.ts';

/** Hold the product to times, or rely on them: they run last, with the cores to themselves. */
const TIMED = [
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
].map((file) => `tests/${file}.test.ts`);

/**
 * The complete run alone has these: each injects a fault into a mechanism that a file of the sample kills in another way
 * (docs/CONTRIBUTING.md says which). A file that is named on the command line runs in any case.
 */
const COMPLETE_ONLY = [
  'e2e/account-shut',
  'e2e/application-answer',
  'e2e/console-dictionaries',
  'e2e/deposit',
  'e2e/e-imzo-application',
  'e2e/long-export',
  'e2e/orders',
  'e2e/outside-sign-in',
  'e2e/squatted-number',
  'e2e/delete-account',
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
].map((file) => `tests/${file}.test.ts`);

const isComplete =
  process.env.TEST_ALL === '1' || process.argv.some((argument) => argument.includes('tests/'));

/** Replace modules, import them again, or move the window: they share no imported module with other files. */
const ISOLATED = readdirSync(path.join(import.meta.dirname, 'tests/client'))
  .map((file) => `tests/client/${file}`)
  .filter((file) => file.includes('.test.'))
  .filter((file) =>
    /vi\.(mock|resetModules)\(|window\.history/.test(
      readFileSync(path.join(import.meta.dirname, file), 'utf8'),
    ),
  );

/** Stores of the client that a test can reset. */
const STORES = path.join(import.meta.dirname, 'tests/fixtures/client-stores.ts');

const SECOND = 1_000;

/** For a test that is wrong; a second, the usual limit, is little for a browser on a busy machine. */
const POLL_LIMIT_MS = 30 * SECOND;

/** For two cores. Most of their time tests wait for a database or a page, those with a browser too; those that hold times wait most. */
const WORKERS = 3;
const TIMED_WORKERS = 2;

interface Kind {
  timeoutMs: number;
  /** Of tests/, instead of the one with the kind's name. */
  folders?: string[];
  /** Files, instead of folders. */
  include?: string[];
  /** Of the folder, for another kind. */
  exclude?: string[];
  timed?: boolean;
  /** Each file imports everything itself; files of the other kinds share what they import. */
  isolated?: boolean;
  inBrowser?: boolean;
}

/**
 * One project per folder of tests/, one for all that need services (a worker imports the server once for them), and two for
 * files that need other rules; the limit is for one test and for one hook.
 */
const KINDS: Record<string, Kind> = {
  architecture: { timeoutMs: 180 * SECOND },
  unit: { timeoutMs: 120 * SECOND },
  services: {
    timeoutMs: 300 * SECOND,
    folders: ['contract', 'faults', 'integration', 'property', 'realtime'],
  },
  client: { timeoutMs: 180 * SECOND, inBrowser: true, exclude: ISOLATED },
  'client-isolated': { timeoutMs: 180 * SECOND, inBrowser: true, include: ISOLATED, isolated: true },
  e2e: { timeoutMs: 600 * SECOND },
  timed: { timeoutMs: 300 * SECOND, include: TIMED, timed: true },
};

const jsonFile = process.env.VITEST_JSON_FILE;

export default defineConfig({
  test: {
    globalSetup: ['tests/fixtures/global-setup.ts'],
    maxWorkers: WORKERS,
    reporters: jsonFile ? ['default', 'json'] : ['default'],
    ...(jsonFile ? { outputFile: { json: jsonFile } } : {}),
    coverage: { include: ['server/**', 'shared/**', 'client/**'] },
    sequence: { sequencer: FileOrder },
    projects: Object.entries(KINDS).map(([name, kind]) => ({
      plugins: kind.inBrowser ? [react()] : [],
      resolve: { alias: kind.inBrowser ? [{ find: /^zustand$/, replacement: STORES }] : [] },
      test: {
        name,
        include:
          kind.include ?? (kind.folders ?? [name]).map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`),
        exclude: [
          ...(kind.include ? [] : [...TIMED, ...(kind.exclude ?? [])]),
          ...(isComplete ? [] : COMPLETE_ONLY),
        ],
        isolate: kind.isolated ?? false,
        testTimeout: kind.timeoutMs,
        hookTimeout: kind.timeoutMs,
        expect: { poll: { timeout: POLL_LIMIT_MS } },
        ...(kind.inBrowser ? { environment: 'jsdom', setupFiles: ['tests/fixtures/client-setup.ts'] } : {}),
        // Those that hold times run after all others; those with a browser among them, two at a time (file-order.ts).
        maxWorkers: kind.timed ? TIMED_WORKERS : WORKERS,
        sequence: { groupOrder: kind.timed ? 1 : 0 },
      },
    })),
  },
});
