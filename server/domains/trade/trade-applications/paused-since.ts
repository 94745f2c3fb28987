import { REPEATED_PAUSE_HOURS } from '#shared/limits/room-actions.ts';
import type { ConsoleRoomsRepository } from './console-rooms.repository.ts';
import type { RoomBoard } from './room-ports.ts';

interface PausedSinceDeps {
  board: Pick<RoomBoard, 'pausedSince'>;
  log: Pick<ConsoleRoomsRepository, 'suspendedSince'>;
}

/** When the pause of each room began, or the first of those with which staff held it up one after the other, ms; without other rooms. */
export const createPausedSince =
  ({ board, log }: PausedSinceDeps) =>
  async (lotIds: readonly number[]): Promise<ReadonlyMap<number, number>> => {
    const [since, byStaff] = await Promise.all([
      board.pausedSince(lotIds),
      log.suspendedSince(lotIds, REPEATED_PAUSE_HOURS),
    ]);
    const first = (lotId: number, fromUs: number) => Math.min(fromUs / 1000, byStaff.get(lotId) ?? Infinity);
    return new Map([...since].map(([lotId, fromUs]) => [lotId, first(lotId, fromUs)]));
  };
