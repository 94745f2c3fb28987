import { RequestError, unavailable } from '#server/platform/errors/index.ts';
import type { RoomAction } from '#shared/api/console/console-rooms.ts';
import { isOutcomeUnknown, type RoomCommandAnswer } from './room-ports.ts';

/** Sends a command of staff; an unknown outcome becomes a 503, and repeating the command is safe. */
async function sent(command: Promise<RoomCommandAnswer>): Promise<RoomCommandAnswer> {
  try {
    const answer = await command;
    // Only what the screen needs: the core's answer has more fields.
    return answer.verdict === 'done' ? { verdict: 'done' } : { verdict: 'refused', reason: answer.reason };
  } catch (error) {
    // Not retried here: the core has tried for seconds already.
    if (isOutcomeUnknown(error)) throw unavailable('console-rooms.unknown', { cause: error });
    throw error;
  }
}

/** Sends a command and records its result, even an unknown one. */
export async function recorded(
  command: Promise<RoomCommandAnswer>,
  record: (result: RoomAction['result']) => Promise<void>,
): Promise<RoomCommandAnswer> {
  try {
    const answer = await sent(command);
    await record(answer.verdict === 'done' ? 'done' : answer.reason);
    return answer;
  } catch (error) {
    // Not retried: the record says that the outcome is unknown, and staff see the room on the board.
    if (error instanceof RequestError) await record('unknown');
    throw error;
  }
}
