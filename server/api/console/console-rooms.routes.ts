import type { ConsoleRoomsService } from '#server/domains/trade/trade-applications/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  approveRoomRequest,
  consoleRooms,
  rejectRoomRequest,
  requestContinue,
  requestExtend,
  requestResume,
  requestWithdraw,
  resumeRoom,
  roomActionLog,
  roomRequests,
  suspendRoom,
} from '#shared/api/console/console-rooms.ts';

export function registerConsoleRoomRoutes(app: HttpApp, rooms: ConsoleRoomsService): void {
  registerContract(app, consoleRooms, async () => ({ rooms: await rooms.board(), serverAtMs: Date.now() }));
  registerContract(app, roomActionLog, (call) => rooms.actions(call.params.lotId, call.signedIn().personId));
  registerContract(app, suspendRoom, (call) =>
    rooms.suspend(call.params.lotId, call.signedIn(), call.body.reason),
  );
  registerContract(app, resumeRoom, (call) =>
    rooms.resume(call.params.lotId, call.signedIn(), call.body.reason),
  );
  registerContract(app, requestExtend, async (call) => {
    const request = await rooms.request(call.params.lotId, call.signedIn(), { kind: 'extend', ...call.body });
    return { requestId: request.id, expiresAtMs: request.expires_at.getTime() };
  });
  registerContract(app, requestWithdraw, async (call) => {
    const request = await rooms.request(call.params.lotId, call.signedIn(), {
      kind: 'withdraw',
      ...call.body,
    });
    return { requestId: request.id, expiresAtMs: request.expires_at.getTime() };
  });
  registerContract(app, requestContinue, async (call) => {
    const request = await rooms.request(call.params.lotId, call.signedIn(), {
      kind: 'continue',
      ...call.body,
    });
    return { requestId: request.id, expiresAtMs: request.expires_at.getTime() };
  });
  registerContract(app, requestResume, async (call) => {
    const request = await rooms.request(call.params.lotId, call.signedIn(), { kind: 'resume', ...call.body });
    return { requestId: request.id, expiresAtMs: request.expires_at.getTime() };
  });
  registerContract(app, roomRequests, (call) => rooms.pending(call.signedIn().personId));
  registerContract(app, approveRoomRequest, (call) => rooms.approve(call.params.requestId, call.signedIn()));
  registerContract(app, rejectRoomRequest, async (call) => {
    await rooms.reject(call.params.requestId, call.signedIn());
    return { rejected: true } as const;
  });
}
