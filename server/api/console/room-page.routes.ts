import type { RoomPage, RoomReader } from '#server/domains/trade/trade-applications/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import {
  consoleRoom,
  consoleRoomAttempts,
  consoleRoomBidders,
  consoleRoomLog,
  consoleRoomPrices,
  openRoomLimits,
} from '#shared/api/console/room-page.ts';

const readerOf = (call: Pick<Call, 'signedIn' | 'address'>): RoomReader => ({
  personId: call.signedIn().personId,
  address: call.address,
});

/** The page of one room. */
export function registerRoomPageRoutes(app: HttpApp, rooms: RoomPage): void {
  registerContract(app, consoleRoom, (call) => rooms.room(call.params.lotId, readerOf(call)));
  registerContract(app, consoleRoomLog, (call) =>
    rooms.log(call.params.lotId, call.query.before, readerOf(call)),
  );
  registerContract(app, consoleRoomPrices, (call) => rooms.prices(call.params.lotId));
  registerContract(app, consoleRoomBidders, async (call) => {
    const { page, size } = call.query;
    return { ...(await rooms.bidders(call.params.lotId, call.query, readerOf(call))), page, size };
  });
  registerContract(app, openRoomLimits, (call) =>
    rooms.openLimits(call.params.lotId, call.body.reason, readerOf(call)),
  );
  registerContract(app, consoleRoomAttempts, async (call) => {
    const { page, size } = call.query;
    return { ...(await rooms.attempts(call.params.lotId, call.query, readerOf(call))), page, size };
  });
}
