import type { Share, SharedFigures } from '#server/platform/realtime/index.ts';
import type { LiveLimits, LiveLogger } from './live-options.ts';

/** A count told to the other nodes holds there this long; it is told again well before. */
const LIFE_MS = 60_000;
const TELL_AGAIN_MS = 20_000;

/** Share of an address's sockets that visitors may take: the rest is left to the people who are signed in behind it. */
const VISITORS_SHARE = 0.5;

/** Of whom a connection is one: each has a number of sockets of its own. */
export interface Holders {
  session: string | null;
  person: string | null;
  address: string;
}

type Kind = 'session' | 'person' | 'address';

/** A connection's place in the counts; giving it back twice is fine. */
export interface Seat {
  leave(): void;
}

/**
 * Sockets by session, person and address, over all nodes: beyond the caps a further one is refused. While the other nodes
 * cannot be asked, each node counts for itself.
 */
export class SocketCaps {
  readonly #limits: LiveLimits;
  readonly #shared: SharedFigures;
  readonly #log: LiveLogger;
  readonly #counts = new Map<string, number>();
  /** Counts that the other nodes do not know yet. */
  readonly #changed = new Set<string>();
  #toldAllAt = performance.now();
  #telling: Promise<void> | null = null;

  constructor(o: { limits: LiveLimits; shared: SharedFigures; log: LiveLogger }) {
    this.#limits = o.limits;
    this.#shared = o.shared;
    this.#log = o.log;
  }

  /** A seat, or which cap is reached. */
  async take(holders: Holders): Promise<Seat | { full: Kind }> {
    const held = this.#held(holders);
    for (const { key } of held) this.#counts.set(key, this.#own(key) + 1);
    const seat = this.#seatOf(held.map(({ key }) => key));
    const own = held.find(({ key, cap }) => this.#own(key) > cap);
    if (own) return this.#full(seat, own.kind);
    try {
      const others = await this.#shared.tell(
        held.map(({ key }) => this.#share(key)),
        LIFE_MS,
      );
      const over = held.find(({ key, cap }, i) => this.#own(key) + (others[i] ?? 0) > cap);
      if (over) return this.#full(seat, over.kind);
    } catch (error) {
      // Not retried: this node's own caps hold meanwhile, and the counts are told again within a second.
      for (const { key } of held) this.#changed.add(key);
      this.#log.warn({ err: error }, 'sockets of other nodes not counted');
    }
    return seat;
  }

  /** Once a second: what has changed, and now and then everything, so that it does not expire. */
  tick(): Promise<void> {
    this.#telling ??= this.#tellChanged().finally(() => (this.#telling = null));
    return this.#telling;
  }

  /** The node ends and its sockets are gone: the others stop counting them at once, not when the counts expire. */
  async stop(): Promise<void> {
    await this.#telling;
    await this.tick();
  }

  async #tellChanged(): Promise<void> {
    const all = performance.now() - this.#toldAllAt > TELL_AGAIN_MS;
    const keys = all ? [...this.#counts.keys(), ...this.#changed] : [...this.#changed];
    if (all) this.#toldAllAt = performance.now();
    this.#changed.clear();
    if (keys.length === 0) return;
    try {
      await this.#shared.tell(
        [...new Set(keys)].map((key) => this.#share(key)),
        LIFE_MS,
      );
    } catch {
      // Redis is away: told again at the next turn.
      for (const key of keys) this.#changed.add(key);
    }
  }

  #held({ session, person, address }: Holders): { kind: Kind; key: string; cap: number }[] {
    const { socketsPerSession, socketsPerPerson, socketsPerAddress } = this.#limits;
    const ofAddress = person === null ? Math.ceil(socketsPerAddress * VISITORS_SHARE) : socketsPerAddress;
    const held: { kind: Kind; key: string; cap: number }[] = [
      { kind: 'address', key: `sockets:address:${address}`, cap: ofAddress },
    ];
    if (session !== null)
      held.push({ kind: 'session', key: `sockets:session:${session}`, cap: socketsPerSession });
    if (person !== null)
      held.push({ kind: 'person', key: `sockets:person:${person}`, cap: socketsPerPerson });
    return held;
  }

  #own(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  #share(key: string): Share {
    return { key, value: this.#own(key) };
  }

  #seatOf(keys: readonly string[]): Seat {
    let taken = true;
    return {
      leave: () => {
        if (!taken) return;
        taken = false;
        for (const key of keys) {
          const left = this.#own(key) - 1;
          if (left > 0) this.#counts.set(key, left);
          else this.#counts.delete(key);
          this.#changed.add(key);
        }
      },
    };
  }

  #full(seat: Seat, kind: Kind): { full: Kind } {
    seat.leave();
    return { full: kind };
  }
}
