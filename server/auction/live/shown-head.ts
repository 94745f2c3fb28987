import type { LotHeadMark } from '../state/auction-log.repository.ts';
import type { Room } from './room.ts';
import type { RoomView } from './room-view.ts';

/** What a room showed at one moment. */
export interface ShownHead {
  view: RoomView;
  epoch: number;
  seq: number;
  hash: string;
}

export const shownIn = ({ view }: Room): ShownHead => ({
  view,
  epoch: view.epoch,
  seq: view.seq,
  hash: view.hash,
});

/** Whether PostgreSQL, by a head read afterwards, lacks what was shown. */
export const isLost = (shown: ShownHead, head: LotHeadMark | null): boolean =>
  head === null ||
  head.seq < shown.seq ||
  head.epoch < shown.epoch ||
  (head.seq === shown.seq && head.headHash !== shown.hash);
