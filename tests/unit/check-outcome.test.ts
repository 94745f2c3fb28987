import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  filesToRepeat,
  messagesOf,
  MOST_REPEATED,
  slowestFiles,
  sumUp,
  type Report,
  type Run,
} from '../../scripts/check/outcome.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');

type States = Record<string, 'passed' | 'failed' | 'skipped'>;

const fileOf = (file: string, states: States, ok = !Object.values(states).includes('failed')) => ({
  file,
  ok,
  ms: 0,
  tests: Object.entries(states).map(([name, state]) => ({ name, state })),
});
const runOf = (files: Report['files'], errors: Report['errors'] = [], status?: number): Run => ({
  status: status ?? (files.every(({ ok }) => ok) && errors.length === 0 ? 0 : 1),
  report: { files, errors },
});
const GOOD = fileOf('good.test.ts', { works: 'passed', 'is left out': 'skipped' });
const error = (file: string | null) => ({ file, message: 'uncaught' });

describe('the sum of a run', () => {
  it('counts a test that passes alone once, as passed, and names it', () => {
    const run = runOf([GOOD, fileOf('a.test.ts', { one: 'passed', two: 'failed' })]);
    expect(filesToRepeat(run)).toEqual(['a.test.ts']);
    expect(sumUp(run)).toMatchObject({ passed: 2, failed: ['a.test.ts > two'], skipped: 1 });
    const again = runOf([fileOf('a.test.ts', { one: 'passed', two: 'passed' })]);
    expect(sumUp(run, new Map([['a.test.ts', again]]))).toEqual({
      passed: 3,
      failed: [],
      skipped: 1,
      flaky: ['a.test.ts > two'],
    });
  });

  it('fails what fails again, and what is not there the second time', () => {
    const run = runOf([fileOf('a.test.ts', { one: 'failed', two: 'failed', three: 'failed' })]);
    const again = runOf([fileOf('a.test.ts', { one: 'failed', three: 'passed' })]);
    expect(sumUp(run, new Map([['a.test.ts', again]]))).toEqual({
      passed: 1,
      failed: ['a.test.ts > one', 'a.test.ts > two'],
      skipped: 0,
      flaky: ['a.test.ts > three'],
    });
  });

  it('takes a file that did not load for a failure, unless it loads alone', () => {
    const run = runOf([GOOD, fileOf('a.test.ts', {}, false)]);
    expect(filesToRepeat(run)).toEqual(['a.test.ts']);
    const repeated = (again: Run) => sumUp(run, new Map([['a.test.ts', again]]));
    expect(repeated(runOf([fileOf('a.test.ts', {}, false)]))).toMatchObject({
      passed: 1,
      failed: ['a.test.ts > loading the file'],
      flaky: [],
    });
    expect(repeated(runOf([fileOf('a.test.ts', { one: 'passed', two: 'passed' })]))).toMatchObject({
      passed: 3,
      failed: [],
      flaky: ['a.test.ts > loading the file'],
    });
    expect(repeated({ status: 1, report: null }).failed).toEqual(['a.test.ts > loading the file']);
  });

  it('takes an unhandled error for a failure, unless the file ends without one alone', () => {
    const run = runOf([GOOD, fileOf('a.test.ts', { one: 'passed' })], [error('a.test.ts')]);
    expect(filesToRepeat(run)).toEqual(['a.test.ts']);
    const repeated = (again: Run) => sumUp(run, new Map([['a.test.ts', again]]));
    const passes = [fileOf('a.test.ts', { one: 'passed' })];
    expect(repeated(runOf(passes))).toMatchObject({
      passed: 2,
      failed: [],
      flaky: ['a.test.ts > unhandled error'],
    });
    for (const again of [
      runOf(passes, [error('a.test.ts')]),
      runOf(passes, [error(null)]),
      runOf(passes, [], 1),
    ])
      expect(repeated(again)).toMatchObject({
        passed: 2,
        failed: ['a.test.ts > unhandled error'],
        flaky: [],
      });
  });

  it.each([
    ['an error of no file', runOf([GOOD], [error(null)]), 'unhandled error > uncaught'],
    ['no report', { status: 1, report: null }, 'the run wrote no report'],
    ['an exit code that nothing explains', runOf([GOOD], [], 3), 'the run ended with 3'],
    ['no test at all', runOf([]), 'no test ran'],
  ])('fails a run with %s, of which nothing is repeated', (_, run, failure) => {
    expect(filesToRepeat(run)).toEqual([]);
    expect(sumUp(run).failed).toEqual([failure]);
  });

  it('repeats nothing when very much failed', () => {
    const many = Array.from({ length: MOST_REPEATED + 1 }, (_, i) =>
      fileOf(`${i}.test.ts`, { one: 'failed' }),
    );
    expect(filesToRepeat(runOf(many.slice(1)))).toHaveLength(MOST_REPEATED);
    expect(filesToRepeat(runOf(many))).toEqual([]);
    expect(sumUp(runOf(many)).failed).toHaveLength(MOST_REPEATED + 1);
  });
});

