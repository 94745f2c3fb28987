import type { DemoWorld } from '#server/demo/index.ts';
import { signInOverHttp } from '#server/identity/index.ts';
import { every } from '#server/jobs/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { consoleRooms, resumeRoom, suspendRoom } from '#shared/api/console/console-rooms.ts';

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
 * The demo's operator on duty: rooms that wait for staff after a long interruption (the demo was stopped overnight) are
 * resumed through the console's public calls, as a person would. Rooms suspended by people are left alone. One room of a
 * new demo is stopped, so that people see how such a lot looks and staff have one to let go on.
 * Returns the way to stop.
 */
export function startDemoOperator(options: DemoOperatorOptions): () => Promise<void> {
  const { publicUrl, identityUrl, world, logger } = options;
  const operator = world.signIns.find(({ part }) => part === 'operator');
  let cookie = '';

  async function call(method: string, path: string, body?: object): Promise<Response> {
    const answer = await fetch(`${publicUrl}${path}`, {
      method,
      headers: { cookie, 'x-savdo': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // The session has ended: the next round signs in again.
    if (answer.status === 401) cookie = '';
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer;
  }

  return every(LOOK_MS, 'rooms of the demo', logger, async () => {
    if (!operator) return;
    cookie ||= await signInOverHttp({
      publicUrl,
      identityUrl,
      login: operator.login,
      password: world.password,
    });
    const { rooms } = consoleRooms.answer.parse(await (await call('GET', consoleRooms.path)).json());
    for (const room of rooms) {
      if (room.lotId === world.toSuspend && room.phase === 'running') {
        await call('POST', suspendRoom.path.replace(':lotId', String(room.lotId)), { reason: STOP_REASON });
        world.toSuspend = null;
      }
      if (room.phase !== 'paused' || room.pauseCause !== 'outage') continue;
      await call('POST', resumeRoom.path.replace(':lotId', String(room.lotId)), { reason: REASON });
    }
  });
}
