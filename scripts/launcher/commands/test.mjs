import { buildClientIfStale } from '../client-build.mjs';
import { which } from '../paths.mjs';
import { runTool } from '../programs.mjs';
import { redisProgramEnv } from '../services.mjs';
import { withTemporaryServices } from '../session.mjs';

/** `npm test [-- vitest arguments]`; `--all` (or TEST_ALL=1) runs the long versions of sampled tests. */
export const test = (args) => {
  const all = args.includes('--all') || process.env.TEST_ALL === '1';
  return vitest(
    args.filter((arg) => arg !== '--all'),
    all ? { TEST_ALL: '1' } : {},
  );
};

/** The long fault runs: `npm run faults [-- vitest arguments]`. */
export const faults = (args) => vitest(['--project', 'faults', ...args], { TEST_ALL: '1' });

/** Local twins of outside systems and fault switches belong to tests, on a given database too. */
const TEST_ENV = { NODE_ENV: 'test', SAVDO_TEST: '1', ALLOW_TWINS: '1' };

const vitest = (args, extra) =>
  withTemporaryServices('test', undefined, async ({ env, record, folder }) => {
    if (needsBrowser(args)) await buildClientIfStale({ record });
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
  if (projects.length > 0) return projects.includes('e2e');
  return files.length === 0 || files.some((file) => file.includes('e2e'));
}

/** The browser of the machine, for tests that need one. */
function browser() {
  const found =
    process.env.CHROMIUM_PATH ?? which('chromium') ?? which('chromium-browser') ?? which('google-chrome');
  return found ? { CHROMIUM_PATH: found } : {};
}
