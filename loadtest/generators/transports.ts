import { io, type Socket } from 'socket.io-client';
import type { BidAck, JoinAnswer } from '../../shared/realtime/room-answers.ts';
import {
  ROOM_EVENTS,
  type PublicPrice,
  type RoomSnapshot,
  type RoomUpdate,
} from '../../shared/realtime/room.ts';
import { wordOf, type Outcome } from '../lib/bots.ts';
import { Ladder } from '../lib/mix.ts';
import { serveTasks } from '../lib/worker.ts';

/** How a client reaches its room. */
export type Way = 'polling' | 'websocket' | 'http';

export interface TransportFigures {
  outcomes: Outcome[];
  /** From the scheduled instant of a bid to its answer, ms. */
  answersMs: number[];
  /** From the instant of a price to when somebody else had it, ms. */
  seenMs: number[];
  /** Clients that were in their room all the time. */
  stayed: number;
}

/** A page that gets no socket reads its room this often. */
const HTTP_READ_MS = 2_000;
/** A client that is not in its room by then is left out. */
const ENTER_MS = 10_000;
const ANSWER_MS = 10_000;

const lotOfClients = { id: 0, ladder: new Ladder(100, () => 0) };
let seenMs: number[] = [];

/** Follows what a client is shown: how old each price of others is, and what may be offered next. */
class Sight {
  #seq = 0;

  take({ head, prices }: Pick<RoomSnapshot, 'head' | 'prices'>, isFirst = false): void {
    const now = Date.now();
    for (const price of prices) if (price.seq > this.#seq && !isFirst) this.#note(price, now);
    this.#seq = Math.max(this.#seq, head.seq);
    lotOfClients.ladder.learn(lotOfClients.id, head);
  }

  #note({ mine, atMs }: PublicPrice, now: number): void {
    if (!mine) seenMs.push(now - atMs);
  }
}

interface Client {
  /** How often it lost its room. */
  readonly losses: number;
  /** Whether it got into its room in time. */
  enter(): Promise<boolean>;
  bid(bidId: string, amountTiyin: number): Promise<BidAck>;
  leave(): void;
}

interface Address {
  url: string;
  cookie: string;
}

class SocketClient implements Client {
  losses = 0;
  readonly #socket: Socket;
  readonly #sight = new Sight();

  constructor({ url, cookie }: Address, transport: 'polling' | 'websocket') {
    this.#socket = io(url, {
      transports: [transport],
      forceNew: true,
      autoConnect: false,
      reconnectionDelay: 200,
      reconnectionDelayMax: 1_000,
      extraHeaders: { origin: url, cookie },
    });
  }

  async enter(): Promise<boolean> {
    const socket = this.#socket;
    socket.on(ROOM_EVENTS.update, (update: RoomUpdate) => this.#sight.take(update));
    const entered = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), ENTER_MS);
      // Each connection joins again, as a page does.
      socket.on('connect', () =>
        this.#join().then(
          () => {
            clearTimeout(timer);
            resolve(true);
          },
          // The connection was lost meanwhile: the next one joins.
          () => undefined,
        ),
      );
    });
    socket.on('disconnect', () => (this.losses += 1));
    socket.connect();
    return entered;
  }

  async #join(): Promise<void> {
    const asked = this.#socket.timeout(ANSWER_MS).emitWithAck(ROOM_EVENTS.join, { lotId: lotOfClients.id });
    const answer = (await asked) as JoinAnswer;
    if (!answer.ok) throw new Error(answer.error.code);
    if ('snapshot' in answer) this.#sight.take(answer.snapshot, true);
  }

  async bid(bidId: string, amountTiyin: number): Promise<BidAck> {
    const command = { lotId: lotOfClients.id, bidId, amountTiyin, confirmed: true };
    return (await this.#socket.timeout(ANSWER_MS).emitWithAck(ROOM_EVENTS.place, command)) as BidAck;
  }

  leave(): void {
    this.#socket.disconnect();
  }
}

