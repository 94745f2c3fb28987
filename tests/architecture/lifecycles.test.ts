import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '#shared/api/index.ts';
import { LIFECYCLES } from '#shared/lifecycles/index.ts';
import { START, type Lifecycle } from '#shared/lifecycles/lifecycle.ts';
import { callProblems, exemptProblems, jobNames, unusedEvents, type Known } from './lifecycles/calls.ts';
import { EXEMPT } from './lifecycles/exempt.ts';
import { numberProblems, stateProblems } from './lifecycles/literals.ts';
import { walkProblems } from './lifecycles/walk.ts';
import { projectFiles } from './project-files.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const server = projectFiles(['server'], ['.ts']);
const namesIn = (folder: string) =>
  new Set(
    readdirSync(path.join(ROOT, folder), { recursive: true }).map((name) =>
      path.basename(String(name)).replace(/\.ts$/, ''),
    ),
  );

const known: Known = {
  contracts: new Map(CONTRACTS.map(({ name, access }) => [name, access])),
  workflows: namesIn('server/workflows'),
  jobs: jobNames(server),
  commands: new Set(
    [...server.values()].flatMap((source) =>
      [...source.matchAll(/\bname: '([^']+)',\s*usage:/g)].map(([, name]) => name!),
    ),
  ),
  integrations: new Set([...namesIn('server/integrations'), 'identity']),
};

const files = (...given: [string, string][]) => new Map(given);

/** A small table with nothing wrong. */
const DOOR = {
  name: 'door',
  about: 'A door.',
  column: 'door.state',
  states: ['open', 'shut', 'locked'],
  final: ['locked'],
  means: { open: 'open', shut: 'shut', locked: 'locked for good' },
  events: {
    make: { from: START, to: 'open', by: ['system'], calls: [{ workflow: 'conclude-auction' }] },
    shut: { from: ['open'], to: 'shut', by: ['owner'], calls: [{ contract: 'refunds.cancel' }] },
    lock: { from: ['shut'], to: 'locked', by: ['staff'], calls: [] },
  },
} as const satisfies Lifecycle;

const changed = (event: string, change: object): Lifecycle => {
  const events = DOOR.events as Lifecycle['events'];
  return { ...DOOR, events: { ...events, [event]: { ...events[event]!, ...change } } };
};

describe('each lifecycle', () => {
  it.each(LIFECYCLES)('$name has no dead end that is not final, and reaches every state', (table) => {
    expect(walkProblems(table)).toEqual([]);
  });

  it.each([
    ['a dead end', { ...DOOR, final: [] }, 'door: locked is a dead end and not final'],
    ['a state never reached', changed('shut', { to: 'open' }), 'door: shut is never reached'],
    [
      'a final state that is left',
      { ...DOOR, final: ['shut', 'locked'] },
      'door.lock leaves the final state shut',
    ],
    ['an unknown state', changed('lock', { to: 'gone' }), 'door.lock names the unknown state gone'],
    [
      'a state without a meaning',
      { ...DOOR, means: { open: 'open', shut: 'shut' } },
      'door: locked has no meaning',
    ],
    ['an event that can never happen', changed('lock', { from: [] }), 'door.lock can never happen'],
  ])('%s is seen', (_what, table, problem) => {
    expect(walkProblems(DOOR)).toEqual([]);
    expect(walkProblems(table as Lifecycle)).toContain(problem);
  });

  it.each(LIFECYCLES)('$name has a call for every actor and a sweep for every deadline', (table) => {
    expect(known.jobs.size).toBeGreaterThan(8);
    expect(callProblems(table, known, EXEMPT)).toEqual([]);
  });

  it.each([
    ['an event without a call', DOOR, {}, 'door.lock has no call and is not exempt'],
    ['an exempt event that got one', DOOR, { 'door.shut': 'x' }, 'door.shut is exempt and has a call'],
    [
      'a call that does not exist',
      changed('shut', { calls: [{ contract: 'refunds.burn' }] }),
      {},
      'door.shut names the contract refunds.burn, which does not exist',
    ],
    [
      'an actor who cannot call',
      changed('shut', { by: ['owner', 'writeNews'] }),
      {},
      'door.shut: writeNews has no call',
    ],
    [
      'a caller who is no actor',
      changed('shut', { by: ['owner'], calls: [{ contract: 'console.refuse-refund' }] }),
      {},
      'door.shut: who may call console.refuse-refund is no actor',
    ],
    [
      'a deadline that nothing sweeps',
      changed('shut', { deadline: { at: 'door.until', sweep: { job: 'shut doors' } } }),
      {},
      'door.shut: the sweep shut doors of its deadline does not exist',
    ],
  ])('%s is seen', (_what, table, exempt, problem) => {
    expect(callProblems(DOOR, known, { 'door.lock': 'x' })).toEqual([]);
    expect(callProblems(table as Lifecycle, known, exempt)).toContain(problem);
  });
});

