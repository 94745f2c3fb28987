import { RequestError, unavailable } from '#server/platform/errors/index.ts';
import type { RoomAction } from '#shared/api/console-rooms.ts';
import { isOutcomeUnknown, type RoomCommandAnswer } from './room-door.ts';

/** Sends a command of staff; an outcome that cannot be told becomes a 503, and doing it again is safe. */
async function sent(command: Promise<RoomCommandAnswer>): Promise<RoomCommandAnswer> {
  try {
    const answer = await command;
    // Only what the screen shows leaves: the core's answer carries more.
    return answer.verdict === 'done' ? { verdict: 'done' } : { verdict: 'refused', reason: answer.reason };
  } catch (error) {
    // Not retried here: the core has tried for seconds already.
    if (isOutcomeUnknown(error)) throw unavailable('console-rooms.unknown', { cause: error });
    throw error;
  }
}

/** Sends a command and records its result, also when that cannot be told. */
export async function recorded(
  command: Promise<RoomCommandAnswer>,
  record: (result: RoomAction['result']) => Promise<void>,
): Promise<RoomCommandAnswer> {
  try {
    const answer = await sent(command);
    await record(answer.verdict === 'done' ? 'done' : answer.reason);
    return answer;
  } catch (error) {
    // Not retried: staff look at the board, and the record says that this one is open.
    if (error instanceof RequestError) await record('unknown');
    throw error;
  }
}
