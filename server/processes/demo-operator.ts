import type { DemoWorld } from '#server/demo/index.ts';
import { signInOverHttp } from '#server/identity/index.ts';
import { every } from '#server/jobs/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import {
  approveRoomRequest,
  consoleRooms,
  requestResume,
  suspendRoom,
} from '#shared/api/console/console-rooms.ts';

const LOOK_MS = 3_000;
/** Read by people in the room, in whatever language they are. */
const REASON = 'Namoyish davom etadi · Показ продолжается';
const STOP_REASON = 'Namoyish uchun toʻxtatildi · Остановлено для показа';

export interface DemoOperatorOptions {
  publicUrl: string;
  identityUrl: string;
  world: DemoWorld;
  logger: Logger;
}

/**
 * The demo's operators on duty: rooms that wait for staff after a long interruption (the demo was stopped overnight) are
 * resumed by two of them through the console's public calls, as people would. Rooms suspended by people are left alone. One
 * room of a new demo is stopped, so that people see how such a lot looks and staff have one to let go on.
 * Returns the way to stop.
 */
export function startDemoOperator({ world, logger, ...sites }: DemoOperatorOptions): () => Promise<void> {
  const callsOf = (part: string): StaffCalls | null => {
    const found = world.signIns.find((each) => each.part === part);
    return found ? staffCalls({ ...sites, login: found.login, password: world.password }) : null;
  };
  const call = callsOf('operator');
  const callAsSecond = callsOf('second operator');

  return every(LOOK_MS, 'rooms of the demo', logger, async () => {
    if (!call || !callAsSecond) return;
    const { rooms } = consoleRooms.answer.parse(await call('GET', consoleRooms.path));
    for (const { lotId, phase, pauseCause } of rooms) {
      const at = (path: string) => path.replace(':lotId', String(lotId));
      if (lotId === world.toSuspend && phase === 'running') {
        await call('POST', at(suspendRoom.path), { reason: STOP_REASON });
        world.toSuspend = null;
      }
      if (phase !== 'paused' || pauseCause !== 'outage') continue;
      const { requestId } = requestResume.answer.parse(
        await call('POST', at(requestResume.path), { reason: REASON }),
      );
      await callAsSecond('POST', approveRoomRequest.path.replace(':requestId', String(requestId)));
    }
  });
}

/** Answers with the parsed body. @throws for any answer but a success */
type StaffCalls = (method: string, path: string, body?: object) => Promise<unknown>;

/** Calls as one member of staff, who signs in when it is needed. */
function staffCalls(signIn: Parameters<typeof signInOverHttp>[0]): StaffCalls {
  let cookie = '';
  return async (method, path, body) => {
    cookie ||= await signInOverHttp(signIn);
    const answer = await fetch(`${signIn.publicUrl}${path}`, {
      method,
      redirect: 'error',
      headers: { cookie, 'x-savdo': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // The session has ended: the next call signs in again.
    if (answer.status === 401) cookie = '';
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer.json();
  };
}
