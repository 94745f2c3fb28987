import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import FileOrder from './tests/support/file-order.ts';

/** Hold the product to times, or count on having them: one file at a time, when all others are through. */
const TIMED = [
  'faults/clock-frozen',
  'faults/clock-many',
  'faults/journal-killed',
  'faults/postgres-away',
  'faults/redis-killed',
  'faults/two-platforms',
  'integration/sign-in',
  'realtime/refusals',
  'realtime/resync',
  'realtime/trouble',
].map((file) => `tests/${file}.test.ts`);

const SECOND = 1_000;

/** For a test that is wrong; a second, the usual limit, is little for a browser on a busy machine. */
const POLL_LIMIT_MS = 10 * SECOND;

interface Kind {
  timeoutMs: number;
  include?: string[];
  alone?: boolean;
  /** Its files share what they import. */
  together?: boolean;
  environment?: 'node' | 'jsdom';
  setupFiles?: string[];
}

/** One project per folder of tests/, and one of those that watch time; the limit is for one test and for one hook. */
const KINDS: Record<string, Kind> = {
  architecture: { timeoutMs: 60 * SECOND },
  unit: { timeoutMs: 10 * SECOND, together: true },
  property: { timeoutMs: 120 * SECOND },
  contract: { timeoutMs: 30 * SECOND },
  integration: { timeoutMs: 60 * SECOND, together: true },
  client: { timeoutMs: 20 * SECOND, environment: 'jsdom', setupFiles: ['tests/support/client-setup.ts'] },
  realtime: { timeoutMs: 60 * SECOND },
  faults: { timeoutMs: 120 * SECOND },
  e2e: { timeoutMs: 120 * SECOND },
  timed: { timeoutMs: 120 * SECOND, include: TIMED, alone: true },
};

const jsonFile = process.env.VITEST_JSON_FILE;

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    // Two cores: more workers only make each other late.
    maxWorkers: 2,
    reporters: jsonFile ? ['default', 'json'] : ['default'],
    ...(jsonFile ? { outputFile: { json: jsonFile } } : {}),
    coverage: { include: ['server/**', 'shared/**', 'client/**'] },
    sequence: { sequencer: FileOrder },
    projects: Object.entries(KINDS).map(([name, kind]) => ({
      plugins: name === 'client' ? [react()] : [],
      test: {
        name,
        include: kind.include ?? [`tests/${name}/**/*.test.{ts,tsx}`],
        exclude: kind.include ? [] : TIMED,
        environment: kind.environment ?? 'node',
        isolate: !kind.together,
        testTimeout: kind.timeoutMs,
        hookTimeout: kind.timeoutMs,
        expect: { poll: { timeout: POLL_LIMIT_MS } },
        ...(kind.setupFiles ? { setupFiles: kind.setupFiles } : {}),
        ...(kind.alone ? { fileParallelism: false, maxWorkers: 1 } : { maxWorkers: 2 }),
        sequence: { groupOrder: kind.alone ? 1 : 0 },
      },
    })),
  },
});
