import { availableParallelism } from 'node:os';
import { CLIENT, SERVER, build as buildPart } from '../builds.mjs';
import { runTool, runTypeScript } from '../programs.mjs';

/** What an installation runs, from scratch: server and client; fails when the first page has grown past .size-limit.mjs. */
export async function build() {
  await buildPart(SERVER);
  await buildPart(CLIENT);
  return runTool({ tool: 'size-limit/bin.js' });
}

/**
 * Types of server, client, shared, tests and tools in one run. Each thread that checks works out again what the others know: four,
 * the compiler's own choice, take twice the processor time of one, which two cores have to spend.
 */
export const typecheck = (args) =>
  runTool({
    tool: 'typescript/bin/tsc',
    args: ['-p', 'tsconfig.json', '--checkers', String(Math.ceil(availableParallelism() / 4)), ...args],
  });

/** Rules of .oxlintrc.json, the ones that need types included. */
export const lint = (args) =>
  runTool({ tool: 'oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings', ...args] });

/** Prints pages that are snapshots of the test that says when they are stale. */
const printPages = (test) =>
  runTool({ tool: 'vitest/vitest.mjs', args: ['run', `tests/architecture/${test}.test.ts`, '-u'] });

/** docs/lifecycles.md from shared/lifecycles. */
export const lifecycles = () => printPages('lifecycles-page');

/** .env.example, docs/settings.md and the chart's values.schema.json from the schema of settings and the table beside it. */
export const settings = () => printPages('settings-page');

/** Writes the house's format; `--check` only reports. */
export const format = (args) => runTool({ tool: 'oxfmt/bin/oxfmt', args: args.length > 0 ? args : ['.'] });

/** Sizes of files and the words that CONTRIBUTING.md counts. */
export const house = () => runTypeScript({ file: 'tests/architecture/house.ts' });