class HttpClient implements Client {
  losses = 0;
  readonly #address: Address;
  readonly #sight = new Sight();
  #timer: NodeJS.Timeout | undefined;
  #left = false;

  constructor(address: Address) {
    this.#address = address;
  }

  async enter(): Promise<boolean> {
    const isIn = await this.#read(true);
    // Pages were not opened in the same instant.
    this.#timer = setTimeout(() => void this.#poll(), Math.random() * HTTP_READ_MS);
    return isIn;
  }

  async #poll(): Promise<void> {
    await this.#read(false);
    if (!this.#left) this.#timer = setTimeout(() => void this.#poll(), HTTP_READ_MS);
  }

  async #read(isFirst: boolean): Promise<boolean> {
    const answer = await this.#call(`lot-game-info/${lotOfClients.id}`);
    if (!answer.ok) {
      this.losses += 1;
      return false;
    }
    const { snapshot } = (await answer.json()) as { snapshot: RoomSnapshot };
    this.#sight.take(snapshot, isFirst);
    return snapshot.me.number !== null;
  }

  async bid(bidId: string, amountTiyin: number): Promise<BidAck> {
    const command = { lotId: lotOfClients.id, bidId, amountTiyin, confirmed: true };
    return (await (await this.#call('place', command)).json()) as BidAck;
  }

  #call(path: string, body?: object): Promise<Response> {
    const { url, cookie } = this.#address;
    return fetch(`${url}/api/shop/game-view/${path}`, {
      headers: { cookie, 'x-savdo': '1', ...(body && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  }

  leave(): void {
    this.#left = true;
    clearTimeout(this.#timer);
  }
}

let inside: Client[] = [];
let bids = 0;

serveTasks({
  /** Everybody goes to the room; returns how many got in. */
  async enter(o: { url: string; way: Way; cookies: string[]; lotId: number }): Promise<number> {
    lotOfClients.id = o.lotId;
    const { way } = o;
    const clients = o.cookies.map((cookie) =>
      way === 'http' ? new HttpClient({ url: o.url, cookie }) : new SocketClient({ url: o.url, cookie }, way),
    );
    const entered = await Promise.all(clients.map((client) => client.enter()));
    inside = clients.filter((_, at) => entered[at]);
    for (const [at, client] of clients.entries()) if (!entered[at]) client.leave();
    return inside.length;
  },

  /** An offer each `everyMs` by one client after the other. */
  async run(o: { milliseconds: number; everyMs: number }): Promise<TransportFigures> {
    seenMs = [];
    const figures: TransportFigures = { outcomes: [], answersMs: [], seenMs, stayed: 0 };
    const before = inside.map(({ losses }) => losses);
    const startedAt = performance.now();
    const offers: Promise<void>[] = [];
    for (let dueAt = startedAt; dueAt < startedAt + o.milliseconds; dueAt += o.everyMs) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())));
      bids += 1;
      const client = inside[bids % inside.length] as Client;
      offers.push(offer(client, `way-${process.pid}-${bids}`, dueAt, figures));
    }
    figures.stayed = inside.filter(({ losses }, at) => losses === before[at]).length;
    await Promise.all(offers);
    return figures;
  },

  leave(): void {
    for (const client of inside) client.leave();
    inside = [];
  },
});

async function offer(client: Client, bidId: string, dueAt: number, figures: TransportFigures): Promise<void> {
  const lotId = lotOfClients.id;
  const amountTiyin = lotOfClients.ladder.next(lotId);
  const answer = await client.bid(bidId, amountTiyin).catch(() => null);
  const latencyMs = performance.now() - dueAt;
  const { word, seq } = answer ? wordOf(answer) : { word: 'no-answer', seq: 0 };
  if (answer) figures.answersMs.push(latencyMs);
  figures.outcomes.push({ lotId, bidId, amountTiyin, word, seq, latencyMs });
}
