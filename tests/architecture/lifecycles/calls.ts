import type { Access } from '#shared/api/contract.ts';
import { STAFF_RIGHTS, type StaffRight } from '#shared/api/console/staff-rights.ts';
import type { Actor, Call, Lifecycle } from '#shared/lifecycles/lifecycle.ts';

/** What a call may name. */
export interface Known {
  contracts: ReadonlyMap<string, Access>;
  workflows: ReadonlySet<string>;
  jobs: ReadonlySet<string>;
  commands: ReadonlySet<string>;
  integrations: ReadonlySet<string>;
}

type Files = ReadonlyMap<string, string>;

function missing(call: Call, known: Known): string | null {
  if ('contract' in call) return known.contracts.has(call.contract) ? null : `contract ${call.contract}`;
  if ('workflow' in call) return known.workflows.has(call.workflow) ? null : `workflow ${call.workflow}`;
  if ('job' in call) return known.jobs.has(call.job) ? null : `job ${call.job}`;
  if ('command' in call) return known.commands.has(call.command) ? null : `command ${call.command}`;
  if ('integration' in call)
    return known.integrations.has(call.integration) ? null : `integration ${call.integration}`;
  return null;
}

const isRight = (actor: Actor): actor is StaffRight => actor in STAFF_RIGHTS;

/** May the actor make a call with this access? */
function mayCall(actor: Actor, access: Access): boolean {
  // The owner of the thing, or the seller of the lot it is about.
  if (typeof access === 'string') return actor === 'owner' || actor === 'customer';
  return isRight(actor) && STAFF_RIGHTS[actor].join() === access.roles.join();
}

/** Calls that do not exist, actors that cannot make them, deadlines that nothing sweeps. */
export function callProblems(
  table: Lifecycle,
  known: Known,
  exempt: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(table.events).flatMap(([event, { by, calls, deadline }]) => {
    const name = `${table.name}.${event}`;
    const problems: string[] = [];
    if (by.length === 0) problems.push(`${name} has no actor`);
    if (calls.length === 0 && !exempt[name] && deadline?.sweep !== 'reading')
      problems.push(`${name} has no call and is not exempt`);
    if (calls.length > 0 && exempt[name]) problems.push(`${name} is exempt and has a call`);
    for (const call of calls) {
      const absent = missing(call, known);
      if (absent) problems.push(`${name} names the ${absent}, which does not exist`);
      const access = 'contract' in call ? known.contracts.get(call.contract) : undefined;
      if (!access) continue;
      if (!by.some((actor) => mayCall(actor, access)))
        problems.push(`${name}: who may call ${(call as { contract: string }).contract} is no actor`);
    }
    for (const actor of by) {
      if (calls.length === 0 || actor === 'system' || actor === 'provider') continue;
      const made = calls.some((call) => {
        if (!('contract' in call)) return 'workflow' in call || 'command' in call;
        const access = known.contracts.get(call.contract);
        return access !== undefined && mayCall(actor, access);
      });
      if (!made) problems.push(`${name}: ${actor} has no call`);
    }
    const sweep = deadline && deadline.sweep !== 'reading' ? deadline.sweep.job : null;
    if (sweep !== null && !known.jobs.has(sweep))
      problems.push(`${name}: the sweep ${sweep} of its deadline does not exist`);
    return problems;
  });
}

/** Rounds of the worker by the names they are started under. */
export function jobNames(server: Files): Set<string> {
  const names = [...server.values()].flatMap((source) => [
    ...[...source.matchAll(/\bevery\(\s*[\w.]+,\s*'([^']+)'/g)].map(([, name]) => name!),
    ...[...source.matchAll(/\bname: '([^']+)',\s*everyMs\b/g)].map(([, name]) => name!),
  ]);
  return new Set(names);
}

/** `trade-application` is TRADE_APPLICATION in code. */
const constantOf = (name: string): string => name.toUpperCase().replaceAll('-', '_');

/** Does product code outside the demonstration set off this event? */
function isSetOff(table: Lifecycle, event: string, server: Files): boolean {
  const quoted = `'${event}'`;
  const constant = constantOf(table.name);
  return [...server].some(
    ([file, source]) =>
      !file.startsWith('server/demo/') &&
      source.includes(quoted) &&
      source
        .split(';')
        .some(
          (statement) =>
            statement.includes(quoted) &&
            (new RegExp(String.raw`\b${constant}\b`).test(statement) || /\.\s*move\(/.test(statement)) &&
            !statement.includes('import '),
        ),
  );
}

/** Exempt events that code sets off all the same, and exceptions without their event. */
export function exemptProblems(
  tables: readonly Lifecycle[],
  server: Files,
  exempt: Readonly<Record<string, string>>,
): string[] {
  const events = new Map<string, { table: Lifecycle; event: string }>(
    tables.flatMap((table) =>
      Object.keys(table.events).map((event) => [`${table.name}.${event}`, { table, event }] as const),
    ),
  );
  return Object.keys(exempt).flatMap((name) => {
    const found = events.get(name);
    if (!found) return [`${name} is exempt and no event`];
    return isSetOff(found.table, found.event, server) ? [`${name} is exempt and set off by code`] : [];
  });
}

/**
 * Events that the table says have a call, and whose name product code never writes. Tables of derived states are left out:
 * there other columns are written.
 */
export function unusedEvents(
  tables: readonly Lifecycle[],
  product: Files,
  exempt: Readonly<Record<string, string>>,
): string[] {
  const code = [...product].filter(([file]) => !file.startsWith('server/demo/'));
  // The rule itself is a key: `'event': {`.
  const used = (event: string) =>
    code.some(([, source]) => new RegExp(String.raw`'${event}'(?!: \{)`).test(source));
  return tables
    .filter(({ column }) => column !== null)
    .flatMap((table) =>
      Object.keys(table.events)
        .filter((event) => !exempt[`${table.name}.${event}`] && !used(event))
        .map((event) => `${table.name}.${event} is set off nowhere`),
    );
}
