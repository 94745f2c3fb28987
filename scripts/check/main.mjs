// Runs the suites that a change must pass, and what failed in them once more, each file alone:
// `node scripts/check/main.mjs FILE` writes "PASSED FAILED SKIPPED" into FILE. Other suites than these may follow, each the
// arguments of one call of npm: 'test -- tests/unit'.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { filesToRepeat, messagesOf, slowestFiles, sumUp } from './outcome.mjs';

/** Long files take more than half an hour, so a check runs a fifth of them. */
const SHARDS = 5;
/** Of each suite. */
const SLOWEST_SHOWN = 25;
/** As in a whole run, which starts the bundle of the server. */
const AS_IN_SUITE = { SERVER_BUNDLE: '1' };

const [totals, ...given] = process.argv.slice(2);
const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-check-'));
const say = (line) => process.stdout.write(`${line}\n`);

function runTests(args, env = {}) {
  const outcome = path.join(folder, 'outcome.json');
  rmSync(outcome, { force: true });
  say(`\n== tests: npm ${args.join(' ')}`);
  const { status } = spawnSync('npm', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, VITEST_OUTCOME_FILE: outcome },
  });
  return { status: status ?? 1, report: readReport(outcome) };
}

/** null: the run ended before it wrote one, which counts as a failure. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

const repeat = (run) =>
  new Map(filesToRepeat(run).map((file) => [file, runTests(['test', '--', file], AS_IN_SUITE)]));

/** The commit chooses, so that a check of it can be repeated and the next one most often has others. Without git: the first. */
function shardOfCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return (Number.parseInt(stdout?.slice(0, 8) || '0', 16) % SHARDS) + 1;
}

try {
  const suites = given.length > 0 ? given : ['test', `run test:long -- --shard=${shardOfCommit()}/${SHARDS}`];
  const runs = suites.map((suite) => runTests(suite.split(' ')));
  const sums = runs.map((run) => sumUp(run, repeat(run)));
  const all = (part) => sums.flatMap((sum) => sum[part]);
  const total = (part) => sums.reduce((sum, one) => sum + one[part], 0);
  const messages = new Map(runs.flatMap((run) => [...messagesOf(run)]));
  const sayWhy = (state) => {
    for (const name of all(state)) {
      say(`${state}: ${name}`);
      // Indented, so that a line of it is not taken for another result.
      if (messages.has(name)) say(messages.get(name).replace(/^/gm, '    '));
    }
  };
  say('');
  suites.forEach((suite, at) => {
    say(`slowest files of npm ${suite}:`);
    for (const { file, ms } of slowestFiles(runs[at], SLOWEST_SHOWN))
      say(`  ${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}`);
  });
  sayWhy('flaky');
  sayWhy('failed');
  writeFileSync(totals, `${total('passed')} ${all('failed').length} ${total('skipped')}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
