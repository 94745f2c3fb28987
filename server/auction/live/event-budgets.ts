import type { SharedFigures } from '#server/platform/realtime/index.ts';
import { EventBudget } from './event-budget.ts';
import type { LiveLimits, LiveLogger } from './live-options.ts';

/** A budget nobody has used for this long is full again and forgiven: it need not be remembered. */
const FORGOTTEN_MS = 60_000;
const TELL_LIFE_MS = 3_000;
/** What one node alone may send before the others are asked: below it a person's sum stays small anyway. */
const ASKED_FROM = 0.25;

interface Known {
  budget: EventBudget;
  /** Events since the last tick. */
  events: number;
  usedAt: number;
}

/** What a connection may send: judged before every event. */
export interface Allowance {
  /** One event arrived: may it be handled? */
  spend(now: number): boolean;
  malformed(): void;
  /** Too much for too long: the sender is to be disconnected. */
  readonly exhausted: boolean;
}

/**
 * Budgets by person, shared by all their sockets and, through the other nodes' figures, over all nodes. Visitors have one
 * for each socket, and one for each address that only slows down: behind it may be a whole office.
 */
export class EventBudgets {
  readonly #limits: LiveLimits;
  readonly #shared: SharedFigures;
  readonly #log: LiveLogger;
  readonly #persons = new Map<string, Known>();
  readonly #addresses = new Map<string, Known>();
  #telling = false;

  constructor(o: { limits: LiveLimits; shared: SharedFigures; log: LiveLogger }) {
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

  /** The person's sockets were disconnected: the strikes are paid for, what was spent is not given back. */
  pardon(person: string): void {
    this.#persons.get(person)?.budget.pardon();
  }

  /** Once a second: shares each busy person's budget with the other nodes, and forgets who is quiet. */
  async tick(now = performance.now()): Promise<void> {
    for (const known of [this.#persons, this.#addresses]) {
      for (const [key, { usedAt }] of known) if (now - usedAt > FORGOTTEN_MS) known.delete(key);
    }
    if (this.#telling) return;
    const rate = this.#limits.eventsPerSecond;
    const busy: [string, Known, number][] = [];
    for (const [person, known] of this.#persons) {
      const { events } = known;
      known.events = 0;
      if (events > rate * ASKED_FROM) busy.push([person, known, events]);
      else known.budget.setRate(rate);
    }
    if (busy.length === 0) return;
    this.#telling = true;
    try {
      const others = await this.#shared.tell(
        busy.map(([person, , value]) => ({ key: `events:${person}`, value })),
        TELL_LIFE_MS,
      );
      for (const [i, [, { budget }, own]] of busy.entries()) {
        const all = own + (others[i] ?? 0);
        budget.setRate(all <= rate ? rate : Math.max(1, (rate * own) / all));
      }
    } catch (error) {
      // Not retried: until the jobs Redis is back, each node holds the person to the whole rate by itself.
      for (const [, { budget }] of busy) budget.setRate(rate);
      this.#log.warn({ err: error }, 'events of other nodes not counted');
    } finally {
      this.#telling = false;
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
