// Runs both sampled suites, and writes into tests/durations.json how long each of their files took: `npm run durations`, on a
// machine that does nothing else. Outcomes of runs that were made already may be named instead: `npm run durations -- FILE FILE`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const DURATIONS = path.join(import.meta.dirname, '../../tests/durations.json');
const SUITES = ['test', 'test:long'];

function outcomeOf(suite, folder) {
  const file = path.join(folder, `${suite.replace(':', '-')}.json`);
  spawnSync('npm', ['run', suite], {
    stdio: 'inherit',
    env: { ...process.env, VITEST_OUTCOME_FILE: file },
  });
  return file;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-durations-'));
try {
  const given = process.argv.slice(2);
  const outcomes = given.length > 0 ? given : SUITES.map((suite) => outcomeOf(suite, folder));
  const files = outcomes.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).files);
  const before = JSON.parse(readFileSync(DURATIONS, 'utf8'));
  const recorded = given.length > 0 ? { ...before } : {};
  // One that failed may have ended early.
  for (const { file, ok, ms } of files)
    recorded[file] = (ok ? undefined : before[file]) ?? Math.round(ms / 100) / 10;
  const sorted = Object.fromEntries(Object.entries(recorded).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(DURATIONS, `${JSON.stringify(sorted, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
