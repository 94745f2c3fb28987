import { followUpdate } from '../../shared/realtime/client/room-state.ts';
import type { JoinAnswer } from '../../shared/realtime/room-answers.ts';
import { ROOM_EVENTS, type RoomUpdate } from '../../shared/realtime/room.ts';
import type { KeptPrice } from './invariants.ts';
import { MinimalSocket } from './minimal-socket.ts';
import { ToolProblem } from './tool-options.ts';

const UPDATE = Buffer.from(`42["${ROOM_EVENTS.update}",`);

/** A socket that follows one lot as a page does, and keeps what it was shown. */
export class Watcher {
  readonly lotId: number;
  seq = 0;
  gaps = 0;
  updates = 0;
  /** How often the server ended the connection. */
  losses = 0;
  /** Its first sight of the room: older prices are not its to check. */
  from: number | null = null;
  /** Prices it was shown, by sequence. */
  readonly shown = new Map<number, number>();
  socket: MinimalSocket | null = null;
  /** Called with the age in ms of each update's newest price when it arrives. */
  onAge: (ms: number) => void = () => undefined;

  constructor(lotId: number) {
    this.lotId = lotId;
  }

  /** Connects, or comes back and asks for what it missed. */
  async connect(url: string): Promise<void> {
    const socket = await MinimalSocket.connect(url);
    this.socket = socket;
    socket.onEvent = (bytes, start, end) => {
      if (bytes.compare(UPDATE, 0, UPDATE.length, start, start + UPDATE.length) !== 0) return;
      this.#take((JSON.parse(bytes.toString('utf8', start + 2, end)) as [string, RoomUpdate])[1], true);
    };
    socket.onClose = () => {
      if (this.socket === socket) this.losses += 1;
    };
    const after = this.seq > 0 ? { after: { epoch: 0, seq: this.seq } } : {};
    const answer = await socket.ask<JoinAnswer>(ROOM_EVENTS.join, { lotId: this.lotId, ...after });
    if (!answer.ok) throw new ToolProblem(`lot ${this.lotId}: ${answer.error.code}`);
    if ('snapshot' in answer) {
      this.from ??= (answer.snapshot.prices[0]?.seq ?? 1) - 1;
      for (const { seq, amountTiyin } of answer.snapshot.prices) this.shown.set(seq, amountTiyin);
      this.seq = Math.max(this.seq, answer.snapshot.head.seq);
    } else this.#take(answer.updates, false);
  }

  cut(): void {
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  #take(update: RoomUpdate, live: boolean): void {
    if (update.head.lotId !== this.lotId) return;
    this.updates += 1;
    if (live && followUpdate(this.seq, { prevSeq: update.prevSeq, seq: update.head.seq }) === 'gap')
      this.gaps += 1;
    this.seq = Math.max(this.seq, update.head.seq);
    for (const { seq, amountTiyin } of update.prices) this.shown.set(seq, amountTiyin);
    const newest = update.prices.at(-1);
    if (live && newest) this.onAge(Date.now() - newest.atMs);
  }
}

/** From which sequence on each lot was watched by somebody. */
export function watchedFrom(watchers: readonly Watcher[]): Map<number, number> {
  const from = new Map<number, number>();
  for (const { lotId, from: own } of watchers)
    from.set(lotId, Math.min(from.get(lotId) ?? Infinity, own ?? Infinity));
  return from;
}

/** What a watcher was shown must be what the journal keeps, and its view must end at the newest price. */
export function brokenViews(
  watchers: readonly Watcher[],
  stored: ReadonlyMap<number, readonly KeptPrice[]>,
): string[] {
  const broken: string[] = [];
  const amounts = new Map(
    [...stored].map(([lotId, prices]) => [lotId, new Map(prices.map((p) => [p.seq, p.amountTiyin]))]),
  );
  const newestOf = new Map(
    [...stored].map(([lotId, prices]) => [lotId, prices.reduce((most, p) => Math.max(most, p.seq), 0)]),
  );
  for (const watcher of watchers) {
    if (watcher.losses > 0)
      broken.push(`a viewer of lot ${watcher.lotId} was cut off ${watcher.losses} times`);
    const { lotId, seq, gaps, shown } = watcher;
    const own = amounts.get(lotId) ?? new Map<number, number>();
    const newest = newestOf.get(lotId) ?? 0;
    if (gaps > 0) broken.push(`a viewer of lot ${lotId} met ${gaps} gaps`);
    if (seq < newest) broken.push(`a viewer of lot ${lotId} stayed at ${seq}, not ${newest}`);
    for (const [at, amount] of shown)
      if (own.get(at) !== amount)
        broken.push(`a viewer of lot ${lotId} was shown ${amount} at ${at}, which is not stored`);
  }
  return broken;
}
