import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { cyrillicTexts } from './client/cyrillic-texts.ts';
import FileOrder from './tests/fixtures/file-order.ts';
import { leftOut, LONG, suiteOf, TIMED } from './tests/suites.ts';

const suite = suiteOf(process.env, process.argv);

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

/** The page's socket, as the client's modules name it. */
const SOCKET = {
  find: /^(?:#client\/lib|\.\.?(?:\/\.\.)*(?:\/lib)?)\/(?:auction-socket\/)?connection\.ts$/,
  replacement: path.join(import.meta.dirname, 'tests/fixtures/quiet-socket.ts'),
};

const SECOND = 1_000;

/** For a test that is wrong; a second, the usual limit, is little for a browser on a busy machine. */
const POLL_LIMIT_MS = 30 * SECOND;

/**
 * For two cores. Most of their time tests wait for a database or a page, those with a browser too: long files for more than half
 * of it. Those that hold times wait most, and leave one another the cores.
 */
const WORKERS = suite === 'long' ? 5 : 3;
const TIMED_WORKERS = 3;

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
    timeoutMs: 600 * SECOND,
    folders: ['contract', 'e2e', 'faults', 'integration', 'property', 'realtime'],
  },
  client: { timeoutMs: 180 * SECOND, inBrowser: true, exclude: ISOLATED },
  'client-isolated': { timeoutMs: 180 * SECOND, inBrowser: true, include: ISOLATED, isolated: true },
  timed: { timeoutMs: 300 * SECOND, include: TIMED, timed: true },
};

function filesOf(name: string, { include, folders = [name] }: Kind): string[] {
  if (suite !== 'long') return include ?? folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`);
  return LONG.filter(
    (file) => include?.includes(file) ?? folders.some((folder) => file.startsWith(`tests/${folder}/`)),
  );
}

/** Where the check of a change reads what became of each test. */
const outcomeFile = process.env.VITEST_OUTCOME_FILE;

export default defineConfig({
  test: {
    globalSetup: ['tests/fixtures/global-setup.ts'],
    maxWorkers: WORKERS,
    reporters: outcomeFile
      ? ['default', ['./tests/fixtures/outcome-reporter.ts', { file: outcomeFile }]]
      : ['default'],
    coverage: { include: ['server/**', 'shared/**', 'client/**'] },
    sequence: { sequencer: FileOrder },
    projects: Object.entries(KINDS).map(([name, kind]) => ({
      plugins: [cyrillicTexts(), ...(kind.inBrowser ? [react()] : [])],
      resolve: {
        alias: kind.inBrowser
          ? [{ find: /^zustand$/, replacement: STORES }, ...(kind.isolated ? [] : [SOCKET])]
          : [],
      },
      test: {
        name,
        include: filesOf(name, kind),
        exclude: [...(kind.include ? [] : [...TIMED, ...(kind.exclude ?? [])]), ...leftOut(suite)],
        isolate: kind.isolated ?? false,
        testTimeout: kind.timeoutMs,
        hookTimeout: kind.timeoutMs,
        expect: { poll: { timeout: POLL_LIMIT_MS } },
        ...(kind.inBrowser ? { environment: 'jsdom', setupFiles: ['tests/fixtures/client-setup.ts'] } : {}),
        // Those that hold times run after all others.
        maxWorkers: kind.timed ? TIMED_WORKERS : WORKERS,
        sequence: { groupOrder: kind.timed ? 1 : 0 },
      },
    })),
  },
});
