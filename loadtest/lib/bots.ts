import { io, type Socket } from 'socket.io-client';
import { AuctionClient } from '../../shared/realtime/client/auction-client.ts';
import { followUpdate, type RoomState } from '../../shared/realtime/client/room-state.ts';
import type { BidAck } from '../../shared/realtime/room-answers.ts';
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
  seq = 0;
  gaps = 0;
  updates = 0;
  readonly #client: AuctionClient;
  readonly #onPrice: NonNullable<BotOptions['onPrice']>;

  private constructor(socket: Socket, { lotId, onPrice = () => undefined }: BotOptions) {
    this.lotId = lotId;
    this.#onPrice = onPrice;
    this.#client = new AuctionClient(socket, { answerMs: NO_ANSWER_MS });
    this.#client.on<RoomUpdate>(ROOM_EVENTS.update, ({ prevSeq, head }) => {
      if (head.lotId !== lotId) return;
      this.updates += 1;
      if (followUpdate(this.seq, { prevSeq, seq: head.seq }) === 'gap') this.gaps += 1;
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
    const bot = new Bot(socket, options);
    try {
      // A storm begins with everybody in the room, or not at all: what is met first is not tried again.
      await new Promise<void>((resolve, reject) => {
        socket.once('connect_error', reject);
        bot.#client.enter(lotId, {
          onEntered: () => resolve(),
          onRefused: ({ code }) => reject(new ToolProblem(`lot ${lotId}: ${code}`)),
          onChange: (state) => bot.#take(state),
        });
      });
      return bot;
    } catch (error) {
      bot.close();
      throw error instanceof ToolProblem
        ? error
        : new ToolProblem(`${url}, lot ${lotId}: ${(error as Error).message}`);
    }
  }

  #take({ head }: RoomState): void {
    this.seq = Math.max(this.seq, head.seq);
    this.#onPrice(this.lotId, head);
  }

  /** One bid; latency counts from `scheduledAt`, not from when this busy process came to send it. */
  bid(bidId: string, amountTiyin: number, scheduledAt: number, done: (outcome: Outcome) => void): void {
    const { lotId } = this;
    const finish = (word: string, seq: number) =>
      done({ lotId, bidId, amountTiyin, word, seq, latencyMs: performance.now() - scheduledAt });
    this.#client.request<BidAck>(ROOM_EVENTS.place, { lotId, bidId, amountTiyin, confirmed: true }).then(
      (answer) => {
        if ('suggestedTiyin' in answer)
          this.#onPrice(lotId, { suggestedTiyin: answer.suggestedTiyin, priceTiyin: null });
        const { word, seq } = wordOf(answer);
        finish(word, seq);
      },
      () => finish('no-answer', 0),
    );
  }

  /** What became of a bid whose answer was lost: asked by its id until the server says so. It is not sent again. */
  async find(bidId: string): Promise<{ word: string; seq: number }> {
    const { lotId } = this;
    for (let tries = 0; tries < FIND_TRIES; tries += 1) {
      try {
        const answer = await this.#client.request<BidAck>(ROOM_EVENTS.find, { lotId, bidId });
        if (!('error' in answer) && answer.verdict !== 'unknown') return wordOf(answer);
      } catch {
        // No answer in time: asked again below.
      }
      await new Promise((resolve) => setTimeout(resolve, FIND_AGAIN_MS));
    }
    return { word: 'never-answered', seq: 0 };
  }

  close(): void {
    this.#client.close();
  }
}
