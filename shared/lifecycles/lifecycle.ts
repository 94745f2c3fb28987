import type { StaffRight } from '../api/console/staff-rights.ts';

/** Where a thing comes from that did not exist before the event. */
export const START = 'start';

/** Who brings an event about. */
export type Actor =
  /** The person whose application, payment, refund … it is. */
  | 'owner'
  | 'customer'
  /** Members of staff with this right. */
  | StaffRight
  /** A member of staff by a command, or by a right that comes with the call. */
  | 'staff'
  /** The rules and clocks of the platform. */
  | 'system'
  /** The payment provider. */
  | 'provider';

/** Where the event is set off in this system. Each name must exist: a test looks it up. */
export type Call =
  /** By the name of its entry in shared/api. */
  | { readonly contract: string }
  /** A file of server/workflows. */
  | { readonly workflow: string }
  /** A round of the worker, by the name it is started under. */
  | { readonly job: string }
  /** A word of `npm run cli`. */
  | { readonly command: string }
  /** The phase a room of the auction core reports, which the projection writes to its lot. */
  | { readonly room: 'waiting' | 'running' | 'paused' }
  /** A port of server/integrations: calls from outside that no contract of ours describes. */
  | { readonly integration: string };

/** An instant that brings the event about by itself. */
interface Deadline {
  /** Column that holds the instant, or what it is counted from. */
  readonly at: string;
  /**
   * The worker's round that looks for what is due; `reading`: the state is derived from the clock whenever it is read, so
   * that there is nothing to sweep.
   */
  readonly sweep: { readonly job: string } | 'reading';
}

export type State = string | number;

export interface Transition<S extends State = State> {
  /** Empty for none; START for an event that makes the thing. */
  readonly from: readonly S[] | typeof START;
  readonly to: S;
  readonly by: readonly Actor[];
  /** Empty only for events of the exempt list in tests/architecture. */
  readonly calls: readonly Call[];
  readonly deadline?: Deadline;
  /** Who gets a message because of it. */
  readonly notifies?: readonly string[];
}

/** The states of one kind of thing and every way from one to another, as data. */
export interface Lifecycle<S extends State = State> {
  readonly name: string;
  readonly about: string;
  /** `table.column` that stores the state; null: the state is derived from other columns. */
  readonly column: string | null;
  readonly states: readonly S[];
  /** States that nothing follows. */
  readonly final: readonly S[];
  /** What a state means, in a few words. */
  readonly means: Readonly<Record<S, string>>;
  readonly events: Readonly<Record<string, Transition<S>>>;
}

export type StateOf<L extends Lifecycle> = L['states'][number];
export type EventOf<L extends Lifecycle> = Extract<keyof L['events'], string>;
/** The state an event leads to. */
export type After<L extends Lifecycle, E extends EventOf<L>> = L['events'][E]['to'];

/** The states an event may come from. */
export type Before<L extends Lifecycle, E extends EventOf<L>> = L['events'][E]['from'] extends infer F
  ? F extends readonly (infer S)[]
    ? S
    : never
  : never;

export type Moved<L extends Lifecycle, E extends EventOf<L>> =
  | { readonly outcome: 'moved'; readonly to: After<L, E> }
  | { readonly outcome: 'refused'; readonly state: StateOf<L>; readonly event: E };

const ruleOf = <L extends Lifecycle>(table: L, event: EventOf<L>): Transition<StateOf<L>> =>
  table.events[event] as Transition<StateOf<L>>;

/** States in which the event can happen: what an UPDATE is guarded by. Empty for an event that makes the thing. */
export function statesFrom<L extends Lifecycle, E extends EventOf<L>>(
  table: L,
  event: E,
): readonly Before<L, E>[] {
  const { from } = ruleOf(table, event);
  return (from === START ? [] : from) as readonly Before<L, E>[];
}

/** The state the event leads to: what an UPDATE or INSERT writes. */
export const stateAfter = <L extends Lifecycle, E extends EventOf<L>>(table: L, event: E): After<L, E> =>
  ruleOf(table, event).to;

/** The next state, or that the event cannot happen in this one. */
export function transition<L extends Lifecycle, E extends EventOf<L>>(
  table: L,
  state: StateOf<L>,
  event: E,
): Moved<L, E> {
  return (statesFrom(table, event) as readonly StateOf<L>[]).includes(state)
    ? { outcome: 'moved', to: stateAfter(table, event) }
    : { outcome: 'refused', state, event };
}

export const allows = <L extends Lifecycle>(table: L, state: StateOf<L>, event: EventOf<L>): boolean =>
  transition(table, state, event).outcome === 'moved';

/** States from which some event leads to this one, and the state itself. */
export function statesBefore<L extends Lifecycle>(table: L, state: StateOf<L>): readonly StateOf<L>[] {
  const before = Object.values(table.events).flatMap(({ from, to }) =>
    to === state && from !== START ? [...from] : [],
  );
  return [...new Set([state, ...before])];
}
