import type { CommittedEntry } from '#shared/auction/entries.ts';
import { ROOM_EVENTS, type RoomHeartbeat, type RoomPersonal } from '#shared/realtime/room.ts';
import type { Audience, Audiences } from './audience.ts';
import { mayEnter, meOf, updateOf } from './audience-view.ts';
import type { LiveLogger } from './live-options.ts';
import { addressOfSocket, identityOf, type LiveSocket } from './live-socket.ts';
import { PersonalNews } from './personal-news.ts';
import type { Room } from './room.ts';

/** At most 20 updates a second per lot. */
const UPDATE_EVERY_MS = 50;
/**
 * Telling a large room takes long: the node rests twice that time before it begins again, so that one room's storm takes
 * a third of the loop at most and bids, answers and other rooms get the rest. Prices gather meanwhile, none is lost.
 */
const REST_FACTOR = 2;
/** Longest rest: a price waits for no more than this and the telling itself. */
const MAX_REST_MS = 100;
/** A room hears its last sequence within a second of an update, and once a second from then on. */
const BEAT_AFTER_UPDATE_MS = 750;
const BEAT_AFTER_BEAT_MS = 950;

interface Channel {
  room: Room;
  /** Last sequence the room was sent, and the confirmed prices at it. */
  sentSeq: number;
  sentCount: number;
  /** Last sequence every slice of the room has been sent. */
  toldSeq: number;
  news: PersonalNews;
  /** performance.now() before which the next update is not begun. */
  nextAt: number;
  scheduled: boolean;
  /** performance.now() from which the room needs a heartbeat. */
  beatAt: number;
}

/**
 * Tells each room what was committed: everything between two broadcasts in one update, the newest always last,
 * the same bytes for everyone; what concerns one person goes to that person's sockets alone.
 */
export class Broadcaster {
  readonly #audiences: Audiences;
  readonly #nowMs: () => number;
  readonly #log: LiveLogger;
  readonly #channels = new Map<number, Channel>();

  constructor(audiences: Audiences, nowMs: () => number, log: LiveLogger) {
    this.#audiences = audiences;
    this.#nowMs = nowMs;
    this.#log = log;
  }

  /** Call when a socket enters the room, in the same turn as its snapshot is made. */
  open(room: Room): void {
    const channel = this.#channels.get(room.lotId);
    if (channel?.room === room) return;
    this.#channels.set(room.lotId, {
      room,
      sentSeq: room.view.seq,
      sentCount: room.view.count,
      toldSeq: room.view.seq,
      news: new PersonalNews(room.view.leader),
      nextAt: 0,
      scheduled: false,
      beatAt: 0,
    });
  }

  advanced(room: Room, entries: CommittedEntry[]): void {
    const channel = this.#channels.get(room.lotId);
    if (!channel) return;
    if (!this.#audiences.of(room.lotId)) {
      this.#channels.delete(room.lotId);
      return;
    }
    channel.news.gather(entries);
    this.#schedule(channel);
  }

  /** Once a second: rooms everybody has left are let go of, also those in which nothing happens any more. */
  tick(): void {
    for (const lotId of this.#channels.keys()) {
      if (!this.#audiences.of(lotId)) this.#channels.delete(lotId);
    }
  }

  /** The last sequence, to a room that has not been told it for a while: an update says the same and more. */
  async heartbeatIfDue(audience: Audience): Promise<void> {
    const channel = this.#channels.get(audience.lotId);
    if (channel && !channel.scheduled && performance.now() >= channel.beatAt) await this.heartbeat(audience);
  }

  /** Resolves when everybody has been served. */
  async heartbeat(audience: Audience): Promise<void> {
    const channel = this.#channels.get(audience.lotId);
    if (!channel) return;
    channel.beatAt = performance.now() + BEAT_AFTER_BEAT_MS;
    const { view } = channel.room;
    const beat: RoomHeartbeat = {
      lotId: audience.lotId,
      epoch: view.epoch,
      seq: channel.toldSeq,
      deadlineMs: view.deadlineUs / 1000,
      serverAtMs: this.#nowMs(),
    };
    await audience.sendVolatile(ROOM_EVENTS.heartbeat, beat);
  }

  #schedule(channel: Channel): void {
    if (channel.scheduled) return;
    channel.scheduled = true;
    const dueIn = channel.nextAt - performance.now();
    // Not in this turn: the bidders' own answers go first.
    const flush = () => {
      this.#flush(channel).catch((error: unknown) => {
        // Not sent again: the next heartbeat shows the gap, and everyone asks for what is missing.
        this.#log.error({ err: error, lotId: channel.room.lotId }, 'update not sent');
        channel.toldSeq = channel.sentSeq;
        channel.scheduled = false;
      });
    };
    if (dueIn <= 0) setImmediate(flush);
    else setTimeout(flush, dueIn);
  }

  async #flush(channel: Channel): Promise<void> {
    const audience = this.#audiences.of(channel.room.lotId);
    const { view } = channel.room;
    const begunAt = performance.now();
    if (!audience) {
      this.#channels.delete(channel.room.lotId);
      return;
    }
    const update = updateOf(view, channel.sentSeq, channel.sentCount, this.#nowMs());
    channel.sentSeq = view.seq;
    channel.sentCount = view.count;
    this.#tellPersons(channel, audience);
    // Until the last slice has it the next update is not begun: a large room is told less often, never out of order.
    await audience.send(ROOM_EVENTS.update, update);
    channel.toldSeq = update.head.seq;
    const toldAt = performance.now();
    const rest = Math.min((toldAt - begunAt) * REST_FACTOR, MAX_REST_MS);
    channel.nextAt = Math.max(begunAt + UPDATE_EVERY_MS, toldAt + rest);
    channel.beatAt = toldAt + BEAT_AFTER_UPDATE_MS;
    channel.scheduled = false;
    if (view.seq > channel.sentSeq) this.#schedule(channel);
  }

  #tellPersons(channel: Channel, audience: Audience): void {
    const { view, lotId } = channel.room;
    for (const { person, kind } of channel.news.take(view)) {
      for (const socket of [...audience.socketsOf(person)] as LiveSocket[]) {
        const identity = identityOf(socket);
        const message: RoomPersonal = { lotId, kind, me: meOf(view, identity) };
        socket.emit(ROOM_EVENTS.personal, message);
        if (!mayEnter(view, identity)) this.#audiences.leave(socket, lotId, person, addressOfSocket(socket));
      }
    }
  }
}
