import { followUpdate } from '../../shared/realtime/follow.ts';
import { ROOM_EVENTS, type JoinAnswer, type RoomUpdate } from '../../shared/realtime/room.ts';
import type { KeptPrice } from './invariants.ts';
import { LeanSocket } from './lean-socket.ts';

const UPDATE = Buffer.from(`42["${ROOM_EVENTS.update}",`);

/** A socket that follows one lot as a page does, and keeps what it was shown. */
export class Watcher {
  readonly lotId: number;
  seq = 0;
  gaps = 0;
  updates = 0;
  /** Prices it was shown, by sequence. */
  readonly shown = new Map<number, number>();
  socket: LeanSocket | null = null;
  /** Told the age in ms of each update's newest price when it arrives. */
  onAge: (ms: number) => void = () => undefined;

  constructor(lotId: number) {
    this.lotId = lotId;
  }

  /** Connects, or comes back and asks for what it missed. */
  async connect(url: string): Promise<void> {
    const socket = await LeanSocket.connect(url);
    this.socket = socket;
    socket.onEvent = (bytes, start, end) => {
      if (bytes.compare(UPDATE, 0, UPDATE.length, start, start + UPDATE.length) !== 0) return;
      this.#take((JSON.parse(bytes.toString('utf8', start + 2, end)) as [string, RoomUpdate])[1], true);
    };
    const after = this.seq > 0 ? { after: { epoch: 0, seq: this.seq } } : {};
    const answer = await socket.ask<JoinAnswer>(ROOM_EVENTS.join, { lotId: this.lotId, ...after });
    if (!answer.ok) throw new Error(`lot ${this.lotId}: ${answer.error.code}`);
    if ('snapshot' in answer) {
      for (const { seq, amountTiyin } of answer.snapshot.prices) this.shown.set(seq, amountTiyin);
      this.seq = Math.max(this.seq, answer.snapshot.head.seq);
    } else this.#take(answer.updates, false);
  }

  cut(): void {
    this.socket?.close();
    this.socket = null;
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

/** What a watcher was shown must be what the journal keeps, and its view must end at the newest price. */
export function brokenViews(
  watchers: readonly Watcher[],
  kept: ReadonlyMap<number, readonly KeptPrice[]>,
): string[] {
  const broken: string[] = [];
  const amounts = new Map(
    [...kept].map(([lotId, prices]) => [lotId, new Map(prices.map((p) => [p.seq, p.amountTiyin]))]),
  );
  for (const watcher of watchers) {
    const { lotId, seq, gaps, shown } = watcher;
    const own = amounts.get(lotId) ?? new Map<number, number>();
    const newest = Math.max(0, ...own.keys());
    if (gaps > 0) broken.push(`a viewer of lot ${lotId} met ${gaps} gaps`);
    if (seq < newest) broken.push(`a viewer of lot ${lotId} stayed at ${seq}, not ${newest}`);
    for (const [at, amount] of shown)
      if (own.get(at) !== amount)
        broken.push(`a viewer of lot ${lotId} was shown ${amount} at ${at}, which is not kept`);
  }
  return broken;
}
