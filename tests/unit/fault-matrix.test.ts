import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verdicts } from '../faults/matrix-reporter.ts';

interface Row {
  id: string;
  fault: string;
  expected: string;
  files: string[];
  notRun?: string;
}
const rows = JSON.parse(readFileSync('tests/faults/matrix.json', 'utf8')) as Row[];
const [row] = rows as [Row];
const said = (name: string, state: 'passed' | 'failed' | 'skipped', more: object = {}) => ({
  name,
  state,
  note: '',
  fired: {},
  ...more,
});

describe('the matrix of faults', () => {
  it.each(rows.map((each) => [each.id, each] as const))(
    '%s is named by a test in each of its files, or says why no one injects it',
    (id, { files, notRun }) => {
      expect(files.length > 0 || Boolean(notRun)).toBe(true);
      for (const file of files) expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`['"\`]${id}\\b`));
    },
  );

  it.each([
    [
      'survived',
      [said('F1 a', 'passed', { fired: { F1: 2 } }), said('F1 b', 'passed', { fired: { F1: 1 } })],
      3,
    ],
    ['violated', [said('F1 a', 'passed', { fired: { F1: 2 } }), said('F1 b', 'failed')], 2],
    // Nothing went wrong, so nothing was shown.
    ['not run', [said('F1 a', 'passed')], 0],
    ['not run', [said('F1 a', 'skipped', { note: 'no mount' })], 0],
    ['not run', [said('F11 is another one', 'passed', { fired: { F11: 1 } })], 0],
  ])('calls a fault %s by what its tests say', (verdict, tests, fired) => {
    expect(verdicts([row], tests)).toMatchObject([{ id: 'F1', verdict, fired }]);
  });

  it('passes on why a test was left out', () => {
    const [result] = verdicts(
      [row],
      [said('F1 a', 'skipped', { note: 'no file system can be mounted here' })],
    );
    expect(result?.detail).toBe('no file system can be mounted here');
  });
});
