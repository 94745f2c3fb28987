import type { LiveLimits } from './live-options.ts';
import type { LiveSocket } from './live-socket.ts';

/** Look-ups saved up at most, in seconds of the rate: two full lists of cards at once. */
const BURST_S = 4;
/** Cards of a full list: however low the rate is set, one list can be looked up. */
const FULL_LIST = 60;

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * How many lots that are not in memory a socket, and all sockets of an address together, may have looked up in
 * PostgreSQL. Lots in memory, and ids just found unknown, cost nothing.
 */
export class LookupBudgets {
  readonly #limits: Pick<LiveLimits, 'lookupsPerSecond' | 'addressLookupsPerSecond'>;
  readonly #sockets = new WeakMap<LiveSocket, Bucket>();
  readonly #addresses = new Map<string, Bucket>();

  readonly #refused: () => void;

  constructor(limits: Pick<LiveLimits, 'lookupsPerSecond' | 'addressLookupsPerSecond'>, refused: () => void) {
    this.#limits = limits;
    this.#refused = refused;
  }

  /** Whether this many lots may be looked up now; all of them or none. */
  spend(socket: LiveSocket, address: string, lookups: number, now: number): boolean {
    if (lookups === 0) return true;
    const { lookupsPerSecond, addressLookupsPerSecond } = this.#limits;
    const own = this.#sockets.get(socket) ?? full(lookupsPerSecond, now);
    this.#sockets.set(socket, own);
    const all = this.#addresses.get(address) ?? full(addressLookupsPerSecond, now);
    this.#addresses.set(address, all);
    fill(own, lookupsPerSecond, now);
    fill(all, addressLookupsPerSecond, now);
    if (own.tokens < lookups || all.tokens < lookups) {
      this.#refused();
      return false;
    }
    own.tokens -= lookups;
    all.tokens -= lookups;
    return true;
  }

  /** Once a second: removes addresses whose budget is full again. */
  tick(now: number): void {
    const perSecond = this.#limits.addressLookupsPerSecond;
    for (const [address, { filledAt }] of this.#addresses)
      if (((now - filledAt) / 1000) * perSecond >= most(perSecond)) this.#addresses.delete(address);
  }
}

const most = (perSecond: number): number => Math.max(FULL_LIST, perSecond * BURST_S);

const full = (perSecond: number, now: number): Bucket => ({ tokens: most(perSecond), filledAt: now });

function fill(bucket: Bucket, perSecond: number, now: number): void {
  const seconds = (now - bucket.filledAt) / 1000;
  // With an infinite rate, zero times infinity would be NaN.
  if (seconds <= 0) return;
  bucket.tokens = Math.min(most(perSecond), bucket.tokens + seconds * perSecond);
  bucket.filledAt = now;
}
