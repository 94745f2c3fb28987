import { randomUUID } from 'node:crypto';
import { signInOverHttp } from '#server/identity/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { AuctionClient, type AuctionRoom } from '#shared/realtime/client/auction-client.ts';
import { NoAnswer } from '#shared/realtime/client/no-answer.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { ROOM_EVENTS, type RoomCounts } from '#shared/realtime/room.ts';
import { randomOf } from '../pictures/random.ts';
import type { DemoBot } from '../people.ts';
import { buyUnit } from './buy-unit.ts';
import { joinPractice, openSocket, payForLots } from './bot-connection.ts';
import { nextMove, pauseMs } from './bidding-style.ts';

export interface BotOptions {
  publicUrl: string;
  identityUrl: string;
  password: string;
  logger: Logger;
  /** How many watch a room, bots included. */
  viewers(lotId: number, viewers: number): void;
  /** The newest code on a phone; null: none. */
  codeOn(phone: string): Promise<string | null>;
  /** When a visitor woke the demo from its rest; null: it has not rested. */
  wokenAtMs(): number | null;
}

interface BotRoom {
  practice: boolean;
  /** null: not connected. */
  room: AuctionRoom | null;
  running: boolean;
  timer: NodeJS.Timeout | undefined;
}

const SIGN_IN_AGAIN_MS = 5_000;
/** A room just entered or just opened is looked at within about this long. */
const FIRST_LOOK_MS = 9_000;
/** Longer rooms are not hurried when a visitor comes. */
const LONGEST_MS = 6 * 3_600_000;

