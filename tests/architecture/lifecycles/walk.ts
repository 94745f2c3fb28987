import { START, type Lifecycle, type State } from '#shared/lifecycles/lifecycle.ts';

/** States that can be reached from these, themselves included. */
function reached(table: Lifecycle, from: readonly State[]): Set<State> {
  const found = new Set(from);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { from: sources, to } of Object.values(table.events))
      if (sources !== START && sources.some((state) => found.has(state))) found.add(to);
  }
  return found;
}

/** Everything wrong with the shape of a table. */
export function walkProblems(table: Lifecycle): string[] {
  const { name, states, final, events, means } = table;
  const problems: string[] = [];
  const rules = Object.entries(events);
  const starts = rules.flatMap(([, { from, to }]) => (from === START ? [to] : []));
  const known = new Set(states);
  for (const [event, { from, to }] of rules) {
    const sources = from === START ? [] : from;
    for (const state of [...sources, to])
      if (!known.has(state)) problems.push(`${name}.${event} names the unknown state ${state}`);
    if (from !== START && from.length === 0) problems.push(`${name}.${event} can never happen`);
    if (new Set(sources).size < sources.length) problems.push(`${name}.${event} names a state twice`);
    for (const state of sources)
      // One that stays there only adds to the history.
      if (final.includes(state) && state !== to)
        problems.push(`${name}.${event} leaves the final state ${state}`);
  }
  const living = reached(table, starts);
  for (const state of states) {
    if (!living.has(state)) problems.push(`${name}: ${state} is never reached`);
    if (!means[state]) problems.push(`${name}: ${state} has no meaning`);
    if (final.includes(state)) continue;
    const onward = rules.some(([, { from, to }]) => from !== START && from.includes(state) && to !== state);
    if (!onward) problems.push(`${name}: ${state} is a dead end and not final`);
    else if (final.length > 0 && !final.some((end) => reached(table, [state]).has(end)))
      problems.push(`${name}: no end can be reached from ${state}`);
  }
  for (const state of final)
    if (!known.has(state)) problems.push(`${name}: the final state ${state} is unknown`);
  return problems;
}
