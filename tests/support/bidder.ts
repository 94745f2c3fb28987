import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { applyUpdate, followUpdate } from '#shared/realtime/follow.ts';
import {
  ROOM_EVENTS,
  type BidAck,
  type BidAnswer,
  type JoinAnswer,
  type RoomHeartbeat,
  type RoomPersonal,
  type RoomSnapshot,
  type RoomUpdate,
} from '#shared/realtime/room.ts';

export interface BidderOptions {
  /** Headers of the handshake: session cookie, or what the test's authenticate reads. */
  headers?: Record<string, string>;
  origin?: string | null;
  transports?: ('websocket' | 'polling')[];
  /** Come back by itself after a lost connection. */
  reconnection?: boolean;
}

export interface Received {
  event: string;
  payload: any;
  at: number;
}

/** How long offers of a test are made anew while bids are held. */
const HELD_MS = 5_000;

/** A person's socket in a test: keeps what it was sent, and a room's view as a page would. */
export class Bidder {
  readonly socket: Socket;
  readonly received: Received[] = [];
  /** Rooms joined, as this client sees them. */
  readonly rooms = new Map<number, RoomSnapshot>();
  /** Gaps met and healed. */
  gaps = 0;
  #watchers: ((message: Received) => void)[] = [];

  constructor(url: string, options: BidderOptions = {}) {
    const origin = options.origin === undefined ? new URL(url).origin : options.origin;
    this.socket = io(url, {
      transports: options.transports ?? ['websocket'],
      reconnection: options.reconnection ?? false,
      reconnectionDelay: 50,
      reconnectionDelayMax: 300,
      forceNew: true,
      extraHeaders: { ...options.headers, ...(origin !== null && { origin }) },
    });
    this.socket.onAny((event: string, payload: unknown) => this.#receive(event, payload));
  }

  /** Resolves when connected; rejects with what the server said. */
  static connect(url: string, options: BidderOptions = {}): Promise<Bidder> {
    const bidder = new Bidder(url, options);
    return new Promise((resolve, reject) => {
      const refuse = (error: Error) => {
        bidder.close();
        reject(error);
      };
      // A server killed between the handshake and its welcome says neither yes nor no.
      const cut = (reason: string) => refuse(new Error(`cut off before it was connected: ${reason}`));
      bidder.socket.once('connect_error', refuse);
      if (!options.reconnection) bidder.socket.once('disconnect', cut);
      bidder.socket.once('connect', () => {
        bidder.socket.off('connect_error', refuse);
        bidder.socket.off('disconnect', cut);
        resolve(bidder);
      });
    });
  }

  /** Sends any event with any payload and waits for its acknowledgement. */
  request<Answer = any>(event: string, ...payload: unknown[]): Promise<Answer> {
    return this.socket.timeout(10_000).emitWithAck(event, ...payload) as Promise<Answer>;
  }

  async join(lotId: number, after?: { epoch: number; seq: number }): Promise<JoinAnswer> {
    const answer = await this.request<JoinAnswer>(ROOM_EVENTS.join, after ? { lotId, after } : { lotId });
    this.#joined(lotId, answer);
    return answer;
  }

  async enter(lotId: number): Promise<RoomSnapshot> {
    const answer = await this.join(lotId);
    if (!answer.ok || !('snapshot' in answer)) throw new Error(`not let in: ${JSON.stringify(answer)}`);
    return answer.snapshot;
  }

  /**
   * An offer. A busy machine may hold bids for a moment: unless the id is given (its answer is final), a new offer is
   * made then, as a person on the room's page would.
   */
  place(
    lotId: number,
    amountTiyin: number,
    more: { bidId?: string; sentEpoch?: number; confirmed?: boolean } = {},
  ): Promise<BidAck> {
    return this.#patiently(ROOM_EVENTS.place, { lotId, amountTiyin, ...more }, more.bidId);
  }

  setAuto(lotId: number, maximumTiyin: number, bidId?: string): Promise<BidAck> {
    return this.#patiently(ROOM_EVENTS.setAuto, { lotId, maximumTiyin }, bidId);
  }

  clearAuto(lotId: number, bidId?: string): Promise<BidAck> {
    return this.#patiently(ROOM_EVENTS.clearAuto, { lotId }, bidId);
  }

  async #patiently(event: string, payload: object, bidId?: string): Promise<BidAck> {
    const until = performance.now() + HELD_MS;
    for (;;) {
      const answer = await this.request<BidAck>(event, { ...payload, bidId: bidId ?? randomUUID() });
      const held = 'verdict' in answer && answer.verdict === 'refused' && answer.reason === 'held';
      if (!held || bidId !== undefined || performance.now() > until) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  find(lotId: number, bidId: string, sentEpoch?: number): Promise<BidAck> {
    return this.request(ROOM_EVENTS.find, { lotId, bidId, ...(sentEpoch !== undefined && { sentEpoch }) });
  }

  view(lotId: number): RoomSnapshot {
    const room = this.rooms.get(lotId);
    if (!room) throw new Error(`lot ${lotId} was not joined`);
    return room;
  }

  /** The first message, past or future, that fits. */
  message(event: string, fits: (payload: any) => boolean = () => true, limitMs = 10_000): Promise<any> {
    const known = this.received.find((message) => message.event === event && fits(message.payload));
    if (known) return Promise.resolve(known.payload);
    return new Promise((resolve, reject) => {
      const watcher = (message: Received) => {
        if (message.event !== event || !fits(message.payload)) return;
        clearTimeout(limit);
        this.#watchers = this.#watchers.filter((other) => other !== watcher);
        resolve(message.payload);
      };
      const limit = setTimeout(() => reject(new Error(`no fitting ${event} within ${limitMs} ms`)), limitMs);
      this.#watchers.push(watcher);
    });
  }

  personal(kind: RoomPersonal['kind']): Promise<RoomPersonal> {
    return this.message(ROOM_EVENTS.personal, (message: RoomPersonal) => message.kind === kind);
  }

  /** Resolves when this client's view of the room has reached a sequence. */
  async reaches(lotId: number, seq: number, limitMs = 10_000): Promise<RoomSnapshot> {
    const until = performance.now() + limitMs;
    while (this.view(lotId).head.seq < seq) {
      if (performance.now() > until)
        throw new Error(`view stays at ${this.view(lotId).head.seq}, not ${seq}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this.view(lotId);
  }

  disconnected(limitMs = 10_000): Promise<string> {
    if (!this.socket.connected) return Promise.resolve('already');
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error('still connected')), limitMs);
      this.socket.once('disconnect', (reason) => {
        clearTimeout(limit);
        resolve(reason);
      });
    });
  }

  close(): void {
    this.socket.disconnect();
  }

  #receive(event: string, payload: any): void {
    const message = { event, payload, at: performance.now() };
    this.received.push(message);
    if (event === ROOM_EVENTS.update) this.#update(payload as RoomUpdate);
    if (event === ROOM_EVENTS.heartbeat) this.#heartbeat(payload as RoomHeartbeat);
    if (event === ROOM_EVENTS.personal) {
      const room = this.rooms.get((payload as RoomPersonal).lotId);
      if (room) this.rooms.set(room.head.lotId, { ...room, me: (payload as RoomPersonal).me });
    }
    for (const watcher of [...this.#watchers]) watcher(message);
  }

  #update(update: RoomUpdate): void {
    const room = this.rooms.get(update.head.lotId);
    if (!room) return;
    const next = followUpdate(room.head.seq, { prevSeq: update.prevSeq, seq: update.head.seq });
    if (next === 'apply') this.rooms.set(update.head.lotId, applyUpdate(room, update));
    if (next === 'gap') this.#heal(room);
  }

  #heartbeat(beat: RoomHeartbeat): void {
    const room = this.rooms.get(beat.lotId);
    if (room && beat.seq > room.head.seq) this.#heal(room);
  }

  #heal(room: RoomSnapshot): void {
    this.gaps += 1;
    const { lotId, epoch, seq } = room.head;
    void this.request<JoinAnswer>(ROOM_EVENTS.catchUp, { lotId, epoch, afterSeq: seq }).then(
      (answer) => this.#joined(lotId, answer),
      () => undefined, // the connection is gone: the test joins again
    );
  }

  #joined(lotId: number, answer: JoinAnswer): void {
    if (!answer.ok) return;
    if ('snapshot' in answer) {
      const known = this.rooms.get(lotId);
      if (!known || known.head.seq <= answer.snapshot.head.seq) this.rooms.set(lotId, answer.snapshot);
      return;
    }
    const room = this.rooms.get(lotId);
    if (room) this.rooms.set(lotId, { ...applyUpdate(room, answer.updates), me: answer.me });
  }
}

/** The answer as an accepted or refused one, or a test failure that shows what came instead. */
export function accepted(answer: BidAck): Extract<BidAnswer, { verdict: 'accepted' }> {
  if ('verdict' in answer && answer.verdict === 'accepted') return answer;
  throw new Error(`expected accepted, got ${JSON.stringify(answer)}`);
}

export function refused(answer: BidAck): Extract<BidAnswer, { verdict: 'refused' }> {
  if ('verdict' in answer && answer.verdict === 'refused') return answer;
  throw new Error(`expected refused, got ${JSON.stringify(answer)}`);
}
