import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CLIENT, buildIfStale } from '../builds.mjs';
import { DATA, inRoot, which } from '../paths.mjs';
import { runTool } from '../programs.mjs';
import { redisProgramEnv } from '../services.mjs';
import { withTemporaryServices } from '../session.mjs';
import { say } from '../output.mjs';

/** Options that choose files (tests/suites.ts), each with the variable that says so to the tests. */
const SUITES = { '--all': 'TEST_ALL', '--long': 'TEST_LONG' };

/**
 * `npm test [-- vitest arguments]`; `--long` runs the long files that it leaves out, `--all` (or TEST_ALL=1) every file, with
 * the long versions of sampled tests.
 */
export const test = (args) =>
  vitest(
    args.filter((arg) => !(arg in SUITES)),
    Object.fromEntries(args.filter((arg) => arg in SUITES).map((arg) => [SUITES[arg], '1'])),
  );

/**
 * The faults that the platform must survive, each really injected: `npm run faults [-- F3 F12 … --quick --json]`. Ends with
 * a table of what survived, what was violated and what was not run, and why; a violation ends it with 1. `--quick` runs
 * the short forms; `--json` prints `{"faults":[{id, fault, verdict, fired, detail}]}` on the last line.
 */
export const faults = (args) => {
  const matrix = JSON.parse(readFileSync(inRoot('tests/faults/matrix.json'), 'utf8'));
  const known = new Map(matrix.map((row) => [row.id, row]));
  const names = args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.toUpperCase());
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    say(`there is no fault ${unknown.join(', ')}; there are ${[...known.keys()].join(', ')}`);
    return 2;
  }
  const wanted = names.length > 0 ? names : [...known.keys()];
  const files = new Set(wanted.flatMap((name) => known.get(name).files));
  return vitest(
    [
      ...files,
      '-t',
      `\\b(${wanted.join('|')})\\b`,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=./tests/faults/matrix-reporter.ts',
    ],
    {
      ...(args.includes('--quick') ? {} : { TEST_ALL: '1' }),
      ...(names.length > 0 ? { SAVDO_FAULTS: wanted.join(',') } : {}),
      ...(args.includes('--json') ? { SAVDO_FAULTS_JSON: '1' } : {}),
    },
  );
};

/** Local twins of outside systems and fault switches belong to tests, on a given database too. */
const TEST_ENV = {
  NODE_ENV: 'test',
  SAVDO_TEST: '1',
  ALLOW_TWINS: '1',
  // Every test file and every server of a test is a process: a shared compile cache saves compiling the packages again.
  NODE_COMPILE_CACHE: path.join(DATA, 'compile-cache'),
};

const vitest = (args, extra) =>
  withTemporaryServices('test', undefined, async ({ env, record, folder }) => {
    if (needsBrowser(args)) await buildIfStale(CLIENT, { record });
    return runTool({
      tool: 'vitest/vitest.mjs',
      args: ['run', ...args],
      env: {
        ...TEST_ENV,
        ...env,
        ...redisProgramEnv(),
        ...browser(),
        SAVDO_TEST_FOLDER: folder,
        ...extra,
      },
      record,
    });
  });

/** Browser tests drive the built client: a run that may contain them needs it fresh. */
function needsBrowser(args) {
  const projects = args.flatMap((arg, at) =>
    arg === '--project' ? [args[at + 1]] : arg.startsWith('--project=') ? [arg.slice(10)] : [],
  );
  const files = args.filter((arg) => arg.includes('tests/') || arg.includes('.test.'));
  if (projects.length > 0) return projects.includes('services');
  return files.length === 0 || files.some((file) => file.includes('e2e'));
}

const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The browser of the machine, for tests that need one: the headless shell first, which takes half the processor time. */
function browser() {
  const found = BROWSERS.reduce((place, name) => place ?? which(name), process.env.CHROMIUM_PATH);
  return found ? { CHROMIUM_PATH: found } : {};
}
