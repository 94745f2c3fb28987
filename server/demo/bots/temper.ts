import type { RoomSnapshot } from '#shared/realtime/room.ts';
import { between, randomOf, type Random } from '../pictures/random.ts';
import type { Temper } from '../people.ts';

/** What a bot does now in a room: offers a price, leaves an auto-bid, or looks again later. */
export type BotMove =
  { kind: 'offer'; amountTiyin: number } | { kind: 'auto'; maximumTiyin: number } | { kind: 'wait' };

/** What the lot is worth to a bot, as a multiple of the start price. */
const WORTH: Record<Temper, readonly [number, number]> = {
  cautious: [1.25, 1.9],
  eager: [1.6, 2.6],
  sniper: [1.7, 2.7],
  auto: [1.5, 2.4],
};
/** Seconds between two looks. */
const PAUSE_S: Record<Temper, readonly [number, number]> = {
  cautious: [24, 60],
  eager: [12, 34],
  sniper: [6, 14],
  auto: [20, 50],
};
const SECOND_MS = 1_000;
/** Snipers sleep until this share of the room's time is left. */
const SNIPER_SHARE = 0.25;
/** A room that runs for hours is looked at about this often in all its time. */
const LOOKS = 60;

/** What the lot is worth to this bot: the same for the same bot and lot. */
export function worthTiyin(temper: Temper, person: string, snapshot: RoomSnapshot): number {
  const [least, most] = WORTH[temper];
  const more = snapshot.practice ? 1.4 : 1;
  const random = randomOf(`worth:${person}:${snapshot.head.lotId}`);
  return Math.floor(snapshot.startPriceTiyin * between(random, least, most * more));
}

/** How long the bot looks away, ms. */
export function pauseMs(temper: Temper, snapshot: RoomSnapshot, nowMs: number, random: Random): number {
  const [least, most] = PAUSE_S[temper];
  const haste = snapshot.practice ? 0.4 : 1;
  const usual = between(random, least, most) * haste * SECOND_MS;
  const left = snapshot.head.deadlineMs - nowMs;
  return Math.max(usual, (left / LOOKS) * between(random, 0.5, 1.5));
}

/** Raises are round sums, as people type them; never above what the lot is worth. */
function jump(suggested: number, worth: number, random: Random): number {
  const raised = Math.floor((suggested * between(random, 1.01, 1.06)) / 10_000_000) * 10_000_000;
  return raised > suggested && raised <= worth ? raised : suggested;
}

/** The bot's move in the room as it sees it; it never offers more than the lot is worth to it. */
export function nextMove(
  temper: Temper,
  person: string,
  snapshot: RoomSnapshot,
  nowMs: number,
  random: Random,
): BotMove {
  const { head, me } = snapshot;
  if (head.phase !== 'running' || me.role !== 'bidder' || me.leading || head.suggestedTiyin === 0)
    return { kind: 'wait' };
  if (nowMs >= head.deadlineMs) return { kind: 'wait' };
  const worth = worthTiyin(temper, person, snapshot);
  if (head.suggestedTiyin > worth) return { kind: 'wait' };
  const suggested: BotMove = { kind: 'offer', amountTiyin: head.suggestedTiyin };
  switch (temper) {
    case 'cautious':
      return random() < 0.6 ? suggested : { kind: 'wait' };
    case 'eager':
      return random() < 0.15
        ? { kind: 'offer', amountTiyin: jump(head.suggestedTiyin, worth, random) }
        : suggested;
    case 'sniper': {
      const length = snapshot.closesAtMs - snapshot.opensAtMs;
      return head.deadlineMs - nowMs < length * SNIPER_SHARE ? suggested : { kind: 'wait' };
    }
    case 'auto':
      // One auto-bid at a time: it answers the others by itself until it is beaten.
      if (me.auto) return { kind: 'wait' };
      return random() < 0.5
        ? { kind: 'auto', maximumTiyin: Math.min(worth, jump(head.suggestedTiyin, worth, random)) }
        : suggested;
  }
}
