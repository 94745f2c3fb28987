import type { Socket } from 'socket.io-client';
import { create } from 'zustand';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import type { PingAnswer } from '#shared/realtime/room-answers.ts';
import { comeBack, type ComeBack } from '#shared/realtime/client/come-back.ts';
import { NoAnswer } from '#shared/realtime/client/no-answer.ts';
import { noticeOtherPerson, pagePerson } from '../page-person.ts';
import { onVisibilityChange, pageVisible } from '../page-visible.ts';
import { serverClock } from '../server-clock.ts';

export type ConnectionStatus = 'idle' | 'connecting' | 'online' | 'reconnecting';

interface ConnectionState {
  status: ConnectionStatus;
  /** When the connection was lost, by this device's clock; null while online. */
  lostAtMs: number | null;
  /** Round trip of the last answered command or ping, ms. */
  lastAnswerMs: number | null;
}

export const useConnection = create<ConnectionState>(() => ({
  status: 'idle',
  lostAtMs: null,
  lastAnswerMs: null,
}));

/** How long a command may stay unanswered before its outcome counts as unknown. */
const ANSWER_TIMEOUT_MS = 3_000;
const PING_EVERY_MS = 10_000;
const FIRST_PINGS = 4;
/** A timer this late means the device slept or the tab was frozen. */
const SLEEP_SUSPECTED_MS = 4_000;

let socket: Socket | null = null;
let moves: ComeBack | null = null;
let opening: Promise<Socket> | null = null;

/** The page's one socket, opened on first use; the library is a chunk of its own. */
function auctionSocket(): Promise<Socket> {
  opening ??= open().catch((error: unknown) => {
    opening = null; // the chunk did not load: the next caller tries again
    throw error;
  });
  return opening;
}

async function open(): Promise<Socket> {
  useConnection.setState({ status: 'connecting' });
  const { io } = await import('socket.io-client');
  const opened = io({
    transports: ['websocket'], // without it rooms are read and commanded over HTTP (room-session.ts)
    reconnectionDelay: 800,
    reconnectionDelayMax: 8_000,
    randomizationFactor: 1, // full jitter: a thousand viewers must not come back in one instant
    withCredentials: true,
    // Read at each connection: a page that outlived its session may not come back as another person.
    auth: (send) => send({ person: pagePerson() ?? undefined }),
  });
  socket = opened;
  moves = comeBack(opened);
  opened.on('connect', () => {
    useConnection.setState({ status: 'online', lostAtMs: null });
    void measureClock(FIRST_PINGS);
  });
  opened.on('disconnect', markLost);
  opened.on('connect_error', ({ message }) => {
    noticeOtherPerson(message);
    markLost();
  });
  watchSleep(opened);
  // The clock of a hidden page is not read; shown again, it is measured at once.
  setInterval(() => pageVisible() && void measureClock(1), PING_EVERY_MS);
  onVisibilityChange((visible) => visible && void measureClock(FIRST_PINGS));
  return opened;
}

function markLost(): void {
  const { lostAtMs } = useConnection.getState();
  useConnection.setState({ status: 'reconnecting', lostAtMs: lostAtMs ?? Date.now() });
}

/**
 * Sends a command and waits for its acknowledgement.
 * @throws NoAnswer when there is no connection or no answer in time: the outcome is unknown unless `notSent`.
 */
export async function request<Answer>(
  event: string,
  payload: unknown,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<Answer> {
  const open = await auctionSocket();
  if (!open.connected || moves?.moving) throw new NoAnswer(true);
  const sentAt = performance.now();
  try {
    const answer = (await open.timeout(timeoutMs).emitWithAck(event, payload)) as Answer;
    useConnection.setState({ lastAnswerMs: Math.round(performance.now() - sentAt) });
    return answer;
  } catch (cause) {
    throw new NoAnswer(false, { cause });
  }
}

async function measureClock(times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const sentAtMs = Date.now();
    try {
      const answer = await request<PingAnswer>(ROOM_EVENTS.ping, { clientAtMs: sentAtMs });
      if (!answer.ok) return; // too many messages: the next timer measures again
      serverClock.addSample(sentAtMs, answer.serverAtMs, Date.now());
    } catch {
      return; // measured again by the next timer or on reconnection; the old reading stays
    }
  }
}

/** After a sleep the connection may look alive for a long time: drop it and the measured clock at once. */
function watchSleep(open: Socket): void {
  let last = Date.now();
  setInterval(() => {
    const now = Date.now();
    const gap = now - last;
    last = now;
    if (gap > 1_000 + SLEEP_SUSPECTED_MS || gap < 0) {
      serverClock.reset();
      if (open.connected && gap > 20_000) open.disconnect().connect();
      else void measureClock(FIRST_PINGS);
    }
  }, 1_000);
}

/** Subscribes to a server event; returns the way to stop. */
export function onServerEvent<Payload>(event: string, handler: (payload: Payload) => void): () => void {
  let stopped = false;
  void auctionSocket().then(
    (open) => {
      if (!stopped) open.on(event, handler);
    },
    () => undefined, // the chunk did not load: joining a room reports it and retries
  );
  return () => {
    stopped = true;
    socket?.off(event, handler);
  };
}

/** Calls back at each (re)connection, at once when connected already. */
export function onConnected(handler: () => void): () => void {
  const stop = onServerEvent('connect', handler);
  if (socket?.connected) handler();
  return stop;
}
