import { settle } from './auto-bids.ts';
import { hammer } from './hammer.ts';
import type { Room } from './room.ts';

/**
 * Opens a waiting room whose time has come, stamped opensAt however late the call: its waiting auto-bids act first.
 * Too few at a start that counts them end it at once.
 */
export function openIfDue(room: Room): void {
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
