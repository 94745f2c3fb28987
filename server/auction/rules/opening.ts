import { settle } from './auto-bids.ts';
import { hammer } from './hammer.ts';
import type { CommandExecution } from './command-execution.ts';

/**
 * Opens a waiting room that is due, stamped opensAt however late the call: its waiting auto-bids act first. Where the
 * rules require participants at the start and there are too few, the room closes at once.
 */
export function openIfDue(room: CommandExecution): void {
  const { state } = room;
  if (state.phase !== 'waiting' || room.nowUs < room.opensAtUs) return;
  room.asOf(room.opensAtUs, () => {
    const participants = room.participants();
    room.append({ kind: 'opened', participants });
    const { count, at } = state.terms.rules.minParticipants;
    if (at === 'start' && participants < count) hammer(room, 'not-held');
    else settle(room, '');
  });
}
