import type { CommittedEntry } from '#shared/auction/entries.ts';
import { ROOM_EVENTS, type RoomHeartbeat, type RoomPersonal } from '#shared/realtime/room.ts';
import type { Audience, Audiences } from './audience.ts';
import { mayEnter, meOf, updateOf } from './audience-view.ts';
import type { LiveLogger } from './live-options.ts';
import { addressOfSocket, identityOf, type LiveSocket } from './live-socket.ts';
import { PersonalUpdates } from './personal-updates.ts';
import type { Room } from './room.ts';

/** At most 20 updates a second per lot. */
const UPDATE_EVERY_MS = 50;
/**
 * A broadcast to a large room takes long: the node pauses twice that time before the next one, so that one busy room takes
 * at most a third of the event loop and leaves the rest to bids, answers and other rooms. Prices accumulate meanwhile;
 * none is lost.
 */
const PAUSE_FACTOR = 2;
/** Longest pause: a price waits for no more than this and the broadcast itself. */
const MAX_PAUSE_MS = 100;
/** A room gets a heartbeat within a second of its last update, and once a second after that. */
const BEAT_AFTER_UPDATE_MS = 750;
const BEAT_AFTER_BEAT_MS = 950;

interface Channel {
  room: Room;
  /** Last sequence sent to the room, and the number of confirmed prices at it. */
  sentSeq: number;
  sentCount: number;
  /** Last sequence delivered to all slices of the room. */
  deliveredSeq: number;
  personal: PersonalUpdates;
  /** performance.now() before which the next update is not begun. */
  nextAt: number;
  scheduled: boolean;
  /** performance.now() from which the room needs a heartbeat. */
  beatAt: number;
}

/**
 * Broadcasts committed entries to each room: all entries since the last broadcast in one update, the newest last, the same
 * bytes for everyone; personal updates go to that person's sockets only.
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

  /** Call when a socket enters the room, in the same turn of the event loop in which its snapshot is made. */
  open(room: Room): void {
    if (this.#channels.get(room.lotId)?.room !== room) this.#begin(room);
  }

  /**
   * The view is another one, at a lower sequence or of another history. A heartbeat one beyond what the room was shown
   * makes every client ask for what it lacks, which is answered with a snapshot.
   */
  rebuilt(room: Room, shownSeq: number): void {
    const audience = this.#audiences.of(room.lotId);
    if (!audience || !this.#channels.has(room.lotId)) return;
    this.#begin(room);
    const beat = this.#beatOf(room, Math.max(shownSeq, room.view.seq) + 1);
    audience.send(ROOM_EVENTS.heartbeat, beat).catch((error: unknown) => {
      // Not retried: the epoch that the journal raises next reaches every client with the following heartbeat.
      this.#log.error({ err: error, lotId: room.lotId }, 'room not asked to read again');
    });
  }

  #begin(room: Room): void {
    this.#channels.set(room.lotId, {
      room,
      sentSeq: room.view.seq,
      sentCount: room.view.count,
      deliveredSeq: room.view.seq,
      personal: new PersonalUpdates(room.view.leader),
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
    channel.personal.collect(entries);
    this.#schedule(channel);
  }

  /** Once a second: drops the channels of empty rooms, including those without further entries. */
  tick(): void {
    for (const lotId of this.#channels.keys()) {
      if (!this.#audiences.of(lotId)) this.#channels.delete(lotId);
    }
  }

  /** Sends the last sequence to a room that had no update for a while; an update contains it as well. */
  async heartbeatIfDue(audience: Audience): Promise<void> {
    const channel = this.#channels.get(audience.lotId);
    if (channel && !channel.scheduled && performance.now() >= channel.beatAt) await this.heartbeat(audience);
  }

  /** Resolves when it was sent to every socket. */
  async heartbeat(audience: Audience): Promise<void> {
    const channel = this.#channels.get(audience.lotId);
    if (!channel) return;
    channel.beatAt = performance.now() + BEAT_AFTER_BEAT_MS;
    await audience.sendVolatile(ROOM_EVENTS.heartbeat, this.#beatOf(channel.room, channel.deliveredSeq));
  }

  #beatOf({ lotId, view }: Room, seq: number): RoomHeartbeat {
    const { epoch, deadlineUs } = view;
    return { lotId, epoch, seq, deadlineMs: deadlineUs / 1000, serverAtMs: this.#nowMs() };
  }

  #schedule(channel: Channel): void {
    if (channel.scheduled) return;
    channel.scheduled = true;
    const dueIn = channel.nextAt - performance.now();
    // In the next turn of the event loop: the bidders' own answers go first.
    const flush = () => {
      this.#flush(channel).catch((error: unknown) => {
        // Not retried: the next heartbeat shows the gap, and clients request the missing entries.
        this.#log.error({ err: error, lotId: channel.room.lotId }, 'update not sent');
        channel.deliveredSeq = channel.sentSeq;
        channel.scheduled = false;
      });
    };
    if (dueIn <= 0) setImmediate(flush);
    else setTimeout(flush, dueIn);
  }

  async #flush(channel: Channel): Promise<void> {
    const { lotId, view } = channel.room;
    // Scheduled before the room was rebuilt: what it would send is void.
    if (this.#channels.get(lotId) !== channel) return;
    const audience = this.#audiences.of(lotId);
    const begunAt = performance.now();
    if (!audience) {
      this.#channels.delete(lotId);
      return;
    }
    const update = updateOf(view, channel.sentSeq, channel.sentCount, this.#nowMs());
    channel.sentSeq = view.seq;
    channel.sentCount = view.count;
    this.#notifyPersons(channel, audience);
    // The next update starts only after the last slice: a large room is updated less often, never out of order.
    await audience.send(ROOM_EVENTS.update, update);
    channel.deliveredSeq = update.head.seq;
    const deliveredAt = performance.now();
    const pause = Math.min((deliveredAt - begunAt) * PAUSE_FACTOR, MAX_PAUSE_MS);
    channel.nextAt = Math.max(begunAt + UPDATE_EVERY_MS, deliveredAt + pause);
    channel.beatAt = deliveredAt + BEAT_AFTER_UPDATE_MS;
    channel.scheduled = false;
    if (view.seq > channel.sentSeq) this.#schedule(channel);
  }

  #notifyPersons(channel: Channel, audience: Audience): void {
    const { view, lotId } = channel.room;
    for (const { person, kind } of channel.personal.take(view)) {
      for (const socket of [...audience.socketsOf(person)] as LiveSocket[]) {
        const identity = identityOf(socket);
        const message: RoomPersonal = { lotId, kind, me: meOf(view, identity) };
        socket.emit(ROOM_EVENTS.personal, message);
        if (!mayEnter(view, identity)) this.#audiences.leave(socket, lotId, person, addressOfSocket(socket));
      }
    }
  }
}
