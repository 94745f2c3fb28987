import type { RoomState } from '#shared/realtime/client/room-state.ts';

export type AutoDoing = 'none' | 'paused' | 'waits' | 'asleep' | 'holds' | 'exhausted' | 'ready';

/** What the auto-bid is doing now. */
export function autoDoing({ me: { auto, leading }, head }: RoomState): AutoDoing {
  if (!auto) return 'none';
  if (head.phase === 'paused') return 'paused';
  if (head.phase === 'waiting') return 'waits';
  if (auto.asleep) return 'asleep';
  if (leading) return 'holds';
  return auto.maximumTiyin < head.suggestedTiyin ? 'exhausted' : 'ready';
}
