import type { HttpApp } from '../http/index.ts';
import type { Logger } from '../logging/index.ts';
import type { DecisionKind } from './decision-kind.ts';
import type { EvidenceCheck } from './evidence.ts';
import type { ExportSource } from './export-source.ts';
import type { PersonalTable } from './personal-data.ts';
import type { WorkQueue } from './work-queue.ts';
import type {
  Command,
  EventListener,
  EventListeners,
  Invariant,
  Job,
  Module,
  RetentionRule,
} from './module.ts';

/** Given to every module by the composition itself. */
export interface Collected {
  /** The lists of all modules created so far: complete for the module that comes last. */
  exportSources: Record<string, ExportSource>;
  /** Kinds of decisions of all modules, complete when the last one is created. */
  decisionKinds: DecisionKind[];
  /** What waits for staff in all modules, complete when the last one is created. */
  workQueues: WorkQueue[];
}

/** What a process takes from its modules. */
interface Composed<Parts> {
  parts: Parts;
  registerRoutes(app: HttpApp): void;
  /** Listeners of one topic act in the order of their modules. */
  listeners(): EventListeners;
  jobs(log: Logger): Job[];
  retention(): RetentionRule[];
  /** In the order of the modules. */
  evidence(): EvidenceCheck[];
}

type RegisterRoutes<Parts> = (app: HttpApp, parts: Parts) => void;

/** A list of modules. The compiler refuses a module whose needs are not given by those before it. */
export interface Composition<Given, Parts> {
  with<Gives extends object>(
    module: Module<Parts, Gives>,
    routes?: RegisterRoutes<Parts & Gives>,
  ): Composition<Given, Parts & Gives>;
  /** For processes that give more. */
  andGiven<More extends object>(): Composition<Given & More, Parts & More>;
  /** Names of the modules, in their order. */
  readonly modules: readonly string[];
  readonly commands: readonly Command<Parts>[];
  /** By number. */
  readonly invariants: readonly Invariant[];
  /** In the order of the modules. */
  readonly personalData: readonly PersonalTable[];
  create(given: Given): Composed<Parts>;
}

/** An empty list, for a process that gives so much. */
export function compose<Given extends object>(): Composition<Given, Given & Collected> {
  return composition([], [], [], [], (given) => ({
    parts: {
      ...given,
      exportSources: {},
      decisionKinds: [] as DecisionKind[],
      workQueues: [] as WorkQueue[],
    },
    registerRoutes: () => undefined,
    listeners: () => ({}),
    jobs: () => [],
    retention: () => [],
    evidence: () => [],
  }));
}

function composition<Given, Parts extends Collected>(
  modules: readonly string[],
  commands: readonly Command<Parts>[],
  invariants: readonly Invariant[],
  personalData: readonly PersonalTable[],
  create: (given: Given) => Composed<Parts>,
): Composition<Given, Parts> {
  return {
    modules,
    commands,
    invariants,
    personalData,
    create,
    with: <Gives extends object>(module: Module<Parts, Gives>, routes?: RegisterRoutes<Parts & Gives>) =>
      composition<Given, Parts & Gives>(
        [...modules, module.name],
        [...commands, ...(module.commands ?? [])],
        [...invariants, ...(module.invariants ?? [])].toSorted((one, other) => one.number - other.number),
        [...personalData, ...(module.personalData ?? [])],
        (given) => add(create(given), module, routes),
      ),
    andGiven: <More extends object>() =>
      composition<Given & More, Parts & More>(modules, commands, invariants, personalData, (given) => {
        const before = create(given);
        return { ...before, parts: { ...before.parts, ...given } };
      }),
  };
}

function add<Parts extends Collected, Gives extends object>(
  before: Composed<Parts>,
  module: Module<Parts, Gives>,
  routes?: RegisterRoutes<Parts & Gives>,
): Composed<Parts & Gives> {
  const gives = module.create(before.parts);
  const twice = Object.keys(gives).filter((name) => name in before.parts);
  if (twice.length > 0)
    throw new Error(`${module.name} gives what another module gives: ${twice.join(', ')}`);
  const parts = { ...before.parts, ...gives };
  Object.assign(parts.exportSources, module.exports?.(parts));
  parts.decisionKinds.push(...(module.decisions?.(parts) ?? []));
  parts.workQueues.push(...(module.queues ?? []));
  return {
    parts,
    registerRoutes(app) {
      before.registerRoutes(app);
      routes?.(app, parts);
    },
    listeners: () => merged(before.listeners(), module.listeners?.(parts) ?? {}),
    jobs: (log) => [...before.jobs(log), ...(module.jobs?.(parts, log) ?? [])],
    retention: () => [...before.retention(), ...(module.retention?.(parts) ?? [])],
    evidence: () => [...before.evidence(), ...(module.evidence?.(parts) ?? [])],
  };
}

function merged(one: EventListeners, other: EventListeners): EventListeners {
  const all: Record<string, readonly EventListener[]> = { ...one };
  for (const [topic, listeners] of Object.entries(other)) all[topic] = [...(all[topic] ?? []), ...listeners];
  return all;
}
