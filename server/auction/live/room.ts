import type { CommittedMessage } from '../state/contract.ts';
import type { RoomView } from './room-view.ts';
import { CommitWaiters } from './commit-waiters.ts';

export type RoomMessage = Exclude<CommittedMessage, { type: 'beat' }>;

/** Messages that wait for a room at most. */
const MAX_PENDING = 5_000;

/**
 * Adds a message to those that wait for a room. Too many to buffer: the newest entries show the gap, and filling it reads
 * the others. A raised epoch is in no entry, so its message is retained.
 */
export function buffered(waiting: RoomMessage[], message: RoomMessage): RoomMessage[] {
  const list =
    waiting.length < MAX_PENDING ? waiting : waiting.filter(({ type }) => type === 'epoch').slice(-1);
  list.push(message);
  return list;
}

/** One lot on this node: its committed view, the answers waiting for a commit, and the gap being filled. */
export class Room {
  readonly lotId: number;
  readonly partition: number;
  readonly commitWaiters = new CommitWaiters();
  view: RoomView;
  /** Feed messages received while entries before them were being read from PostgreSQL. */
  pending: RoomMessage[] = [];
  filling: Promise<void> | null = null;
  /** performance.now() of the last use by a command; rooms neither used nor watched are evicted. */
  usedAt = performance.now();
  headCheck: Promise<void> | null = null;
  /**
   * Epoch in which PostgreSQL lost entries of this view; 0: none. Entries of this epoch and earlier may be lost ones that
   * Redis still has: they are taken from PostgreSQL, not from messages.
   */
  lostEpoch = 0;

  constructor(lotId: number, partition: number, view: RoomView) {
    this.lotId = lotId;
    this.partition = partition;
    this.view = view;
  }
}
