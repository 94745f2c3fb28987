import type { NodeCount, NodeCounts } from '#server/platform/realtime/index.ts';
import type { LiveLimits, LiveLogger } from './live-options.ts';

/** A count shared with the other nodes expires after this long; it is shared again well before. */
const TTL_MS = 60_000;
const REFRESH_MS = 20_000;

/** Share of an address's sockets that visitors may take: the rest is reserved for signed-in people of that address. */
const VISITORS_SHARE = 0.5;

/**
 * Sockets of a person, on a phone and a computer, that are let in however many others their address has: strangers behind the address of a
 * mobile operator keep no participant out of a room.
 */
const SOCKETS_OF_ONESELF = 2;

/** Whose limits a connection counts towards. */
export interface Holders {
  session: string | null;
  person: string | null;
  address: string;
}

type Kind = 'session' | 'person' | 'address';

interface Held {
  kind: Kind;
  key: string;
  cap: number;
}

/** A connection's slot in the counts; releasing it twice is harmless. */
export interface SocketSlot {
  release(): void;
}

/**
 * Counts sockets by session, person and address over all nodes; beyond a cap further ones are refused. While the counts of
 * other nodes are unavailable, each node counts by itself.
 */
export class SocketCaps {
  readonly #limits: LiveLimits;
  readonly #shared: NodeCounts;
  readonly #log: LiveLogger;
  readonly #counts = new Map<string, number>();
  /** Keys whose counts are not yet shared with the other nodes. */
  readonly #changed = new Set<string>();
  #sharedAllAt = performance.now();
  #sharing: Promise<void> | null = null;

  constructor(o: { limits: LiveLimits; shared: NodeCounts; log: LiveLogger }) {
    this.#limits = o.limits;
    this.#shared = o.shared;
    this.#log = o.log;
  }

  /** A slot, or the cap that is reached. */
  async take(holders: Holders): Promise<SocketSlot | { full: Kind }> {
    const held = this.#held(holders);
    for (const { key } of held) this.#counts.set(key, this.#own(key) + 1);
    const slot = this.#slotOf(held.map(({ key }) => key));
    const own = fullOf(
      held,
      held.map(({ key }) => this.#own(key)),
    );
    if (own) return this.#full(slot, own);
    try {
      const others = await this.#shared.exchange(
        held.map(({ key }) => this.#share(key)),
        TTL_MS,
      );
      const over = fullOf(
        held,
        held.map(({ key }, i) => this.#own(key) + (others[i] ?? 0)),
      );
      if (over) return this.#full(slot, over);
    } catch (error) {
      // Not retried: this node's own caps apply meanwhile, and the counts are shared again within a second.
      for (const { key } of held) this.#changed.add(key);
      this.#log.warn({ err: error }, 'sockets of other nodes not counted');
    }
    return slot;
  }

  /** Once a second: shares changed counts, and every REFRESH_MS all of them, so that they do not expire. */
  tick(): Promise<void> {
    this.#sharing ??= this.#shareChanged().finally(() => (this.#sharing = null));
    return this.#sharing;
  }

  /** The node stops and its sockets are closed: the others stop counting them at once, not when the counts expire. */
  async stop(): Promise<void> {
    await this.#sharing;
    await this.tick();
  }

  async #shareChanged(): Promise<void> {
    const all = performance.now() - this.#sharedAllAt > REFRESH_MS;
    const keys = all ? [...this.#counts.keys(), ...this.#changed] : [...this.#changed];
    if (all) this.#sharedAllAt = performance.now();
    this.#changed.clear();
    if (keys.length === 0) return;
    try {
      await this.#shared.exchange(
        [...new Set(keys)].map((key) => this.#share(key)),
        TTL_MS,
      );
    } catch {
      // Redis is unavailable: shared again at the next tick.
      for (const key of keys) this.#changed.add(key);
    }
  }

  #held({ session, person, address }: Holders): Held[] {
    const { socketsPerSession, socketsPerPerson, socketsPerAddress } = this.#limits;
    const ofAddress = person === null ? Math.ceil(socketsPerAddress * VISITORS_SHARE) : socketsPerAddress;
    const held: Held[] = [{ kind: 'address', key: `sockets:address:${address}`, cap: ofAddress }];
    if (session !== null)
      held.push({ kind: 'session', key: `sockets:session:${session}`, cap: socketsPerSession });
    if (person !== null)
      held.push({ kind: 'person', key: `sockets:person:${person}`, cap: socketsPerPerson });
    return held;
  }

  #own(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  #share(key: string): NodeCount {
    return { key, value: this.#own(key) };
  }

  #slotOf(keys: readonly string[]): SocketSlot {
    let taken = true;
    return {
      release: () => {
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

  #full(slot: SocketSlot, kind: Kind): { full: Kind } {
    slot.release();
    return { full: kind };
  }
}

/** The cap that is exceeded by these counts, of each of these in turn. */
function fullOf(held: readonly Held[], counts: readonly number[]): Kind | null {
  const isOneself = held.some(({ kind }, i) => kind === 'person' && counts[i]! <= SOCKETS_OF_ONESELF);
  const full = held.find(({ kind, cap }, i) => counts[i]! > cap && !(isOneself && kind === 'address'));
  return full?.kind ?? null;
}
