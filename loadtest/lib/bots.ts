import { io, type Socket } from 'socket.io-client';
import { followUpdate } from '../../shared/realtime/follow-room.ts';
import type { BidAck, JoinAnswer } from '../../shared/realtime/room-answers.ts';
import { ROOM_EVENTS, type RoomUpdate } from '../../shared/realtime/room.ts';
import type { PriceSeen } from './mix.ts';
import { ToolProblem } from './tool-options.ts';

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
/** A bid without an answer is asked for by its id, so often at most. */
const FIND_TRIES = 20;
const FIND_AGAIN_MS = 1_000;

/** What an answer means, in a word; 0 where it has no sequence. */
export function wordOf(answer: BidAck): { word: string; seq: number } {
  if ('error' in answer) return { word: answer.error.code, seq: 0 };
  if (answer.verdict === 'accepted') return { word: 'accepted', seq: answer.seq };
  if (answer.verdict === 'refused') return { word: answer.reason, seq: answer.seq };
  return { word: answer.verdict, seq: 0 };
}

export interface BotOptions {
  url: string;
  lotId: number;
  headers: Record<string, string>;
  /** Called with each price the bot sees, in updates and in answers. */
  onPrice?: (lotId: number, seen: PriceSeen) => void;
}

/** A socket in one lot's room; follows the room and notes where it had to notice a gap. */
export class Bot {
  readonly lotId: number;
  readonly socket: Socket;
  seq = 0;
  gaps = 0;
  updates = 0;
  /** How often the connection was lost and came back. */
  returns = -1;
  readonly #onPrice: NonNullable<BotOptions['onPrice']>;

  private constructor(socket: Socket, { lotId, onPrice = () => undefined }: BotOptions) {
    this.socket = socket;
    this.lotId = lotId;
    this.#onPrice = onPrice;
    socket.on(ROOM_EVENTS.update, (update: RoomUpdate) => {
      if (update.head.lotId !== lotId) return;
      this.updates += 1;
      if (followUpdate(this.seq, { prevSeq: update.prevSeq, seq: update.head.seq }) === 'gap') this.gaps += 1;
      this.#take(update);
    });
  }

  /** Connects and joins; comes back to its room by itself afterwards, as a page does. */
  static async connect(options: BotOptions): Promise<Bot> {
    const { url, lotId, headers } = options;
    const socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 200,
      reconnectionDelayMax: 1_000,
      extraHeaders: { origin: new URL(url).origin, ...headers },
    });
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      const bot = new Bot(socket, options);
      await bot.#join();
      // A room that cannot be joined yet is joined at the next connection; its bids say what they met.
      socket.on('connect', () => void bot.#join().catch(() => undefined));
      return bot;
    } catch (error) {
      // Not retried: a storm begins with everybody in the room, or not at all.
      socket.disconnect();
      throw error instanceof ToolProblem
        ? error
        : new ToolProblem(`${url}, lot ${lotId}: ${(error as Error).message}`);
    }
  }

  async #join(): Promise<void> {
    const { lotId, socket, seq } = this;
    const after = seq > 0 ? { after: { epoch: 0, seq } } : {};
    const asked = socket.timeout(NO_ANSWER_MS).emitWithAck(ROOM_EVENTS.join, { lotId, ...after });
    const answer = (await asked) as JoinAnswer;
    if (!answer.ok) throw new ToolProblem(`lot ${lotId}: ${answer.error.code}`);
    this.#take('snapshot' in answer ? answer.snapshot : answer.updates);
    this.returns += 1;
  }

  #take({ head }: Pick<RoomUpdate, 'head'>): void {
    this.seq = Math.max(this.seq, head.seq);
    this.#onPrice(this.lotId, head);
  }

  /** One bid; latency counts from `scheduledAt`, not from when this busy process came to send it. */
  bid(bidId: string, amountTiyin: number, scheduledAt: number, done: (outcome: Outcome) => void): void {
    const { lotId } = this;
    const finish = (word: string, seq: number) =>
      done({ lotId, bidId, amountTiyin, word, seq, latencyMs: performance.now() - scheduledAt });
    this.socket
      .timeout(NO_ANSWER_MS)
      .emit(
        ROOM_EVENTS.place,
        { lotId, bidId, amountTiyin, confirmed: true },
        (error: Error | null, answer: BidAck) => {
          if (error) return finish('no-answer', 0);
          if ('suggestedTiyin' in answer)
            this.#onPrice(lotId, { suggestedTiyin: answer.suggestedTiyin, priceTiyin: null });
          const { word, seq } = wordOf(answer);
          finish(word, seq);
        },
      );
  }

  /** What became of a bid whose answer was lost: asked by its id until the server says so. */
  async find(bidId: string): Promise<{ word: string; seq: number }> {
    const { lotId, socket } = this;
    for (let tries = 0; tries < FIND_TRIES; tries += 1) {
      try {
        const asked = socket.timeout(NO_ANSWER_MS).emitWithAck(ROOM_EVENTS.find, { lotId, bidId });
        const answer = (await asked) as BidAck;
        if (!('error' in answer) && answer.verdict !== 'unknown') return wordOf(answer);
      } catch {
        // No answer in time: asked again below.
      }
      await new Promise((resolve) => setTimeout(resolve, FIND_AGAIN_MS));
    }
    return { word: 'never-answered', seq: 0 };
  }

  close(): void {
    this.socket.disconnect();
  }
}
