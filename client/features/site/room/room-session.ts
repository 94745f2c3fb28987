import type { JoinAnswer } from '#shared/realtime/room-answers.ts';
import type {
  RoomCounts,
  RoomHeartbeat,
  RoomNotice,
  RoomPersonal,
  RoomUpdate,
} from '#shared/realtime/room.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import {
  onConnected,
  onServerEvent,
  request,
  useConnection,
} from '../../../lib/auction-socket/connection.ts';
import type { ConnectionStatus } from '../../../lib/auction-socket/connection.ts';
import { serverClock } from '../../../lib/server-clock.ts';
import { joinOverHttp } from './http-room.ts';
import { applyCounts, applyPersonal, applyUpdate, fromSnapshot, isBehind } from './room-state.ts';
import type { RoomState } from './room-state.ts';
import { emptyRoom, type RoomStoreApi } from './room-store.ts';

/** Without a socket for this long, or refused one before, the page reads the room over HTTP. */
const HTTP_AFTER_MS = 4_000;
const HTTP_POLL_MS = 2_000;
/** A join that was not answered or refused for now is made again after this, up to twice it, and later each time. */
const REJOIN_PAUSE_MS = 1_000;
const REJOIN_PAUSE_MAX_MS = 8_000;
/** A room that is not there yet opens half an hour before its auction: a page left open enters by itself. */
const ROOM_OPENS_POLL_MS = 15_000;

/**
 * Keeps a store equal to its room: joins, applies updates in order, asks for what is missing after a gap,
 * a new epoch, a reconnection or a sleep, and falls back to HTTP. Returns the way to leave.
 */
export function openRoomSession(store: RoomStoreApi): () => void {
  const session = new RoomSession(store);
  session.start();
  return () => session.stop();
}

class RoomSession {
  private readonly store: RoomStoreApi;
  private readonly lotId: number;
  private readonly stops: (() => void)[] = [];
  private stopped = false;
  private joining = false;
  private joinAgain = false;
  /** Joins in a row that were not answered or refused for now. */
  private failedJoins = 0;
  /** Updates that came while a join was under way; the join's answer comes first. */
  private waiting: RoomUpdate[] = [];
  private pollsHttp = false;
  private httpTimer: ReturnType<typeof setTimeout> | null = null;
  private rejoinTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(store: RoomStoreApi) {
    this.store = store;
    this.lotId = store.getState().lotId;
  }

