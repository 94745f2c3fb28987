import { randomUUID } from 'node:crypto';
import type { AuctionService } from '#server/auction/index.ts';
import {
  botIds,
  createRehearsalsRepository,
  type RunningRehearsal,
} from '#server/domains/trade/rehearsals/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { REHEARSAL_BOTS } from '#shared/limits/rehearsals.ts';
import type { RoomHead } from '#shared/realtime/room.ts';

/** What the lot is worth to bots, as a multiple of the start price: they never offer more. */
const WORTH = 1.6;
/** By this share of the room's time bots have offered what the lot is worth to them, when no person is there. */
const RISE_SHARE = 0.8;
/** How often a bot offers when it may: not each time it looks, so that a person can be first. */
const READINESS = 0.4;

interface PlayDeps {
  db: AnyDb;
  auction: Pick<AuctionService, 'roomHead' | 'placeInPractice'>;
  now?: () => number;
  /** From 0 to below 1. */
  random?: () => number;
}

/**
 * The most that bots offer at this moment: prices rise through the whole room, most of all at its beginning, and an offer of a
 * person is answered at once.
 */
function mostNow(rehearsal: RunningRehearsal, head: RoomHead, nowMs: number): number {
  const { startPriceTiyin, opensAtMs, closesAtMs, bots } = rehearsal;
  const worth = startPriceTiyin * WORTH;
  const ledByPerson = head.leaderNumber !== null && bots.every(({ number }) => number !== head.leaderNumber);
  if (head.count === 0 || ledByPerson) return worth;
  const share = Math.min(1, Math.max(0, nowMs - opensAtMs) / ((closesAtMs - opensAtMs) * RISE_SHARE));
  return startPriceTiyin + (worth - startPriceTiyin) * Math.sqrt(share);
}

/** One look of the bots at every rehearsal that runs. Returns how many prices were confirmed. */
export function createPlayRehearsals({ db, auction, now = Date.now, random = Math.random }: PlayDeps) {
  async function play(rehearsal: RunningRehearsal): Promise<boolean> {
    if (random() >= READINESS) return false;
    const head = await auction.roomHead(rehearsal.lotId);
    if (head?.phase !== 'running' || head.suggestedTiyin === 0) return false;
    if (head.suggestedTiyin > mostNow(rehearsal, head, now())) return false;
    const others = rehearsal.bots.filter(({ number }) => number !== head.leaderNumber);
    const bot = others[Math.floor(random() * others.length)];
    if (!bot) return false;
    const { lotId } = rehearsal;
    const amountTiyin = head.suggestedTiyin;
    return auction.placeInPractice({ lotId, person: bot.person, bidId: randomUUID(), amountTiyin });
  }

  return async (onError: (error: unknown, lotId: number) => void): Promise<number> => {
    let placed = 0;
    for (const rehearsal of await createRehearsalsRepository(db).running(botIds(REHEARSAL_BOTS.max))) {
      try {
        if (await play(rehearsal)) placed += 1;
      } catch (error) {
        // Not repeated: the next look starts from what the room shows then. The other rooms do not wait for it.
        onError(error, rehearsal.lotId);
      }
    }
    return placed;
  };
}
