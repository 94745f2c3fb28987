import type { CommittedMessage } from '../state/contract.ts';
import type { RoomView } from './room-view.ts';
import { WaitingAnswers } from './waiting-answers.ts';

export type RoomMessage = Exclude<CommittedMessage, { type: 'beat' }>;

/** One lot on this node: its committed view, who waits for what, and what is being filled from PostgreSQL. */
export class Room {
  readonly lotId: number;
  readonly partition: number;
  readonly waiting = new WaitingAnswers();
  view: RoomView;
  /** Feed messages that came while entries before them were being read from PostgreSQL. */
  pending: RoomMessage[] = [];
  filling: Promise<void> | null = null;
  /** performance.now() of the last use by a command; rooms nobody uses or watches are let go. */
  usedAt = performance.now();
  headCheck: Promise<void> | null = null;

  constructor(lotId: number, partition: number, view: RoomView) {
    this.lotId = lotId;
    this.partition = partition;
    this.view = view;
  }
}
