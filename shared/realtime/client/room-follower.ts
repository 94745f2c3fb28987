import type { JoinAnswer, RoomError } from '../room-answers.ts';
import { ROOM_EVENTS } from '../room.ts';
import type { RoomCounts, RoomHeartbeat, RoomNotice, RoomPersonal, RoomUpdate } from '../room.ts';
import { applyCounts, applyPersonal, applyUpdate, fromSnapshot, isBehind } from './room-state.ts';
import type { RoomState } from './room-state.ts';

/** A join that was not answered or refused for now is made again after this, up to twice it, and later each time. */
const REJOIN_PAUSE_MS = 1_000;
const REJOIN_PAUSE_MAX_MS = 8_000;
/** A room that is not there yet opens half an hour before its auction: who waits for it enters by themselves. */
const ROOM_OPENS_POLL_MS = 15_000;

/** The connection that a room is followed over. */
export interface RoomConnection {
  isOnline(): boolean;
  /** @throws NoAnswer */
  request<Answer>(event: string, payload: unknown): Promise<Answer>;
  /** Hears a server event until the returned function is called. */
  on<Payload>(event: string, handler: (payload: Payload) => void): () => void;
  /** Calls back at each (re)connection, at once when connected already. */
  onConnected(handler: () => void): () => void;
}

/** Where the state of a room is, and who hears of it. */
export interface RoomPlace {
  readonly lotId: number;
  /** null: not entered yet. */
  state(): RoomState | null;
  changed(state: RoomState): void;
  /** Entered, for the first time or again. */
  entered(state: RoomState): void;
  /** Not let in; a room that is not there yet is asked for again. */
  refused(error: RoomError): void;
  /** The room cannot confirm offers just now, outside its log; or can again. */
  interrupted(yes: boolean): void;
  /** Missing entries are being fetched. */
  catchingUp(yes: boolean): void;
}

/** Keeps a state equal to its room: joins, applies updates in order, and asks for what is missing after a gap or a reconnection. */
export class RoomFollower {
  readonly #connection: RoomConnection;
  readonly #place: RoomPlace;
  readonly #stops: (() => void)[] = [];
  #stopped = false;
  #joining = false;
  #joinAgain = false;
  /** Joins in a row that were not answered or refused for now. */
  #failedJoins = 0;
  /** What is shown is of another history than the room's: the next join asks for all of it. */
  #showsOther = false;
  /** Updates that came while a join was under way; the join's answer comes first. */
  #waiting: RoomUpdate[] = [];
  #rejoinTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: RoomConnection, place: RoomPlace) {
    this.#connection = connection;
    this.#place = place;
  }

  start(): void {
    this.#listen<RoomUpdate>(ROOM_EVENTS.update, (update) => this.#onUpdate(update));
    this.#listen<RoomHeartbeat>(ROOM_EVENTS.heartbeat, (beat) => {
      const state = this.#place.state();
      if (state && !this.#joining && isBehind(state, beat)) void this.join();
    });
    this.#listen<RoomCounts>(ROOM_EVENTS.counts, (counts) =>
      this.#change((state) => applyCounts(state, counts)),
    );
    this.#listen<RoomPersonal>(ROOM_EVENTS.personal, (personal) =>
      this.#change((state) => applyPersonal(state, personal)),
    );
    this.#listen<RoomNotice>(ROOM_EVENTS.notice, ({ kind }) =>
      this.#place.interrupted(kind === 'interrupted'),
    );
    this.#stops.push(this.#connection.onConnected(() => void this.join()));
  }

  stop(): void {
    this.#stopped = true;
    for (const stop of this.#stops) stop();
    clearTimeout(this.#rejoinTimer);
    // Unanswered when the connection is down: the server forgets a closed connection's rooms by itself.
    this.#connection.request(ROOM_EVENTS.leave, { lotId: this.#place.lotId }).catch(() => undefined);
  }

  #listen<Payload extends { lotId: number } | { head: { lotId: number } }>(
    event: string,
    handler: (payload: Payload) => void,
  ): void {
    this.#stops.push(
      this.#connection.on<Payload>(event, (payload) => {
        const { lotId } = 'head' in payload ? payload.head : payload;
        if (!this.#stopped && lotId === this.#place.lotId) handler(payload);
      }),
    );
  }

  #change(change: (state: RoomState) => RoomState): void {
    const state = this.#place.state();
    if (state) this.#place.changed(change(state));
  }

  /** Asks for what comes after the last entry known, or for a snapshot. One at a time; a second call runs after. */
  async join(): Promise<void> {
    if (this.#stopped) return;
    if (this.#joining) {
      this.#joinAgain = true;
      return;
    }
    this.#joining = true;
    const { lotId } = this.#place;
    const known = this.#place.state()?.head;
    this.#place.catchingUp(known !== undefined);
    try {
      const after = known && !this.#showsOther ? { after: { epoch: known.epoch, seq: known.seq } } : {};
      const answer = await this.#connection.request<JoinAnswer>(ROOM_EVENTS.join, { lotId, ...after });
      if (!this.#stopped) this.#joined(answer);
    } catch {
      // No answer: tried again while connected, otherwise by the reconnection.
      if (this.#connection.isOnline()) this.#joinAfterPause();
    } finally {
      this.#joining = false;
      this.#place.catchingUp(false);
    }
    if (this.#joinAgain) {
      this.#joinAgain = false;
      void this.join();
    }
  }

  /** One join is planned at most: whatever joins meanwhile (a reconnection, a page shown again) plans the next itself. */
  #joinIn(ms: number): void {
    clearTimeout(this.#rejoinTimer);
    if (!this.#stopped) this.#rejoinTimer = setTimeout(() => void this.join(), ms);
  }

  /** With jitter: the guests of one network, refused together, must not come back in one instant. */
  #joinAfterPause(): void {
    const pauseMs = Math.min(REJOIN_PAUSE_MS * 2 ** this.#failedJoins, REJOIN_PAUSE_MAX_MS);
    this.#failedJoins += 1;
    this.#joinIn(pauseMs * (1 + Math.random()));
  }

  #joined(answer: JoinAnswer): void {
    if (!answer.ok && (answer.error.code === 'unavailable' || answer.error.code === 'rate-limited')) {
      this.#joinAfterPause();
      return;
    }
    this.#failedJoins = 0;
    if (!answer.ok) {
      if (answer.error.code === 'not-found') this.#joinIn(ROOM_OPENS_POLL_MS);
      this.#place.refused(answer.error);
      return;
    }
    const before = this.#place.state();
    this.#showsOther = false;
    if ('snapshot' in answer) this.#place.entered(fromSnapshot(answer.snapshot));
    else if (before) {
      const { state, gap } = applyUpdate(before, answer.updates);
      if (gap) {
        this.#showsOther = true;
        this.#joinAgain = true;
        return;
      }
      this.#place.entered({ ...state, me: answer.me, counts: answer.counts });
    }
    for (const update of this.#waiting.splice(0)) this.#apply(update);
  }

  #onUpdate(update: RoomUpdate): void {
    if (this.#joining || !this.#place.state()) this.#waiting.push(update);
    else this.#apply(update);
  }

  #apply(update: RoomUpdate): void {
    const before = this.#place.state();
    if (!before) return;
    const { state, gap } = applyUpdate(before, update);
    if (state !== before) {
      this.#place.changed(state);
      this.#place.interrupted(false);
    }
    if (gap) void this.join();
  }
}
