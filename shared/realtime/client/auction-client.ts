import type { RoomError } from '../room-answers.ts';
import type { ClientSocket } from './client-socket.ts';
import { comeBack, type ComeBack } from './come-back.ts';
import { NoAnswer } from './no-answer.ts';
import { RoomFollower, type RoomConnection } from './room-follower.ts';
import { withNewest, type RoomState } from './room-state.ts';
import { sendCommand, type FinalAnswer, type RoomCommand } from './send-command.ts';

/** How long a command may stay unanswered before its outcome counts as unknown, ms. */
const ANSWER_MS = 8_000;
/** Prices and events that a state of a room has at most; older ones are read over HTTP. */
const NEWEST = 50;

export interface RoomOptions {
  /** Each time the room was entered. */
  onEntered?: (state: RoomState) => void;
  /** After each change of its state, entering included. */
  onChange?: (state: RoomState) => void;
  /** Not let in; where `code` is `not-found` the room is asked for again every 15 s. */
  onRefused?: (error: RoomError) => void;
  /** The room cannot confirm offers just now, or can again. */
  onInterrupted?: (interrupted: boolean) => void;
}

/**
 * Rooms over one socket of socket.io-client. It comes back from every loss, follows rooms without a gap, and stays with each
 * command until its outcome is known, so that none counts twice.
 */
export class AuctionClient {
  readonly #socket: ClientSocket;
  readonly #moves: ComeBack;
  readonly #rooms = new Map<number, AuctionRoom>();
  readonly #connection: RoomConnection;
  readonly #answerMs: number;
  #closed = false;

  /** @param options.answerMs how long an answer is waited for, 8 s unless set */
  constructor(socket: ClientSocket, { answerMs = ANSWER_MS }: { answerMs?: number } = {}) {
    this.#socket = socket;
    this.#answerMs = answerMs;
    this.#moves = comeBack(socket);
    this.#connection = {
      isOnline: () => this.online,
      request: (event, payload) => this.request(event, payload),
      on: (event, handler) => {
        socket.on(event, handler);
        return () => socket.off(event, handler);
      },
      onConnected: (handler) => {
        socket.on('connect', handler);
        if (socket.connected) handler();
        return () => socket.off('connect', handler);
      },
    };
  }

  /** Commands can be sent. */
  get online(): boolean {
    return this.#socket.connected && !this.#moves.moving;
  }

  /** Sends an event and waits for its answer. @throws NoAnswer when there is no connection, or no answer in time */
  async request<Answer>(event: string, payload: unknown): Promise<Answer> {
    if (!this.online) throw new NoAnswer(true);
    try {
      return (await this.#socket.timeout(this.#answerMs).emitWithAck(event, payload)) as Answer;
    } catch (cause) {
      throw new NoAnswer(false, { cause });
    }
  }

  /** Hears an event of the server until the returned function is called. */
  on<Payload>(event: string, handler: (payload: Payload) => void): () => void {
    return this.#connection.on(event, handler);
  }

  /** Enters a room, once: it stays entered across lost connections until it is left. */
  enter(lotId: number, options: RoomOptions = {}): AuctionRoom {
    const known = this.#rooms.get(lotId);
    if (known) return known;
    const room = new AuctionRoom(this, this.#connection, lotId, options, () => this.#rooms.delete(lotId));
    this.#rooms.set(lotId, room);
    return room;
  }

  /** Sends a command until its outcome is known; also for one that a former run of the program wrote down and did not see answered. */
  send(command: RoomCommand): Promise<FinalAnswer> {
    const transport = {
      send: <Answer>(event: string, payload: unknown) => this.request<Answer>(event, payload),
    };
    return sendCommand(command, transport, () => {
      if (this.#closed) throw new NoAnswer(false);
    });
  }

  /** What is under way is rejected with NoAnswer: its outcome is unknown. */
  close(): void {
    this.#closed = true;
    for (const room of this.#rooms.values()) room.leave();
    this.#moves.stop();
    this.#socket.disconnect();
  }
}

/** One room as a client follows it. */
export class AuctionRoom {
  readonly lotId: number;
  readonly #client: AuctionClient;
  readonly #follower: RoomFollower;
  readonly #left: () => void;
  #state: RoomState | null = null;
  #awaited: { seq: number; resolve: () => void; reject: (reason: NoAnswer) => void }[] = [];

  constructor(
    client: AuctionClient,
    connection: RoomConnection,
    lotId: number,
    options: RoomOptions,
    left: () => void,
  ) {
    this.lotId = lotId;
    this.#client = client;
    this.#left = left;
    const show = (state: RoomState) => {
      this.#state = withNewest(state, NEWEST);
      for (const { seq, resolve } of this.#awaited) if (seq <= state.head.seq) resolve();
      this.#awaited = this.#awaited.filter(({ seq }) => seq > state.head.seq);
      options.onChange?.(this.#state);
    };
    this.#follower = new RoomFollower(connection, {
      lotId,
      state: () => this.#state,
      changed: show,
      entered: (state) => {
        show(state);
        options.onEntered?.(state);
      },
      refused: (error) => options.onRefused?.(error),
      interrupted: (yes) => options.onInterrupted?.(yes),
      catchingUp: () => undefined,
    });
    this.#follower.start();
  }

  /** null: not entered yet. */
  get state(): RoomState | null {
    return this.#state;
  }

  /**
   * Offers a price in tiyin, and waits until it is accepted or refused.
   * @param bidId of one's own; a new one unless given. Write it down before, to ask for it after a crash
   * @param confirmed yes to an offer far above the suggested price
   */
  offer(
    amountTiyin: number,
    { bidId, confirmed = false }: { bidId?: string; confirmed?: boolean } = {},
  ): Promise<FinalAnswer> {
    return this.#send('offer', amountTiyin, bidId, confirmed);
  }

  /** Sets or changes the secret maximum, in tiyin, up to which the room bids for its person. */
  setAuto(maximumTiyin: number, bidId?: string): Promise<FinalAnswer> {
    return this.#send('auto-set', maximumTiyin, bidId);
  }

  /** Deletes the secret maximum; standing prices stay. */
  clearAuto(bidId?: string): Promise<FinalAnswer> {
    return this.#send('auto-clear', 0, bidId);
  }

  /**
   * Resolves when the state of the room has come to this sequence: an answer may be here before what it brought.
   * @throws NoAnswer when the room is left
   */
  reached(seq: number): Promise<void> {
    if ((this.#state?.head.seq ?? -1) >= seq) return Promise.resolve();
    return new Promise((resolve, reject) => this.#awaited.push({ seq, resolve, reject }));
  }

  leave(): void {
    this.#follower.stop();
    this.#left();
    for (const { reject } of this.#awaited.splice(0)) reject(new NoAnswer(false));
  }

  #send(
    kind: RoomCommand['kind'],
    amountTiyin: number,
    bidId: string = crypto.randomUUID(),
    confirmed = false,
  ): Promise<FinalAnswer> {
    const sentEpoch = this.#state?.head.epoch ?? 0;
    return this.#client.send({ lotId: this.lotId, bidId, kind, amountTiyin, confirmed, sentEpoch });
  }
}
