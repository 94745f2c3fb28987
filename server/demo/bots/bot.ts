import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { signInOverHttp } from '#server/identity/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { applyUpdate, followUpdate } from '#shared/realtime/follow-room.ts';
import {
  ROOM_EVENTS,
  type RoomCounts,
  type RoomPersonal,
  type RoomSnapshot,
  type RoomUpdate,
} from '#shared/realtime/room.ts';
import { randomOf } from '../pictures/random.ts';
import type { DemoBot } from '../people.ts';
import { buyUnit } from './buy-unit.ts';
import { ask, joinPractice, openSocket, payForLots } from './bot-connection.ts';
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

interface JoinedRoom {
  practice: boolean;
  snapshot: RoomSnapshot | null;
  timer: NodeJS.Timeout | undefined;
}

type Joined = { ok: true; snapshot?: RoomSnapshot; updates?: RoomUpdate } | { ok: false };

const SIGN_IN_AGAIN_MS = 5_000;
const LOOK_AGAIN_MS = 3_000;
/** A room just entered or just opened is looked at within about this long. */
const FIRST_LOOK_MS = 9_000;
/** Longer rooms are not hurried when a visitor comes. */
const LONGEST_MS = 6 * 3_600_000;

/** One ordinary account on the public socket. It joins the rooms it is sent to and bids by its style. */
export class Bot {
  readonly #who: DemoBot & { personId: string };
  readonly #options: BotOptions;
  readonly #rooms = new Map<number, JoinedRoom>();
  readonly #random = randomOf(`bot:${randomUUID()}`);
  #socket: Socket | null = null;
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
        // Practice wakes up again: the room was entered without asking for admission.
        if (practice && !room.practice) {
          room.practice = true;
          void this.#enter(lotId);
        }
        continue;
      }
      this.#rooms.set(lotId, { practice, snapshot: null, timer: undefined });
      void this.#enter(lotId);
    }
  }

  /** The demo was woken: every room is looked at within seconds. */
  wake(): void {
    for (const [lotId, room] of this.#rooms)
      this.#scheduleLook(lotId, room, FIRST_LOOK_MS * (0.2 + this.#random()));
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
    return this.#socket?.connected ?? false;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    for (const lotId of Array.from(this.#rooms.keys())) this.#leave(lotId);
    this.#socket?.disconnect();
  }

  #connect(): void {
    const socket = openSocket(this.#options.publicUrl, this.#cookie);
    this.#socket = socket;
    socket.on('connect', () => {
      for (const lotId of this.#rooms.keys()) void this.#enter(lotId);
    });
    socket.on(ROOM_EVENTS.update, (update: RoomUpdate) => this.#updated(update));
    socket.on(ROOM_EVENTS.personal, (news: RoomPersonal) => {
      const room = this.#rooms.get(news.lotId);
      if (room?.snapshot) room.snapshot = { ...room.snapshot, me: news.me };
    });
    socket.on(ROOM_EVENTS.counts, ({ lotId, viewers }: RoomCounts) => this.#options.viewers(lotId, viewers));
    socket.on(ROOM_EVENTS.sessionExpired, () => this.#signInAgain());
    socket.on('disconnect', (why) => {
      // The server closes a connection only with its session: the library does not reconnect after that.
      if (why === 'io server disconnect') this.#signInAgain();
    });
  }

  #signInAgain(): void {
    if (this.#stopped || this.#retry) return;
    this.#socket?.disconnect();
    this.#socket = null;
    this.#startLater(SIGN_IN_AGAIN_MS);
  }

  #startLater(ms: number): void {
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      void this.start();
    }, ms);
  }

  async #enter(lotId: number): Promise<void> {
    const socket = this.#socket;
    const room = this.#rooms.get(lotId);
    if (!socket || !room) return;
    if (room.practice) await this.#admitToPractice(lotId);
    const joined = await ask<Joined>(socket, ROOM_EVENTS.join, { lotId });
    if (joined?.ok && joined.snapshot) {
      room.snapshot = joined.snapshot;
      this.#scheduleLook(lotId, room, FIRST_LOOK_MS * (0.2 + this.#random()));
      return;
    }
    // The room may not be open yet: looked at again while the bot belongs here.
    clearTimeout(room.timer);
    if (this.#rooms.get(lotId) === room)
      room.timer = setTimeout(() => void this.#enter(lotId), LOOK_AGAIN_MS);
  }

  async #admitToPractice(lotId: number): Promise<void> {
    try {
      await joinPractice(this.#options.publicUrl, this.#cookie, lotId);
    } catch (error) {
      // Not admitted this time: it watches, and retries in the next round.
      this.#options.logger.debug({ err: error, lotId }, 'bot not admitted to practice');
    }
  }

  #updated(update: RoomUpdate): void {
    const room = this.#rooms.get(update.head.lotId);
    if (!room?.snapshot) return;
    const place = followUpdate(room.snapshot.head.seq, { prevSeq: update.prevSeq, seq: update.head.seq });
    if (place === 'gap') {
      void this.#enter(update.head.lotId);
      return;
    }
    const wasNotRunning = room.snapshot.head.phase !== 'running';
    room.snapshot =
      place === 'apply' ? applyUpdate(room.snapshot, update) : { ...room.snapshot, head: update.head };
    if (wasNotRunning && update.head.phase === 'running')
      this.#scheduleLook(update.head.lotId, room, FIRST_LOOK_MS * (0.2 + this.#random()));
  }

  #scheduleLook(lotId: number, room: JoinedRoom, inMs?: number): void {
    clearTimeout(room.timer);
    if (!room.snapshot || this.#rooms.get(lotId) !== room || room.snapshot.head.phase === 'closed') return;
    const waitMs =
      inMs ??
      pauseMs(this.#who.style, room.snapshot, Date.now(), this.#random, this.#guestSince(room.snapshot));
    room.timer = setTimeout(() => void this.#look(lotId, room), waitMs);
  }

  async #look(lotId: number, room: JoinedRoom): Promise<void> {
    const { snapshot } = room;
    const socket = this.#socket;
    if (snapshot && socket?.connected) {
      const guestSince = this.#guestSince(snapshot);
      const move = nextMove(
        this.#who.style,
        this.#who.personId,
        snapshot,
        Date.now(),
        this.#random,
        guestSince,
      );
      const bidId = randomUUID();
      if (move.kind === 'offer')
        await ask(socket, ROOM_EVENTS.place, { lotId, bidId, amountTiyin: move.amountTiyin });
      else if (move.kind === 'auto')
        await ask(socket, ROOM_EVENTS.setAuto, { lotId, bidId, maximumTiyin: move.maximumTiyin });
    }
    this.#scheduleLook(lotId, room);
  }

  /** Rooms that began without visitors continue like short ones; rooms that last days do not speed up. */
  #guestSince({ opensAtMs, closesAtMs }: RoomSnapshot): number | null {
    const wokenAtMs = this.#options.wokenAtMs();
    const restful = wokenAtMs !== null && opensAtMs < wokenAtMs && closesAtMs - opensAtMs <= LONGEST_MS;
    return restful ? wokenAtMs : null;
  }

  #leave(lotId: number): void {
    clearTimeout(this.#rooms.get(lotId)?.timer);
    this.#rooms.delete(lotId);
    this.#socket?.emit(ROOM_EVENTS.leave, { lotId });
  }
}
