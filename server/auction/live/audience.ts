import {
  deliver,
  deliverVolatile,
  encodeBroadcast,
  type RealtimeSocket,
} from '#server/platform/realtime/index.ts';

/** One packet to one socket blocks the event loop for about 10 µs: this many are sent before yielding. */
const SLICE = 250;

/** This node's sockets in one lot's room, in the order they entered; broadcasts send to them slice by slice. */
export class Audience {
  readonly lotId: number;
  readonly #sockets = new Set<RealtimeSocket>();
  readonly #byPerson = new Map<string, Set<RealtimeSocket>>();
  /** Number of visitors' sockets by address: all sockets of one address count as one viewer. */
  readonly #guests = new Map<string, number>();
  #sending: Promise<void> | null = null;
  #changes = 0;

  constructor(lotId: number) {
    this.lotId = lotId;
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Grows with each entrance and exit. */
  get changes(): number {
    return this.#changes;
  }

  has(socket: RealtimeSocket): boolean {
    return this.#sockets.has(socket);
  }

  /** Persons and visitors' addresses, each once. */
  get viewers(): number {
    return this.#byPerson.size + this.#guests.size;
  }

  guests(): IterableIterator<string> {
    return this.#guests.keys();
  }

  persons(): IterableIterator<string> {
    return this.#byPerson.keys();
  }

  socketsOf(person: string): Iterable<RealtimeSocket> {
    return this.#byPerson.get(person) ?? [];
  }

  enter(socket: RealtimeSocket, person: string | null, address: string): void {
    if (this.#sockets.has(socket)) return;
    this.#sockets.add(socket);
    this.#changes += 1;
    if (person === null) {
      this.#guests.set(address, (this.#guests.get(address) ?? 0) + 1);
      return;
    }
    const sockets = this.#byPerson.get(person) ?? new Set();
    this.#byPerson.set(person, sockets.add(socket));
  }

  leave(socket: RealtimeSocket, person: string | null, address: string): void {
    if (!this.#sockets.delete(socket)) return;
    this.#changes += 1;
    if (person === null) {
      const left = (this.#guests.get(address) ?? 0) - 1;
      if (left > 0) this.#guests.set(address, left);
      else this.#guests.delete(address);
      return;
    }
    const sockets = this.#byPerson.get(person);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#byPerson.delete(person);
  }

  /** Sends to everyone, in the order of the calls; encoded once. Resolves when all slices have been sent. */
  send(event: string, payload: unknown): Promise<void> {
    if (this.#sockets.size <= SLICE && this.#sending === null) {
      const frame = encodeBroadcast(event, payload);
      for (const socket of this.#sockets) deliver(socket, frame);
      return DONE;
    }
    const sending: Promise<void> = (this.#sending ?? DONE)
      .then(() => this.#sendSliced(deliver, event, payload))
      .finally(() => {
        if (this.#sending === sending) this.#sending = null;
      });
    this.#sending = sending;
    return sending;
  }

  /** Like send, but skips sockets that are not writable, never queues, and is not ordered relative to `send`. */
  sendVolatile(event: string, payload: unknown): Promise<void> {
    return this.#sendSliced(deliverVolatile, event, payload);
  }

  /** A socket that enters during the iteration is included, one that has left is not. */
  async #sendSliced(write: typeof deliver, event: string, payload: unknown): Promise<void> {
    const frame = encodeBroadcast(event, payload);
    let sent = 0;
    for (const socket of this.#sockets) {
      write(socket, frame);
      sent += 1;
      if (sent % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

const DONE = Promise.resolve();

/** All rooms on this node that have sockets. */
export class Audiences {
  readonly #byLot = new Map<number, Audience>();
  readonly #lotsOf = new Map<RealtimeSocket, Set<number>>();

  of(lotId: number): Audience | undefined {
    return this.#byLot.get(lotId);
  }

  all(): IterableIterator<Audience> {
    return this.#byLot.values();
  }

  roomsOf(socket: RealtimeSocket): ReadonlySet<number> {
    return this.#lotsOf.get(socket) ?? new Set();
  }

  enter(socket: RealtimeSocket, lotId: number, person: string | null, address: string): void {
    let audience = this.#byLot.get(lotId);
    if (!audience) this.#byLot.set(lotId, (audience = new Audience(lotId)));
    audience.enter(socket, person, address);
    const lots = this.#lotsOf.get(socket) ?? new Set();
    this.#lotsOf.set(socket, lots.add(lotId));
  }

  leave(socket: RealtimeSocket, lotId: number, person: string | null, address: string): void {
    const audience = this.#byLot.get(lotId);
    audience?.leave(socket, person, address);
    if (audience?.size === 0) this.#byLot.delete(lotId);
    this.#lotsOf.get(socket)?.delete(lotId);
  }

  leaveAll(socket: RealtimeSocket, person: string | null, address: string): void {
    for (const lotId of this.#lotsOf.get(socket) ?? []) this.leave(socket, lotId, person, address);
    this.#lotsOf.delete(socket);
  }
}
