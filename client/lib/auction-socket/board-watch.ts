import type { WatchBoardAnswer } from '#shared/realtime/room-answers.ts';
import type { BoardUpdate } from '#shared/realtime/room.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { onVisibilityChange, pageVisible } from '../page-visible.ts';
import { onConnected, onServerEvent, request } from './connection.ts';

/** Most lots one page follows at a time; the server takes up to 60. The lots wanted last are left out first. */
export const MAX_FOLLOWED = 48;
/** Scrolling changes the list many times a second: it is sent once things have come to rest this long. */
export const SETTLE_MS = 250;
/** Updates of a moment are drawn together. */
export const DRAW_EVERY_MS = 200;
/** A list the server did not take is offered again after this, at most half as long again. */
const AGAIN_MS = 10_000;

/** Lots wanted by cards on screen, counted: two lists may show the same lot. Oldest wish first. */
const wanted = new Map<number, number>();
/** What this connection sent last to the server; null: nothing yet. */
let sent: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let started = false;
let show: (cards: BoardUpdate) => void = () => undefined;

const waiting = new Map<number, BoardUpdate[number]>();
let drawing: ReturnType<typeof setTimeout> | undefined;

function take(cards: BoardUpdate): void {
  for (const card of cards) waiting.set(card.lotId, card);
  drawing ??= setTimeout(() => {
    drawing = undefined;
    const latest = [...waiting.values()];
    waiting.clear();
    show(latest);
  }, DRAW_EVERY_MS);
}

/** The lots to be followed now: none while the page is hidden. */
const current = (): number[] => (pageVisible() ? [...wanted.keys()].slice(0, MAX_FOLLOWED) : []);

function send(): void {
  timer = undefined;
  const lotIds = current();
  // Order does not matter to the server: the same lots are not sent twice.
  const key = [...lotIds].sort((a, b) => a - b).join(',');
  if (key === (sent ?? '')) return;
  sent = key;
  request<WatchBoardAnswer>(ROOM_EVENTS.watchBoard, { lotIds }).then(
    (answer) => (answer.ok ? take(answer.cards) : refused(key)),
    // Not connected: the list is sent on connecting. Unanswered: asked again below. Cards keep their figures meanwhile.
    () => refused(key),
  );
}

function refused(key: string): void {
  if (sent !== key) return; // a newer list is on its way
  sent = null;
  // Pages behind one address are refused together: offered at one instant, the same ones would be refused again.
  schedule(AGAIN_MS * (1 + Math.random() / 2));
}

function schedule(afterMs: number): void {
  if (timer !== undefined && afterMs > SETTLE_MS) return;
  clearTimeout(timer);
  timer = setTimeout(send, afterMs);
}

function start(): void {
  if (started) return;
  started = true;
  onServerEvent<BoardUpdate>(ROOM_EVENTS.board, take);
  onConnected(() => {
    sent = null;
    schedule(0);
  });
  onVisibilityChange(() => schedule(0));
}

/** Where the cards that come are shown; set once by the store. */
export function showBoardOn(target: (cards: BoardUpdate) => void): void {
  show = target;
}

/** Follows lots until the returned function is called. The server sends at most one card a second of each. */
export function followLots(lotIds: readonly number[]): () => void {
  start();
  for (const id of lotIds) wanted.set(id, (wanted.get(id) ?? 0) + 1);
  schedule(SETTLE_MS);
  return () => {
    for (const id of lotIds) {
      const left = (wanted.get(id) ?? 1) - 1;
      if (left > 0) wanted.set(id, left);
      else wanted.delete(id);
    }
    schedule(SETTLE_MS);
  };
}