/** One ordinary account on the public socket. It joins the rooms it is sent to and bids by its style. */
export class Bot {
  readonly #who: DemoBot & { personId: string };
  readonly #options: BotOptions;
  readonly #rooms = new Map<number, BotRoom>();
  readonly #random = randomOf(`bot:${randomUUID()}`);
  #client: AuctionClient | null = null;
  #cookie = '';
  #stopped = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(who: DemoBot & { personId: string }, options: BotOptions) {
    this.#who = who;
    this.#options = options;
  }

  /** Signs in and connects; keeps trying while the platform is still starting. */
  async start(): Promise<void> {
    if (this.#stopped) return;
    try {
      const { publicUrl, identityUrl, password } = this.#options;
      this.#cookie = await signInOverHttp({
        publicUrl,
        identityUrl,
        login: this.#who.person.phone,
        password,
      });
      if (!this.#stopped) this.#connect();
    } catch (error) {
      // Retried: the sites may still be starting, or busy with other sign-ins.
      this.#options.logger.debug({ err: error }, 'bot not signed in yet');
      this.#startLater(SIGN_IN_AGAIN_MS * (0.5 + this.#random()));
    }
  }

  /** Sends the bot to exactly these rooms; `practice` ones it asks to be admitted to. */
  enterOnly(rooms: readonly { lotId: number; practice: boolean }[]): void {
    const wanted = new Set(rooms.map(({ lotId }) => lotId));
    for (const lotId of this.#rooms.keys()) if (!wanted.has(lotId)) this.#leave(lotId);
    for (const { lotId, practice } of rooms) {
      const room = this.#rooms.get(lotId);
      if (room) {
        room.practice = practice;
        continue;
      }
      const entered: BotRoom = { practice, room: null, running: false, timer: undefined };
      this.#rooms.set(lotId, entered);
      this.#enter(lotId, entered);
    }
  }

  /** The demo was woken: every room is looked at within seconds. */
  wake(): void {
    for (const [lotId, room] of this.#rooms) this.#scheduleLook(lotId, room, this.#firstLookMs());
  }

  /** Pays for what it has won. */
  async pay(): Promise<void> {
    if (this.#stopped || this.#cookie === '') return;
    try {
      await payForLots(this.#options.publicUrl, this.#cookie);
    } catch (error) {
      // Tried again in some minutes, long before the deadline.
      this.#options.logger.debug({ err: error }, 'bot has not paid yet');
    }
  }

  /** Buys a unit of a lot at a fixed price. */
  async buy(lotId: number): Promise<void> {
    if (this.#stopped || this.#cookie === '') return;
    const { publicUrl, logger, codeOn } = this.#options;
    try {
      const came = await buyUnit(publicUrl, this.#cookie, lotId, () => codeOn(this.#who.person.phone));
      if (came !== 'bought') logger.debug({ lotId, came }, 'bot has not bought a unit');
    } catch (error) {
      // Not repeated: what is reserved ends by itself, and another unit is bought later.
      logger.debug({ err: error, lotId }, 'bot has not bought a unit');
    }
  }

  get connected(): boolean {
    return this.#client?.online ?? false;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    for (const lotId of Array.from(this.#rooms.keys())) this.#leave(lotId);
    this.#client?.close();
  }

  #connect(): void {
    const client = new AuctionClient(openSocket(this.#options.publicUrl, this.#cookie));
    this.#client = client;
    for (const [lotId, room] of this.#rooms) this.#enter(lotId, room);
    client.on<RoomCounts>(ROOM_EVENTS.counts, ({ lotId, viewers }) => this.#options.viewers(lotId, viewers));
    client.on(ROOM_EVENTS.sessionExpired, () => this.#signInAgain());
  }

  #signInAgain(): void {
    if (this.#stopped || this.#retry) return;
    this.#client?.close();
    this.#client = null;
    this.#startLater(SIGN_IN_AGAIN_MS);
  }

  #startLater(ms: number): void {
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      void this.start();
    }, ms);
  }

  #enter(lotId: number, room: BotRoom): void {
    room.room =
      this.#client?.enter(lotId, {
        onEntered: ({ me }) => {
          if (me.notBiddingBecause === 'not-signed-in') this.#signInAgain();
          else this.#scheduleLook(lotId, room, this.#firstLookMs());
        },
        onChange: ({ head }) => {
          const opened = head.phase === 'running' && !room.running;
          room.running = head.phase === 'running';
          if (opened) this.#scheduleLook(lotId, room, this.#firstLookMs());
        },
      }) ?? null;
  }

  #firstLookMs(): number {
    return FIRST_LOOK_MS * (0.2 + this.#random());
  }

  async #admitToPractice(lotId: number): Promise<void> {
    try {
      await joinPractice(this.#options.publicUrl, this.#cookie, lotId);
    } catch (error) {
      // Not admitted this time: it watches, and retries in the next round.
      this.#options.logger.debug({ err: error, lotId }, 'bot not admitted to practice');
    }
  }

  #scheduleLook(lotId: number, room: BotRoom, inMs?: number): void {
    clearTimeout(room.timer);
    const state = room.room?.state;
    if (!state || this.#rooms.get(lotId) !== room || state.head.phase === 'closed') return;
    const waitMs = inMs ?? pauseMs(this.#who.style, state, Date.now(), this.#random, this.#guestSince(state));
    room.timer = setTimeout(() => void this.#look(lotId, room), waitMs);
  }

  async #look(lotId: number, room: BotRoom): Promise<void> {
    const state = room.room?.state;
    if (room.room && state && this.connected) {
      if (room.practice && state.me.notBiddingBecause === 'not-admitted') await this.#admitToPractice(lotId);
      else await this.#bid(room.room, state);
    }
    this.#scheduleLook(lotId, room);
  }

  async #bid(room: AuctionRoom, state: RoomState): Promise<void> {
    const { style, personId } = this.#who;
    const move = nextMove(style, personId, state, Date.now(), this.#random, this.#guestSince(state));
    try {
      if (move.kind === 'offer') await room.offer(move.amountTiyin);
      else if (move.kind === 'auto') await room.setAuto(move.maximumTiyin);
    } catch (error) {
      // The bot signed in again meanwhile, and looks at the room as it is then.
      if (!(error instanceof NoAnswer)) throw error;
    }
  }

  /** Rooms that began without visitors continue like short ones; rooms that last days do not speed up. */
  #guestSince({ opensAtMs, closesAtMs }: RoomState): number | null {
    const wokenAtMs = this.#options.wokenAtMs();
    const restful = wokenAtMs !== null && opensAtMs < wokenAtMs && closesAtMs - opensAtMs <= LONGEST_MS;
    return restful ? wokenAtMs : null;
  }

  #leave(lotId: number): void {
    const left = this.#rooms.get(lotId);
    clearTimeout(left?.timer);
    this.#rooms.delete(lotId);
    left?.room?.leave();
  }
}
