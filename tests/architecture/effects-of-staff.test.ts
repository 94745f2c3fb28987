import { expect, test } from 'vitest';
import { CONTRACTS } from '#shared/api/index.ts';
import { EFFECTS_OF_STAFF, WITHOUT_EFFECT } from '../fixtures/effects-of-staff.ts';
import { projectFile } from './project-files.ts';

const actionsOf = (contracts: readonly { name: string; method: string; access: unknown }[]): string[] =>
  contracts
    .filter(({ access, method }) => typeof access === 'object' && method !== 'get')
    .map(({ name }) => name);

/** Actions that nothing was said about, said twice about, or that are gone. */
function unsaid(actions: readonly string[]): string[] {
  const said = [...Object.keys(EFFECTS_OF_STAFF), ...WITHOUT_EFFECT];
  return [
    ...actions.filter((name) => said.filter((each) => each === name).length !== 1),
    ...said.filter((name) => !actions.includes(name)),
  ];
}

test('of every action of staff it is said what it brings about that two persons have to agree to', () => {
  expect(unsaid(actionsOf(CONTRACTS))).toEqual([]);
});

test('an action that nothing is said about is found', () => {
  const planted = { name: 'console.planted', method: 'post', access: { roles: ['operator'] } };
  expect(unsaid(actionsOf([...CONTRACTS, planted]))).toEqual(['console.planted']);
});

test.each(Object.entries(EFFECTS_OF_STAFF))('what %s brings about is tried by one person', (_, tried) => {
  expect(tried.effects).not.toEqual([]);
  expect(projectFile(`tests/${tried.file}`)).toContain(`'${tried.test}'`);
});
