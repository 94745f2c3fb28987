import type { RealtimeServer, RealtimeSocket } from '#server/platform/realtime/index.ts';

/** One packet to one socket blocks the event loop for about 5 µs: this many are sent before others get a turn. */
const SLICE = 250;

interface Slice {
  name: string;
  size: number;
}

/** The sockets of this node in one lot's room, in slices that broadcasts walk one by one. */
export class Audience {
  readonly lotId: number;
  readonly #io: RealtimeServer;
  readonly #slices: Slice[] = [];
  readonly #sliceOf = new Map<RealtimeSocket, Slice>();
  readonly #byPerson = new Map<string, Set<RealtimeSocket>>();
  #sending: Promise<void> | null = null;

  constructor(io: RealtimeServer, lotId: number) {
    this.#io = io;
    this.lotId = lotId;
  }

  get size(): number {
    return this.#sliceOf.size;
  }

  has(socket: RealtimeSocket): boolean {
    return this.#sliceOf.has(socket);
  }

  persons(): IterableIterator<string> {
    return this.#byPerson.keys();
  }

  socketsOf(person: string): Iterable<RealtimeSocket> {
    return this.#byPerson.get(person) ?? [];
  }

  enter(socket: RealtimeSocket, person: string | null): void {
    if (this.#sliceOf.has(socket)) return;
    let slice = this.#slices.find(({ size }) => size < SLICE);
    if (!slice) {
      slice = { name: `lot:${this.lotId}:${this.#slices.length}`, size: 0 };
      this.#slices.push(slice);
    }
    slice.size += 1;
    this.#sliceOf.set(socket, slice);
    // The in-memory adapter joins at once: from here on the socket gets what is sent to the slice.
    void socket.join(slice.name);
    if (person === null) return;
    const sockets = this.#byPerson.get(person) ?? new Set();
    this.#byPerson.set(person, sockets.add(socket));
  }

  leave(socket: RealtimeSocket, person: string | null): void {
    const slice = this.#sliceOf.get(socket);
    if (!slice) return;
    this.#sliceOf.delete(socket);
    slice.size -= 1;
    void socket.leave(slice.name);
    if (person === null) return;
    const sockets = this.#byPerson.get(person);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#byPerson.delete(person);
  }

  /** Sends to everyone, in the order of the calls; encoded once per slice. Resolves when all slices have been served. */
  send(event: string, payload: unknown): Promise<void> {
    const sliced = this.#slices.length > 1;
    if (!sliced && this.#sending === null) {
      const only = this.#slices[0];
      if (only && only.size > 0) this.#io.to(only.name).emit(event, payload);
      return DONE;
    }
    const sending: Promise<void> = (this.#sending ?? DONE)
      .then(() => this.#walk(event, payload))
      .finally(() => {
        if (this.#sending === sending) this.#sending = null;
      });
    this.#sending = sending;
    return sending;
  }

  /** Like send, but skipped for sockets that cannot take it at once, and never queued. */
  sendVolatile(event: string, payload: unknown): void {
    for (const slice of this.#slices) {
      if (slice.size > 0) this.#io.to(slice.name).volatile.emit(event, payload);
    }
  }

  async #walk(event: string, payload: unknown): Promise<void> {
    for (const slice of this.#slices) {
      if (slice.size === 0) continue;
      this.#io.to(slice.name).emit(event, payload);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

const DONE = Promise.resolve();

/** All rooms with somebody in them on this node. */
export class Audiences {
  readonly #io: RealtimeServer;
  readonly #byLot = new Map<number, Audience>();
  readonly #lotsOf = new Map<RealtimeSocket, Set<number>>();

  constructor(io: RealtimeServer) {
    this.#io = io;
  }

  of(lotId: number): Audience | undefined {
    return this.#byLot.get(lotId);
  }

  all(): IterableIterator<Audience> {
    return this.#byLot.values();
  }

  roomsOf(socket: RealtimeSocket): ReadonlySet<number> {
    return this.#lotsOf.get(socket) ?? new Set();
  }

  enter(socket: RealtimeSocket, lotId: number, person: string | null): void {
    let audience = this.#byLot.get(lotId);
    if (!audience) this.#byLot.set(lotId, (audience = new Audience(this.#io, lotId)));
    audience.enter(socket, person);
    const lots = this.#lotsOf.get(socket) ?? new Set();
    this.#lotsOf.set(socket, lots.add(lotId));
  }

  leave(socket: RealtimeSocket, lotId: number, person: string | null): void {
    const audience = this.#byLot.get(lotId);
    audience?.leave(socket, person);
    if (audience?.size === 0) this.#byLot.delete(lotId);
    this.#lotsOf.get(socket)?.delete(lotId);
  }

  leaveAll(socket: RealtimeSocket, person: string | null): void {
    for (const lotId of this.#lotsOf.get(socket) ?? []) this.leave(socket, lotId, person);
    this.#lotsOf.delete(socket);
  }
}
