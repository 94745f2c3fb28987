import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { byOrder, shardOf } from '../fixtures/file-order.ts';
import { COMPLETE_ONLY, DURATIONS, leftOut, LONG, QUICK_FILE_S, SAMPLES, suiteOf, TIMED } from '../suites.ts';

const ROOT = path.join(import.meta.dirname, '../..');

describe('the suites of tests', () => {
  it('name files that exist, each once', () => {
    const missing = [...Object.keys(DURATIONS), ...SAMPLES, ...COMPLETE_ONLY, ...TIMED].filter(
      (file) => !existsSync(path.join(ROOT, file)),
    );
    expect(missing).toEqual([]);
    const apart = [...LONG, ...COMPLETE_ONLY];
    expect(apart.filter((file, at) => apart.indexOf(file) !== at)).toEqual([]);
    expect(new Set(TIMED).size).toBe(TIMED.length);
  });

  it('have every file in the complete one, and a long file in the quick one never', () => {
    expect(leftOut('complete')).toEqual([]);
    expect(leftOut('long')).toEqual(COMPLETE_ONLY);
    expect(leftOut('quick')).toEqual([...LONG, ...COMPLETE_ONLY]);
  });

  it('are apart by how long a file took, and the quick one fits into five minutes of three workers', () => {
    expect(LONG.filter((file) => DURATIONS[file]! <= QUICK_FILE_S)).toEqual([]);
    expect(LONG.filter((file) => SAMPLES.includes(file))).toEqual([]);
    const quick = Object.entries(DURATIONS).filter(([file]) => !leftOut('quick').includes(file));
    const seconds = quick.reduce((sum, [, took]) => sum + took, 0);
    // Importing, and what comes before the first file, take as long as the tests.
    expect(seconds).toBeLessThan((5 * 60 * 3) / 2);
  });

  it('divide what is long into parts that take as long and together have each file once', () => {
    const files = LONG.map((file) => ({ moduleId: path.join(ROOT, file), project: { name: 'services' } }));
    const shards = [1, 2, 3, 4, 5].map((index) => shardOf(files, { index, count: 5 }));
    expect(shards.flatMap((shard) => shard.map(({ moduleId }) => moduleId)).toSorted()).toEqual(
      files.map(({ moduleId }) => moduleId).toSorted(),
    );
    const seconds = shards.map((shard) =>
      shard.reduce((sum, { moduleId }) => sum + (DURATIONS[path.relative(ROOT, moduleId)] ?? 0), 0),
    );
    expect(Math.max(...seconds) / Math.min(...seconds)).toBeLessThan(1.1);
  });

  it('are chosen by the environment; files that are named run in any case', () => {
    expect(suiteOf({}, ['run'])).toBe('quick');
    expect(suiteOf({ TEST_LONG: '1' }, ['run'])).toBe('long');
    expect(suiteOf({ TEST_LONG: '1', TEST_ALL: '1' }, ['run'])).toBe('complete');
    expect(suiteOf({ TEST_LONG: '1' }, ['run', 'tests/e2e/demo.test.ts'])).toBe('complete');
  });

  it('begin each kind with what takes longest, and have one kind of all that hold times', () => {
    const secondsOf = (file: string): number => DURATIONS[file] ?? 0;
    const inOrder = (name: string, files: readonly string[]): number[] =>
      files
        .map((file) => ({ moduleId: path.join(ROOT, file), project: { name } }))
        .sort(byOrder)
        .map(({ moduleId }) => secondsOf(path.relative(ROOT, moduleId)));
    const contract = Object.keys(DURATIONS).filter((file) => file.startsWith('tests/contract/'));
    expect(contract.length).toBeGreaterThan(3);
    for (const [name, files] of [
      ['timed', TIMED],
      ['services', contract],
    ] as const)
      expect(inOrder(name, files)).toEqual(files.map(secondsOf).sort((one, other) => other - one));
  });
});