describe('exempt events', () => {
  it('are events, and nothing sets them off', () => {
    expect(exemptProblems(LIFECYCLES, server, EXEMPT)).toEqual([]);
  });

  it('that code sets off are seen, and so is an exception without its event', () => {
    const planted = files(['server/workflows/lock.ts', `await doors.move(id, 'lock');`]);
    const exempt = { 'door.lock': 'x', 'door.burn': 'x' };
    expect(exemptProblems([DOOR], planted, exempt)).toEqual([
      'door.lock is exempt and set off by code',
      'door.burn is exempt and no event',
    ]);
    const demo = files(['server/demo/lock.ts', `await doors.move(id, 'lock');`]);
    expect(exemptProblems([DOOR], demo, { 'door.lock': 'x' })).toEqual([]);
  });
});

describe('all other events', () => {
  it('are set off by code', () => {
    const product = new Map([...server, ...projectFiles(['shared/lifecycles'], ['.ts'])]);
    expect(unusedEvents(LIFECYCLES, product, EXEMPT)).toEqual([]);
  });

  it('that are set off nowhere are seen', () => {
    const planted = files(['server/a.ts', `stateAfter(DOOR, 'make'); move(id, 'shut');`]);
    expect(unusedEvents([DOOR], planted, {})).toEqual(['door.lock is set off nowhere']);
  });
});

describe('states', () => {
  const product = projectFiles(
    ['server', 'client', 'shared', 'scripts', 'loadtest'],
    ['.ts', '.tsx', '.mjs'],
  );
  const elsewhere = new Map([...product].filter(([file]) => !file.startsWith('shared/lifecycles/')));

  it('of lots are nowhere written as numbers', () => {
    expect(numberProblems(elsewhere)).toEqual([]);
  });

  it.each([
    'select from lot where lot.status in (4, 8)',
    `query.where('lot.status', '=', 4)`,
    `query.where('status', 'in', [1, 3])`,
    'if (lot.status === 6) return;',
    '.set({ status: 10 })',
    'when lot.status not in (1, 3)',
  ])('in numbers are seen: %s', (source) => {
    expect(numberProblems(files(['server/a.ts', source]))).toHaveLength(1);
  });

  it('of HTTP are something else', () => {
    expect(numberProblems(files(['server/a.ts', 'if (answer.status === 404) response.status(500)']))).toEqual(
      [],
    );
  });

  it('are written and compared in repositories by the tables alone', () => {
    const repositories = new Map([...server].filter(([file]) => file.endsWith('.repository.ts')));
    expect(stateProblems(repositories, LIFECYCLES)).toEqual([]);
  });

  it.each([
    `db.updateTable('door').set({ state: 'open' })`,
    `db.selectFrom('door').where('door.state', '=', 'locked')`,
    `db.selectFrom('door').where('state', 'in', ['open', 'shut'])`,
    `sql\`select from door where state in ('open', 'shut')\``,
    `sql\`select from door d where d.state <> 'shut'\``,
  ])('spelled out are seen: %s', (source) => {
    expect(stateProblems(files(['server/a.repository.ts', source]), [DOOR])).toHaveLength(1);
  });
});
