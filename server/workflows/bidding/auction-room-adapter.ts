import type { AuctionService, HeldRoom } from '#server/auction/index.ts';
import type {
  RoomAdmission,
  RoomBans,
  RoomChoices,
  RoomCommands,
  RoomLosses,
  RoomParticipation,
} from '#server/domains/trade/trade-applications/index.ts';
import type { RoomLoss } from '#shared/api/console/console-rooms.ts';

/** Implements the room ports of trade applications by calls to the auction core. */
export const roomPortsOf = (
  auction: AuctionService,
): RoomAdmission & RoomBans & RoomChoices & RoomCommands & RoomLosses & RoomParticipation => ({
  admit: (lotId, bidder) => auction.admit({ lotId, ...bidder }),
  revokeIdle: (lotId, person) => auction.revoke({ lotId, person, cause: 'withdrawn', onlyIdle: true }),
  ban: (lotId, person, how) => auction.revoke({ lotId, person, cause: 'ban', ...how }),
  leads: async (lotId, number) => (await auction.roomHead(lotId))?.leaderNumber === number,
  setLimit: (lotId, person, limitTiyin) => auction.setLimit({ lotId, person, limitTiyin }),
  standing: (lotId, person) => auction.standing(lotId, person),
  suspend: (lotId, reason) => auction.suspend({ lotId, reason }),
  resume: (lotId, then) =>
    auction.resume({
      lotId,
      ...(then ? { resumeAtUs: Math.round(then.atMs * 1_000), reason: then.reason } : {}),
    }),
  extend: (lotId, { deadlineMs, reason }) =>
    auction.extend({ lotId, deadlineUs: Math.round(deadlineMs * 1_000), reason }),
  withdraw: (lotId, reason) => auction.withdraw({ lotId, reason }),
  losses: async (lotIds) =>
    new Map((await auction.heldRooms(lotIds)).map((held) => [held.lotId, lossOf(held)])),
  choose: auction.chooseAfterRewind,
  unnotified: auction.unnotifiedRewinds,
  markNotified: auction.markRewindNotified,
});

const lossOf = ({ lostCount, lost }: HeldRoom): RoomLoss => ({
  count: lostCount,
  prices: lost.flatMap((entry) =>
    entry.kind === 'price' ? [{ amountTiyin: entry.amountTiyin, atMs: entry.atUs / 1_000 }] : [],
  ),
});
