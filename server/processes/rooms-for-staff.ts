import type { AuctionDoor } from '#server/auction/index.ts';
import type {
  RoomAdmission,
  RoomBans,
  RoomCommands,
  RoomSeats,
} from '#server/domains/trade-applications/index.ts';

/** The core's commands in the words of the domain that gives them. */
export const commandsOf = (door: AuctionDoor): RoomAdmission & RoomBans & RoomCommands & RoomSeats => ({
  admit: (lotId, bidder) => door.admit({ lotId, ...bidder }),
  revokeIdle: (lotId, person) => door.revoke({ lotId, person, cause: 'withdrawn', onlyIdle: true }),
  ban: (lotId, person, how) => door.revoke({ lotId, person, cause: 'ban', ...how }),
  leads: async (lotId, number) => (await door.roomHead(lotId))?.leaderNumber === number,
  setLimit: (lotId, person, limitTiyin) => door.setLimit({ lotId, person, limitTiyin }),
  standing: (lotId, person) => door.standing(lotId, person),
  suspend: (lotId, reason) => door.suspend({ lotId, reason }),
  resume: (lotId, then) =>
    door.resume({
      lotId,
      ...(then ? { resumeAtUs: Math.round(then.atMs * 1_000), reason: then.reason } : {}),
    }),
  extend: (lotId, { deadlineMs, reason }) =>
    door.extend({ lotId, deadlineUs: Math.round(deadlineMs * 1_000), reason }),
  withdraw: (lotId, reason) => door.withdraw({ lotId, reason }),
});
