import { build } from 'hdr-histogram-js';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface ClockRun {
  url: string;
  /** Path of the next request. */
  next: () => string;
  connections: number;
  /** Requests a second. */
  rate: number;
  seconds: number;
}

export interface ClockFigures {
  perSecond: number;
  bytesPerSecond: number;
  /** From the moment a request was due until the last byte of its answer, ms. */
  p50: number;
  p99: number;
  max: number;
  failed: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;
/** What is not answered by then counts as failed. */
const PATIENCE_MS = 10_000;

/** A keep-alive connection with one request under way at most; answers are counted, not read. */
class Asker {
  bytesRead = 0;
  readonly #socket: net.Socket;
  readonly #host: string;
  #answered: ((ok: boolean) => void) | null = null;
  #head: Buffer | null = null;
  /** Bytes of the body still to come. */
  #left = 0;
  #ok = false;

  private constructor(socket: net.Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    socket.on('close', () => this.#end(false));
    // Reported by `close` right after.
    socket.on('error', () => undefined);
  }

  static connect(url: string): Promise<Asker> {
    const { hostname, port, host } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Asker(socket, host)));
    });
  }

  ask(path: string, answered: (ok: boolean) => void): void {
    this.#answered = answered;
    if (this.#socket.destroyed) this.#end(false);
    else this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: ${this.#host}\r\nConnection: keep-alive\r\n\r\n`);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    this.bytesRead += bytes.length;
    if (this.#left > 0) {
      this.#take(bytes.length);
      return;
    }
    const all = this.#head ? Buffer.concat([this.#head, bytes]) : bytes;
    const end = all.indexOf(END_OF_HEAD);
    this.#head = end < 0 ? all : null;
    if (end < 0) return;
    const head = all.toString('latin1', 0, end + 2);
    this.#ok = head.startsWith('HTTP/1.1 200 ') && LENGTH.test(head);
    this.#left = Number(LENGTH.exec(head)?.[1] ?? 0);
    this.#take(all.length - end - END_OF_HEAD.length);
  }

  #take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left <= 0) this.#end(this.#ok && this.#left === 0);
  }

  #end(ok: boolean): void {
    const answered = this.#answered;
    this.#answered = null;
    this.#left = 0;
    answered?.(ok);
  }
}

/**
 * Asks by the clock: each request is due at its own instant, evenly spaced, whether or not the answers before it have come. A
 * request whose turn finds every connection busy waits for one, and that wait counts.
 */
export async function askByTheClock(o: ClockRun): Promise<ClockFigures> {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000,
    numberOfSignificantValueDigits: 3,
  });
  const all = await Promise.all(Array.from({ length: o.connections }, () => Asker.connect(o.url)));
  const idle = [...all];
  const waiting: number[] = [];
  let [answers, failed, first] = [0, 0, 0];
  const send = (asker: Asker, dueAt: number): void => {
    asker.ask(o.next(), (ok) => {
      answers += 1;
      if (ok) histogram.recordValue(Math.max(1, Math.round((performance.now() - dueAt) * 1_000)));
      else failed += 1;
      if (first === waiting.length) idle.push(asker);
      else send(asker, waiting[first++] as number);
    });
  };
  const startedAt = performance.now();
  const count = Math.round(o.rate * o.seconds);
  for (let asked = 0; asked < count;) {
    const now = performance.now();
    for (; asked < count; asked += 1) {
      const dueAt = startedAt + (asked * 1_000) / o.rate;
      if (dueAt > now) break;
      const asker = idle.shift();
      if (asker) send(asker, dueAt);
      else waiting.push(dueAt);
    }
    await pause(1);
  }
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (answers < count && performance.now() < giveUpAt) await pause(5);
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const asker of all) asker.close();
  return {
    perSecond: answers / seconds,
    bytesPerSecond: all.reduce((sum, { bytesRead }) => sum + bytesRead, 0) / seconds,
    p50: histogram.getValueAtPercentile(50) / 1_000,
    p99: histogram.getValueAtPercentile(99) / 1_000,
    max: histogram.maxValue / 1_000,
    failed: failed + (count - answers),
  };
}
