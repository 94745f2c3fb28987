import type { RoomSnapshot } from '#shared/realtime/room.ts';
import { between, randomOf, type Random } from '../pictures/random.ts';
import type { BiddingStyle } from '../people.ts';

/** A bot's next action in a room: offer a price, set an auto-bid, or wait. */
export type BotMove =
  | { kind: 'offer'; amountTiyin: number }
  | { kind: 'auto'; maximumTiyin: number }
  | { kind: 'wait' };

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * What the lot is worth to a bot, as a multiple of the start price. Sales end where the last but one bot stops: with
 * these figures between 1.05 and 1.45, whatever the increment of the lot.
 */
const WORTH: Record<BiddingStyle, readonly [number, number]> = {
  cautious: [1.12, 1.3],
  eager: [1.2, 1.44],
  sniper: [1.22, 1.45],
  auto: [1.16, 1.4],
};
/** Bots add no more extensions of the room once it has had this many. */
const MOST_EXTENSIONS = 3;
/** Seconds between two looks. */
const PAUSE_S: Record<BiddingStyle, readonly [number, number]> = {
  cautious: [24, 60],
  eager: [12, 34],
  sniper: [6, 14],
  auto: [20, 50],
};
/** Snipers sleep until this share of the room's time is left. */
const SNIPER_SHARE = 0.25;
/** By this share of the room's time bots are ready to offer all that the lot is worth to them. */
const RISE_SHARE = 0.85;
/** A room that runs for hours is looked at about this often in all its time. */
const LOOKS = 60;
/** In a room with a guest, prices reach their end in about this time, however long it runs. */
const GUEST_RISE_MS = 12 * MINUTE_MS;

/** What the lot is worth to this bot: the same for the same bot and lot. */
export function worthTiyin(style: BiddingStyle, person: string, snapshot: RoomSnapshot): number {
  const [least, most] = WORTH[style];
  const random = randomOf(`worth:${person}:${snapshot.head.lotId}`);
  return Math.floor(snapshot.startPriceTiyin * between(random, least, most));
}

/**
 * How long the bot waits before its next look, ms.
 * @param guestSinceMs when a guest came to the room; null: only bots are there
 */
export function pauseMs(
  style: BiddingStyle,
  snapshot: RoomSnapshot,
  nowMs: number,
  random: Random,
  guestSinceMs: number | null = null,
): number {
  const [least, most] = PAUSE_S[style];
  const haste = snapshot.practice ? 0.4 : 1;
  const usual = between(random, least, most) * haste * SECOND_MS;
  if (guestSinceMs !== null) return usual;
  const left = snapshot.head.deadlineMs - nowMs;
  return Math.max(usual, (left / LOOKS) * between(random, 0.5, 1.5));
}

/** Raises are round sums, as people type them; never above what the bot offers by now. */
function jump(suggested: number, most: number, random: Random): number {
  const raised = Math.floor((suggested * between(random, 1.01, 1.04)) / 10_000_000) * 10_000_000;
  return raised > suggested && raised <= most ? raised : suggested;
}

/** Prices rise through the whole room, and do not reach their end in its first minutes. */
function offeredByNow(
  worth: number,
  snapshot: RoomSnapshot,
  nowMs: number,
  guestSinceMs: number | null,
): number {
  const { startPriceTiyin, opensAtMs, closesAtMs } = snapshot;
  const elapsed = (nowMs - opensAtMs) / ((closesAtMs - opensAtMs) * RISE_SHARE);
  const forGuest = guestSinceMs === null ? 0 : (nowMs - guestSinceMs) / GUEST_RISE_MS;
  const share = Math.min(1, Math.max(0, elapsed) + Math.max(0, forGuest));
  return Math.floor(startPriceTiyin + (worth - startPriceTiyin) * share);
}

/** Another price now would move the deadline once too often. */
function tooLate({ head, rules }: RoomSnapshot, nowMs: number): boolean {
  const windowMs = rules.overtime?.windowMs ?? 0;
  return head.extensions >= MOST_EXTENSIONS && head.deadlineMs - nowMs <= windowMs;
}

/**
 * The bot's move in the room as it sees it; it never offers more than the lot is worth to it.
 * @param guestSinceMs when a guest came to the room; null: only bots are there
 */
export function nextMove(
  style: BiddingStyle,
  person: string,
  snapshot: RoomSnapshot,
  nowMs: number,
  random: Random,
  guestSinceMs: number | null = null,
): BotMove {
  const { head, me } = snapshot;
  if (head.phase !== 'running' || me.role !== 'bidder' || me.leading || head.suggestedTiyin === 0)
    return { kind: 'wait' };
  if (nowMs >= head.deadlineMs || tooLate(snapshot, nowMs)) return { kind: 'wait' };
  const worth = worthTiyin(style, person, snapshot);
  // The first price of a room is offered at once.
  const most = head.count === 0 ? worth : offeredByNow(worth, snapshot, nowMs, guestSinceMs);
  if (head.suggestedTiyin > most) return { kind: 'wait' };
  const suggested: BotMove = { kind: 'offer', amountTiyin: head.suggestedTiyin };
  switch (style) {
    case 'cautious':
      return random() < 0.6 ? suggested : { kind: 'wait' };
    case 'eager':
      return random() < 0.15
        ? { kind: 'offer', amountTiyin: jump(head.suggestedTiyin, most, random) }
        : suggested;
    case 'sniper': {
      const length = snapshot.closesAtMs - snapshot.opensAtMs;
      return head.deadlineMs - nowMs < length * SNIPER_SHARE ? suggested : { kind: 'wait' };
    }
    case 'auto':
      // One auto-bid at a time: it answers the others by itself until it is beaten.
      if (me.auto) return { kind: 'wait' };
      return random() < 0.5
        ? { kind: 'auto', maximumTiyin: jump(head.suggestedTiyin, most, random) }
        : suggested;
  }
}
