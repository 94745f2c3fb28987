import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import FileOrder from './tests/support/file-order.ts';

/** Hold the product to times, or count on having them: beside one another only, when all others are through. */
const TIMED = [
  'faults/clock-frozen',
  'faults/clock-many',
  'faults/half-open',
  'faults/journal-killed',
  'faults/postgres-away',
  'faults/redis-killed',
  'faults/two-platforms',
  'integration/sign-in',
  'realtime/refusals',
  'realtime/resync',
  'realtime/trouble',
].map((file) => `tests/${file}.test.ts`);

/** Replace modules, import them anew, or move the window: nothing they import is shared with others. */
const APART = readdirSync(path.join(import.meta.dirname, 'tests/client'))
  .map((file) => `tests/client/${file}`)
  .filter((file) => file.includes('.test.'))
  .filter((file) =>
    /vi\.(mock|resetModules)\(|window\.history/.test(
      readFileSync(path.join(import.meta.dirname, file), 'utf8'),
    ),
  );

const SECOND = 1_000;

/** For a test that is wrong; a second, the usual limit, is little for a browser on a busy machine. */
const POLL_LIMIT_MS = 10 * SECOND;

/** For two cores: a third of their time tests wait for something. */
const WORKERS = 3;
/** Each of the timed has a core. */
const TIMED_WORKERS = 2;

interface Kind {
  timeoutMs: number;
  include?: string[];
  /** Of the folder, for another kind. */
  exclude?: string[];
  timed?: boolean;
  /** Its files share what they import. */
  together?: boolean;
  inBrowser?: boolean;
}

/** One project per folder of tests/, and two of those that need a place apart; the limit is for one test and for one hook. */
const KINDS: Record<string, Kind> = {
  architecture: { timeoutMs: 60 * SECOND },
  unit: { timeoutMs: 10 * SECOND, together: true },
  property: { timeoutMs: 120 * SECOND },
  contract: { timeoutMs: 30 * SECOND },
  integration: { timeoutMs: 60 * SECOND, together: true },
  client: { timeoutMs: 60 * SECOND, inBrowser: true, together: true, exclude: APART },
  'client-apart': { timeoutMs: 60 * SECOND, inBrowser: true, include: APART },
  realtime: { timeoutMs: 60 * SECOND },
  faults: { timeoutMs: 120 * SECOND },
  e2e: { timeoutMs: 300 * SECOND },
  timed: { timeoutMs: 120 * SECOND, include: TIMED, timed: true },
};

const jsonFile = process.env.VITEST_JSON_FILE;

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    maxWorkers: WORKERS,
    reporters: jsonFile ? ['default', 'json'] : ['default'],
    ...(jsonFile ? { outputFile: { json: jsonFile } } : {}),
    coverage: { include: ['server/**', 'shared/**', 'client/**'] },
    sequence: { sequencer: FileOrder },
    projects: Object.entries(KINDS).map(([name, kind]) => ({
      plugins: kind.inBrowser ? [react()] : [],
      test: {
        name,
        include: kind.include ?? [`tests/${name}/**/*.test.{ts,tsx}`],
        exclude: kind.include ? [] : [...TIMED, ...(kind.exclude ?? [])],
        isolate: !kind.together,
        testTimeout: kind.timeoutMs,
        hookTimeout: kind.timeoutMs,
        expect: { poll: { timeout: POLL_LIMIT_MS } },
        ...(kind.inBrowser ? { environment: 'jsdom', setupFiles: ['tests/support/client-setup.ts'] } : {}),
        maxWorkers: kind.timed ? TIMED_WORKERS : WORKERS,
        sequence: { groupOrder: kind.timed ? 1 : 0 },
      },
    })),
  },
});