  start(): void {
    this.store.setState(emptyRoom);
    this.listen<RoomUpdate>(
      ROOM_EVENTS.update,
      (update) => update.head.lotId === this.lotId && this.onUpdate(update),
    );
    this.listen<RoomHeartbeat>(
      ROOM_EVENTS.heartbeat,
      (beat) => beat.lotId === this.lotId && this.onHeartbeat(beat),
    );
    this.listen<RoomCounts>(ROOM_EVENTS.counts, (counts) => {
      if (counts.lotId === this.lotId) this.change((room) => applyCounts(room, counts));
    });
    this.listen<RoomPersonal>(ROOM_EVENTS.personal, (personal) => {
      if (personal.lotId === this.lotId) this.change((room) => applyPersonal(room, personal));
    });
    this.listen<RoomNotice>(ROOM_EVENTS.notice, (notice) => {
      if (notice.lotId === this.lotId) this.store.setState({ interrupted: notice.kind === 'interrupted' });
    });
    this.stops.push(onConnected(() => void this.join()));
    const onVisible = () => document.visibilityState === 'visible' && void this.join();
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', onVisible);
    this.stops.push(() => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onVisible);
    });
    this.httpTimer = setTimeout(() => void this.pollHttp(), HTTP_AFTER_MS);
    this.stops.push(useConnection.subscribe(({ status }) => this.onConnection(status)));
  }

  /** A page that gets no socket has nothing to show meanwhile: it does not wait. */
  private onConnection(status: ConnectionStatus): void {
    if (status !== 'reconnecting' || this.store.getState().room || this.pollsHttp) return;
    if (this.httpTimer) clearTimeout(this.httpTimer);
    void this.pollHttp();
  }

  stop(): void {
    this.stopped = true;
    for (const stop of this.stops) stop();
    if (this.httpTimer) clearTimeout(this.httpTimer);
    if (this.rejoinTimer) clearTimeout(this.rejoinTimer);
    // Unanswered when the connection is down: the server forgets a closed connection's rooms by itself.
    request(ROOM_EVENTS.leave, { lotId: this.lotId }).catch(() => undefined);
  }

  private listen<Payload>(event: string, handler: (payload: Payload) => void): void {
    this.stops.push(onServerEvent<Payload>(event, (payload) => !this.stopped && handler(payload)));
  }

  private change(change: (room: RoomState) => RoomState): void {
    this.store.setState(({ room }) => (room ? { room: change(room) } : {}));
  }

  /** Asks for what comes after the last entry known, or for a snapshot. One at a time; a second call runs after. */
  private async join(): Promise<void> {
    if (this.stopped) return;
    if (this.joining) {
      this.joinAgain = true;
      return;
    }
    this.joining = true;
    const known = this.store.getState().room?.head;
    this.store.setState({ catchingUp: known !== undefined });
    try {
      const after = known ? { after: { epoch: known.epoch, seq: known.seq } } : {};
      const answer = await request<JoinAnswer>(ROOM_EVENTS.join, { lotId: this.lotId, ...after });
      if (!this.stopped) this.onJoined(answer);
    } catch {
      // No answer: tried again while connected, otherwise by the reconnection.
      if (useConnection.getState().status === 'online') this.joinAfterPause();
    } finally {
      this.joining = false;
      this.store.setState({ catchingUp: false });
    }
    if (this.joinAgain) {
      this.joinAgain = false;
      void this.join();
    }
  }

  /** One join is planned at most: whatever joins meanwhile (a reconnection, a page shown again) plans the next itself. */
  private joinIn(ms: number): void {
    if (this.rejoinTimer) clearTimeout(this.rejoinTimer);
    if (!this.stopped) this.rejoinTimer = setTimeout(() => void this.join(), ms);
  }

  /** With jitter: the guests of one network, refused together, must not come back in one instant. */
  private joinAfterPause(): void {
    const pauseMs = Math.min(REJOIN_PAUSE_MS * 2 ** this.failedJoins, REJOIN_PAUSE_MAX_MS);
    this.failedJoins += 1;
    this.joinIn(pauseMs * (1 + Math.random()));
  }

  private onJoined(answer: JoinAnswer): void {
    if (!answer.ok && (answer.error.code === 'unavailable' || answer.error.code === 'rate-limited')) {
      this.joinAfterPause();
      return;
    }
    this.failedJoins = 0;
    if (!answer.ok) {
      if (answer.error.code === 'not-found') this.joinIn(ROOM_OPENS_POLL_MS);
      this.store.setState({ status: { kind: 'refused', error: answer.error } });
      return;
    }
    const { room } = this.store.getState();
    if ('snapshot' in answer) this.show(fromSnapshot(answer.snapshot));
    else if (room) {
      const { state } = applyUpdate(room, answer.updates);
      this.show({ ...state, me: answer.me, counts: answer.counts });
    }
    const waiting = this.waiting;
    this.waiting = [];
    for (const update of waiting) this.onUpdate(update);
  }

  private show(room: RoomState): void {
    this.store.setState({ room, status: { kind: 'ready' }, overHttp: false });
  }

  private onUpdate(update: RoomUpdate): void {
    const { room } = this.store.getState();
    if (!room || this.joining) {
      this.waiting.push(update);
      return;
    }
    const applied = applyUpdate(room, update);
    if (applied.state !== room) this.store.setState({ room: applied.state, interrupted: false });
    if (applied.gap) void this.join();
  }

  private onHeartbeat(beat: RoomHeartbeat): void {
    const { room } = this.store.getState();
    if (room && !this.joining && isBehind(room, beat)) void this.join();
  }

  /** While there is no socket: the room is read over HTTP every two seconds. */
  private async pollHttp(): Promise<void> {
    if (this.stopped) return;
    this.pollsHttp = true;
    if (useConnection.getState().status !== 'online' && document.visibilityState === 'visible') {
      const sentAtMs = Date.now();
      const result = await joinOverHttp(this.lotId);
      if (this.stopped) return;
      if (result.kind === 'snapshot' && useConnection.getState().status !== 'online') {
        serverClock.addSample(sentAtMs, result.snapshot.head.serverAtMs, Date.now());
        this.show(fromSnapshot(result.snapshot));
        this.store.setState({ overHttp: true });
      } else if (result.kind === 'refused' && !this.store.getState().room) {
        this.store.setState({ status: { kind: 'refused', error: result.error } });
      } else if (result.kind === 'unreachable' && !this.store.getState().room) {
        this.store.setState({ status: { kind: 'unreachable' } });
      }
    }
    this.httpTimer = setTimeout(() => void this.pollHttp(), HTTP_POLL_MS);
  }
}
