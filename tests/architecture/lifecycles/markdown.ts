import { START, type Call, type Lifecycle, type State } from '#shared/lifecycles/lifecycle.ts';

const HEAD = `# Lifecycles

Every thing that has states, with every way from one state to another. Printed from \`shared/lifecycles\` by
\`npm run lifecycles\`; a test says when this page is older than the tables. A state changes only through them: the server
guards each update by the states an event may come from, lists and badges take their groups from there.

\`[*]\` is where a thing begins and where it ends. Events marked † have no call yet.
`;

/** Mermaid's names of states have no hyphens and do not begin with a digit. */
const idOf = (state: State): string => `s_${String(state).replaceAll('-', '_')}`;

const labelOf = ({ means }: Lifecycle, state: State): string =>
  typeof state === 'number' ? `${state} ${means[state]}` : state;

function callOf(call: Call): string {
  const [[kind, name] = ['', '']] = Object.entries(call);
  return kind === 'contract' ? `\`${name}\`` : `${kind} \`${name}\``;
}

function picture(table: Lifecycle, isExempt: (event: string) => boolean): string {
  const { states, events, final } = table;
  const mark = (event: string) => (isExempt(event) ? `${event} †` : event);
  /** One arrow for each pair of states, with every event that takes it. */
  const arrows = new Map<string, string[]>();
  for (const [event, { from, to }] of Object.entries(events))
    for (const source of from === START ? [START] : from) {
      const arrow = `${source === START ? '[*]' : idOf(source)} --> ${idOf(to)}`;
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), mark(event)]);
    }
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...states.map((state) => `  state "${labelOf(table, state)}" as ${idOf(state)}`),
    ...[...arrows].map(([arrow, names]) => `  ${arrow}: ${names.join(', ')}`),
    ...final.map((state) => `  ${idOf(state)} --> [*]`),
    '```',
  ].join('\n');
}

function transitions({ events }: Lifecycle, isExempt: (event: string) => boolean): string {
  const rows = Object.entries(events).map(([event, { from, to, by, calls, deadline, notifies }]) => {
    const due = deadline
      ? `\`${deadline.at}\`, ${deadline.sweep === 'reading' ? 'judged when read' : `round "${deadline.sweep.job}"`}`
      : '';
    return [
      isExempt(event) ? `${event} †` : event,
      from === START ? '[*]' : from.join(', '),
      to,
      by.join(', '),
      calls.map(callOf).join(', '),
      due,
      notifies?.join(', ') ?? '',
    ].join(' | ');
  });
  return [
    '| event | from | to | who | by way of | deadline | notifies |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

const meanings = ({ states, means, final }: Lifecycle): string =>
  [
    '| state | meaning |',
    '| --- | --- |',
    ...states.map((state) => `| ${state} | ${means[state]}${final.includes(state) ? ' ■' : ''} |`),
  ].join('\n');

/** docs/lifecycles.md. @param exempt names of events that have no call yet, as `table.event` */
export function lifecyclesPage(
  tables: readonly Lifecycle[],
  exempt: Readonly<Record<string, string>>,
): string {
  const sections = tables.map((table) => {
    const isExempt = (event: string) => `${table.name}.${event}` in exempt;
    return [
      `## ${table.name}`,
      `${table.about} ${table.column === null ? 'Derived when read.' : `Stored in \`${table.column}\`.`} ■ is final.`,
      picture(table, isExempt),
      meanings(table),
      transitions(table, isExempt),
    ].join('\n\n');
  });
  return `${[HEAD, ...sections].join('\n\n').replaceAll(/\n{3,}/g, '\n\n')}\n`;
}
