import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Tests that start, kill or watch real processes disturb each other: one file at a time. */
const ALONE = { fileParallelism: false, maxWorkers: 1 };

const SECOND = 1_000;

interface Kind {
  timeoutMs: number;
  alone?: boolean;
  environment?: 'node' | 'jsdom';
  setupFiles?: string[];
}

/** One project per folder of tests/; the limit is for one test and for one hook. */
const KINDS: Record<string, Kind> = {
  architecture: { timeoutMs: 60 * SECOND },
  unit: { timeoutMs: 10 * SECOND },
  property: { timeoutMs: 120 * SECOND },
  contract: { timeoutMs: 30 * SECOND },
  integration: { timeoutMs: 60 * SECOND },
  client: { timeoutMs: 20 * SECOND, environment: 'jsdom', setupFiles: ['tests/support/client-setup.ts'] },
  realtime: { timeoutMs: 60 * SECOND, alone: true },
  faults: { timeoutMs: 120 * SECOND, alone: true },
  e2e: { timeoutMs: 120 * SECOND, alone: true },
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
    projects: Object.entries(KINDS).map(([name, kind], order) => ({
      plugins: name === 'client' ? [react()] : [],
      test: {
        name,
        include: [`tests/${name}/**/*.test.{ts,tsx}`],
        environment: kind.environment ?? 'node',
        testTimeout: kind.timeoutMs,
        hookTimeout: kind.timeoutMs,
        ...(kind.setupFiles ? { setupFiles: kind.setupFiles } : {}),
        ...(kind.alone ? ALONE : { maxWorkers: 2 }),
        // Groups run one after the other, so the ones that watch time have the machine for themselves.
        sequence: { groupOrder: kind.alone ? order : 0 },
      },
    })),
  },
});
