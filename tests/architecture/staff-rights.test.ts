import { expect, it } from 'vitest';
import { STAFF_ROLES } from '#shared/api/contract.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import { accessOf, RIGHT_MARKS } from '#shared/api/console/staff-rights.ts';
import { projectFiles } from './project-files.ts';

const NAME = `'(?:${STAFF_ROLES.join('|')})'`;
/** Two staff roles in a row, or one role compared with those of somebody. */
const ROLE_LIST = new RegExp(String.raw`${NAME}\s*,\s*${NAME}|roles\.includes\(\s*${NAME}`);
/** The list itself, the names of roles, and the actors of transitions, which are no rights. */
const LISTS = /^shared\/(api\/(contract|console\/staff-rights)\.ts$|lifecycles\/)/;

const withRoleList = (files: ReadonlyMap<string, string>): string[] =>
  [...files].filter(([file, source]) => !LISTS.test(file) && ROLE_LIST.test(source)).map(([file]) => file);

it('is written in one list which staff roles have a right', () => {
  const files = projectFiles(['server', 'client', 'shared'], ['.ts', '.tsx']);
  expect(files.has('shared/api/console/staff-rights.ts')).toBe(true);
  expect(withRoleList(files)).toEqual([]);
});

it.each([
  `const WRITERS = ['operator', 'administrator'] as const;`,
  `access: { roles: [\n  'administrator',\n  'auditor',\n] }`,
  `return person.roles.includes('operator');`,
])('finds a planted second list: %s', (source) => {
  expect(withRoleList(new Map([['server/api/site/news.routes.ts', source]]))).toEqual([
    'server/api/site/news.routes.ts',
  ]);
});

/** Look-ups whose text is too personal for an address: they change nothing. */
const READS_BY_POST = new Set(['console.find-bar-person']);
const MARKED = Object.entries(RIGHT_MARKS).flatMap(([right, marks]) => (marks.fresh ? [right] : []));
const UNMARKED = new RegExp(String.raw`roles:\s*STAFF_RIGHTS\.(?:${MARKED.join('|')})\b`, 'g');

it('asks for a fresh sign-in wherever a marked right changes something', () => {
  expect(accessOf('decidePayouts').fresh).toBe(true);
  expect(accessOf('readPayouts').fresh).toBeUndefined();
  // A contract takes roles of such a right with its mark, or is a look-up named here.
  const bare = [...projectFiles(['shared/api'], ['.ts'])].flatMap(([, source]) => [
    ...source.matchAll(UNMARKED),
  ]);
  expect(bare).toHaveLength(READS_BY_POST.size);
  for (const name of READS_BY_POST) expect(CONTRACTS.map((each) => each.name)).toContain(name);
  const fresh = CONTRACTS.filter(
    ({ access, method }) => typeof access === 'object' && access.fresh && method !== 'get',
  );
  const names = fresh.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['console.give-role', 'console.reset-factor', 'console.approve-payout']),
  );
  // Both cancel the result of a sale and return its money.
  expect(names).toEqual(
    expect.arrayContaining(['console.propose-result-cancellation', 'console.uphold-protest']),
  );
  // Money that is due is paid later, or not at all.
  expect(names).toEqual(
    expect.arrayContaining(['console.extend-settlement', 'console.approve-settlement-extension']),
  );
  // Property on trade, whose price goes to the account in the order: within a shift.
  expect(CONTRACTS.find(({ name }) => name === 'console.approve-order')?.access).toMatchObject({
    fresh: 'shift',
  });
  // Rules say to which accounts shares of a price go, and above which sum two persons decide.
  expect(names).toContain('console.approve-reference-proposal');
});
