import type { CommittedEntry } from '#shared/auction/entries.ts';
import { ROOM_EVENTS, type RoomHeartbeat, type RoomPersonal } from '#shared/realtime/room.ts';
import type { Audience, Audiences } from './audience.ts';
import { mayEnter, meOf, updateOf } from './audience-view.ts';
import type { LiveLogger } from './live-options.ts';
import { identityOf, type LiveSocket } from './live-socket.ts';
import { PersonalNews } from './personal-news.ts';
import type { Room } from './room.ts';

/** At most 20 updates a second per lot. */
const UPDATE_EVERY_MS = 50;

interface Channel {
  room: Room;
  /** Last sequence the room was sent, and the confirmed prices at it. */
  sentSeq: number;
  sentCount: number;
  /** Last sequence every slice of the room has been sent. */
  toldSeq: number;
  news: PersonalNews;
  flushedAt: number;
  scheduled: boolean;
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
      flushedAt: 0,
      scheduled: false,
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

  heartbeat(audience: Audience): void {
    const channel = this.#channels.get(audience.lotId);
    if (!channel) return;
    const { view } = channel.room;
    const beat: RoomHeartbeat = {
      lotId: audience.lotId,
      epoch: view.epoch,
      seq: channel.toldSeq,
      deadlineMs: view.deadlineUs / 1000,
      serverAtMs: this.#nowMs(),
    };
    audience.sendVolatile(ROOM_EVENTS.heartbeat, beat);
  }

  #schedule(channel: Channel): void {
    if (channel.scheduled) return;
    channel.scheduled = true;
    const dueIn = channel.flushedAt + UPDATE_EVERY_MS - performance.now();
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
    channel.flushedAt = performance.now();
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
        if (!mayEnter(view, identity)) this.#audiences.leave(socket, lotId, person);
      }
    }
  }
}