describe('the report of a real run', () => {
  // Inside the project, where files find its packages.
  const folders = path.join(ROOT, 'node_modules/.cache');
  let folder: string;
  let run: Run;

  beforeAll(() => {
    mkdirSync(folders, { recursive: true });
    folder = mkdtempSync(path.join(folders, 'planted-'));
    const head = `import { describe, beforeAll, expect, it } from 'vitest';\n`;
    const files = {
      good: `it('works', () => {}); it.skip('is left out', () => {});`,
      bad: `describe('a', () => it('fails', () => expect(1).toBe(2))); it('works', () => {});`,
      broken: `import './missing.ts'; it('works', () => {});`,
      hook: `describe('b', () => { beforeAll(() => { throw new Error('hook'); }); it('never begins', () => {}); });`,
      rejects: `it('works', async () => { void Promise.reject(new Error('uncaught')); await new Promise(setImmediate); });`,
    };
    for (const [name, text] of Object.entries(files))
      writeFileSync(path.join(folder, `${name}.test.ts`), head + text);
    const reporter = path.join(ROOT, 'tests/fixtures/outcome-reporter.ts');
    const outcome = path.join(folder, 'outcome.json');
    const config = { test: { reporters: [[reporter, { file: outcome }]] } };
    writeFileSync(path.join(folder, 'vitest.config.ts'), `export default ${JSON.stringify(config)};`);
    const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
    const { status } = spawnSync(process.execPath, [vitest, 'run'], { cwd: folder });
    run = { status: status ?? 1, report: JSON.parse(readFileSync(outcome, 'utf8')) as Report };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('names everything that failed, each once', () => {
    expect(filesToRepeat(run).sort()).toEqual(
      ['bad', 'broken', 'hook', 'rejects'].map((name) => `${name}.test.ts`),
    );
    const { passed, failed } = sumUp(run);
    expect(failed.sort()).toEqual([
      'bad.test.ts > a > fails',
      'broken.test.ts > loading the file',
      'hook.test.ts > loading the file',
      'rejects.test.ts > unhandled error',
    ]);
    expect(passed).toBe(3);
  });

  it('says why, and how long each file took', () => {
    const messages = messagesOf(run);
    expect(messages.get('bad.test.ts > a > fails')).toBe('expected 1 to be 2 // Object.is equality');
    expect(messages.get('broken.test.ts > loading the file')).toContain('missing.ts');
    expect(messages.get('rejects.test.ts > unhandled error')).toBe('uncaught');
    expect(messages.has('good.test.ts > works')).toBe(false);
    const slowest = slowestFiles(run, 2).map(({ ms }) => ms);
    expect(slowest).toEqual(slowest.toSorted((one, other) => other - one));
    expect(slowest[0]).toBeGreaterThan(0);
  });
});
