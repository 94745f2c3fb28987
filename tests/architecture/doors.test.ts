import { describe, expect, it } from 'vitest';
import { projectFiles } from './project-files.ts';
import { unusedInDoors } from './tidy/doors.ts';

describe('doors of folders', () => {
  it('pass on only what somebody outside takes, and nothing for tests alone', () => {
    const files = projectFiles(['server', 'shared', 'client', 'loadtest'], ['.ts', '.tsx']);
    expect(files.has('server/domains/trade/lots/index.ts')).toBe(true);
    expect(unusedInDoors(files)).toEqual([]);
  });

  const DOOR = ['server/domains/area/a/index.ts', `export { one, type Two } from './a.ts';`] as const;
  const problem = (name: string) =>
    `server/domains/area/a/index.ts passes on ${name}, which nothing outside takes`;
  it.each([
    ['nothing', '', ['one', 'Two']],
    ['a name', `import { one as other } from '#server/domains/area/a/index.ts';`, ['Two']],
    ['a type passed on', `export type { Two } from '../a/index.ts';`, ['one']],
    ['all', `import * as a from '#server/domains/area/a/index.ts';`, []],
    ['the module when it is needed', `const a = await import('../a/index.ts');`, []],
    ['a part of it then', `const { one } = await import('../a/index.ts');`, ['Two']],
  ])('are compared with what takes %s', (_what, source, unused) => {
    expect(unusedInDoors(new Map([DOOR, ['server/domains/area/b/b.ts', source]]))).toEqual(
      unused.map(problem),
    );
  });

  it('are not used by their own folder', () => {
    const own = ['server/domains/area/a/inner/c.ts', `import { one, type Two } from '../index.ts';`] as const;
    expect(unusedInDoors(new Map([DOOR, own]))).toEqual([problem('one'), problem('Two')]);
  });
});
