import type { AuctionService } from '#server/auction/index.ts';
import type {
  RoomAdmission,
  RoomBans,
  RoomCommands,
  RoomParticipation,
} from '#server/domains/trade-applications/index.ts';

/** Implements the room ports of trade applications by calls to the auction core. */
export const roomPortsOf = (
  auction: AuctionService,
): RoomAdmission & RoomBans & RoomCommands & RoomParticipation => ({
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
});
