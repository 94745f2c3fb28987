import { io, type Socket } from 'socket.io-client';
import { followUpdate } from '../../shared/realtime/follow.ts';
import { ROOM_EVENTS, type BidAck, type JoinAnswer, type RoomUpdate } from '../../shared/realtime/room.ts';

/** One accepted or refused bid as its bot lived it. */
export interface Outcome {
  lotId: number;
  bidId: string;
  amountTiyin: number;
  /** accepted, unknown, the reason of a refusal, the code of an error, or `no-answer`. */
  word: string;
  seq: number;
  latencyMs: number;
}

const NO_ANSWER_MS = 10_000;

/** A socket in one lot's room; follows the room and notes where it had to notice a gap. */
export class Bot {
  readonly lotId: number;
  readonly socket: Socket;
  seq = 0;
  gaps = 0;
  updates = 0;

  private constructor(socket: Socket, lotId: number) {
    this.socket = socket;
    this.lotId = lotId;
    socket.on(ROOM_EVENTS.update, (update: RoomUpdate) => {
      if (update.head.lotId !== lotId) return;
      this.updates += 1;
      if (followUpdate(this.seq, { prevSeq: update.prevSeq, seq: update.head.seq }) === 'gap') this.gaps += 1;
      this.seq = Math.max(this.seq, update.head.seq);
    });
  }

  static async connect(url: string, lotId: number, headers: Record<string, string>): Promise<Bot> {
    const socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: { origin: new URL(url).origin, ...headers },
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    const bot = new Bot(socket, lotId);
    const answer = (await socket.emitWithAck(ROOM_EVENTS.join, { lotId })) as JoinAnswer;
    if (!answer.ok) throw new Error(`lot ${lotId}: ${answer.error.code}`);
    bot.seq = Math.max(bot.seq, 'snapshot' in answer ? answer.snapshot.head.seq : answer.updates.head.seq);
    return bot;
  }

  /** One bid; latency counts from `scheduledAt`, not from when this busy process came to send it. */
  bid(bidId: string, amountTiyin: number, scheduledAt: number, done: (outcome: Outcome) => void): void {
    const { lotId } = this;
    const finish = (word: string, seq: number) =>
      done({ lotId, bidId, amountTiyin, word, seq, latencyMs: performance.now() - scheduledAt });
    this.socket
      .timeout(NO_ANSWER_MS)
      .emit(ROOM_EVENTS.place, { lotId, bidId, amountTiyin }, (error: Error | null, answer: BidAck) => {
        if (error) finish('no-answer', 0);
        else if ('error' in answer) finish(answer.error.code, 0);
        else if (answer.verdict === 'accepted') finish('accepted', answer.seq);
        else if (answer.verdict === 'refused') finish(answer.reason, answer.seq);
        else finish(answer.verdict, 0);
      });
  }

  close(): void {
    this.socket.disconnect();
  }
}
