import { expect, it } from 'vitest';
import { STAFF_ROLES } from '#shared/api/contract.ts';
import { projectFiles } from './project-files.ts';

const NAME = `'(?:${STAFF_ROLES.join('|')})'`;
/** Two staff roles in a row, or one role compared with those of somebody. */
const ROLE_LIST = new RegExp(String.raw`${NAME}\s*,\s*${NAME}|roles\.includes\(\s*${NAME}`);
/** The list itself, the names of roles, and the actors of transitions, which are no rights. */
const LISTS = /^shared\/(api\/(contract|staff-rights)\.ts$|lifecycles\/)/;

const withRoleList = (files: ReadonlyMap<string, string>): string[] =>
  [...files].filter(([file, source]) => !LISTS.test(file) && ROLE_LIST.test(source)).map(([file]) => file);

it('is written in one list which staff roles have a right', () => {
  const files = projectFiles(['server', 'client', 'shared'], ['.ts', '.tsx']);
  expect(files.has('shared/api/staff-rights.ts')).toBe(true);
  expect(withRoleList(files)).toEqual([]);
});

it.each([
  `const WRITERS = ['operator', 'administrator'] as const;`,
  `access: { roles: [\n  'administrator',\n  'auditor',\n] }`,
  `return person.roles.includes('operator');`,
])('finds a planted second list: %s', (source) => {
  expect(withRoleList(new Map([['server/api/news.routes.ts', source]]))).toEqual([
    'server/api/news.routes.ts',
  ]);
});
