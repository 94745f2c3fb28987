import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMPLETE_ONLY, leftOut, LONG, suiteOf, TIMED } from '../suites.ts';

const ROOT = path.join(import.meta.dirname, '../..');

describe('the suites of tests', () => {
  it('name files that exist, each once', () => {
    const missing = [...LONG, ...COMPLETE_ONLY, ...TIMED].filter(
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

  it('are chosen by the environment; files that are named run in any case', () => {
    expect(suiteOf({}, ['run'])).toBe('quick');
    expect(suiteOf({ TEST_LONG: '1' }, ['run'])).toBe('long');
    expect(suiteOf({ TEST_LONG: '1', TEST_ALL: '1' }, ['run'])).toBe('complete');
    expect(suiteOf({ TEST_LONG: '1' }, ['run', 'tests/e2e/demo.test.ts'])).toBe('complete');
  });
});
