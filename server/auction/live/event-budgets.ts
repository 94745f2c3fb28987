import type { NodeCounts } from '#server/platform/realtime/index.ts';
import { EventBudget } from './event-budget.ts';
import type { LiveLimits, LiveLogger } from './live-options.ts';

/** A budget unused for this long is full and without strikes: it is removed. */
const IDLE_MS = 60_000;
const SHARED_TTL_MS = 3_000;
/** Part of the limit from which on a node exchanges counts with the others: below it a person's sum stays small. */
const SHARED_FROM = 0.25;

interface Known {
  budget: EventBudget;
  /** Events since the last tick. */
  events: number;
  usedAt: number;
}

/** A connection's event allowance, checked before every event. */
export interface Allowance {
  /** Whether one more event may be handled. */
  spend(now: number): boolean;
  malformed(): void;
  /** The sender has exceeded its limit repeatedly and is to be disconnected. */
  readonly exhausted: boolean;
}

/**
 * Budgets by person, shared by all their sockets and, through the other nodes' counts, over all nodes. Visitors have one
 * for each socket, and one for each address that only throttles: a whole office may share an address.
 */
export class EventBudgets {
  readonly #limits: LiveLimits;
  readonly #shared: NodeCounts;
  readonly #log: LiveLogger;
  readonly #persons = new Map<string, Known>();
  readonly #addresses = new Map<string, Known>();
  #sharing = false;

  constructor(o: { limits: LiveLimits; shared: NodeCounts; log: LiveLogger }) {
    this.#limits = o.limits;
    this.#shared = o.shared;
    this.#log = o.log;
  }

  ofPerson(person: string): Allowance {
    const spend = (now: number) => {
      const known = this.#known(this.#persons, person, this.#limits.eventsPerSecond, now);
      known.events += 1;
      return known.budget.spend(now);
    };
    const budget = () =>
      this.#known(this.#persons, person, this.#limits.eventsPerSecond, performance.now()).budget;
    return {
      spend,
      malformed: () => budget().malformed(),
      get exhausted() {
        return budget().exhausted;
      },
    };
  }

  ofVisitor(address: string): Allowance {
    const own = new EventBudget(this.#limits, performance.now());
    return {
      spend: (now) => {
        const all = this.#known(this.#addresses, address, this.#limits.visitorEventsPerSecond, now);
        return own.spend(now) && all.budget.spend(now);
      },
      malformed: () => own.malformed(),
      get exhausted() {
        return own.exhausted;
      },
    };
  }

  /** The person's sockets were disconnected: strikes are reset, tokens are not. */
  pardon(person: string): void {
    this.#persons.get(person)?.budget.pardon();
  }

  /** Once a second: divides each busy person's budget among the nodes, and removes idle budgets. */
  async tick(now = performance.now()): Promise<void> {
    for (const known of [this.#persons, this.#addresses]) {
      for (const [key, { usedAt }] of known) if (now - usedAt > IDLE_MS) known.delete(key);
    }
    if (this.#sharing) return;
    const rate = this.#limits.eventsPerSecond;
    const busy: [string, Known, number][] = [];
    for (const [person, known] of this.#persons) {
      const { events } = known;
      known.events = 0;
      if (events > rate * SHARED_FROM) busy.push([person, known, events]);
      else known.budget.setRate(rate);
    }
    if (busy.length === 0) return;
    this.#sharing = true;
    try {
      const others = await this.#shared.exchange(
        busy.map(([person, , value]) => ({ key: `events:${person}`, value })),
        SHARED_TTL_MS,
      );
      for (const [i, [, { budget }, own]] of busy.entries()) {
        const all = own + (others[i] ?? 0);
        budget.setRate(all <= rate ? rate : Math.max(1, (rate * own) / all));
      }
    } catch (error) {
      // Not retried: until the jobs Redis is back, each node applies the full rate by itself.
      for (const [, { budget }] of busy) budget.setRate(rate);
      this.#log.warn({ err: error }, 'events of other nodes not counted');
    } finally {
      this.#sharing = false;
    }
  }

  #known(known: Map<string, Known>, key: string, eventsPerSecond: number, now: number): Known {
    let found = known.get(key);
    if (!found) {
      const budget = new EventBudget({ ...this.#limits, eventsPerSecond }, now);
      known.set(key, (found = { budget, events: 0, usedAt: now }));
    }
    found.usedAt = now;
    return found;
  }
}
