import { randomBytes } from 'node:crypto';
import net from 'node:net';

/** What a frame carries: its bytes from `start` to `end`, valid during the call only. */
type OnEvent = (bytes: Buffer, start: number, end: number) => void;

const [MESSAGE_ACK, MESSAGE_EVENT] = ['3'.charCodeAt(0), '2'.charCodeAt(0)];
const [ENGINE_PING, ENGINE_MESSAGE] = ['2'.charCodeAt(0), '4'.charCodeAt(0)];
const CONNECTED = '0'.charCodeAt(0);
const BRACKET = '['.charCodeAt(0);
const CONNECT_MS = 30_000;

/**
 * A Socket.IO client on a bare TCP socket, WebSocket transport only: costs a generator a fraction of what the library's
 * client does, so that on a small machine the server is measured and not its clients. Nothing is retried.
 */
export class MinimalSocket {
  onEvent: OnEvent = () => undefined;
  onClose: () => void = () => undefined;
  bytesRead = 0;
  readonly #socket: net.Socket;
  readonly #waiting = new Map<number, (json: string) => void>();
  /** Asked and not answered: rejected when the connection is gone. */
  readonly #asked = new Set<(error: Error) => void>();
  #rest: Buffer | null = null;
  #next = 0;
  #opened: (() => void) | null = null;

  private constructor(socket: net.Socket) {
    this.#socket = socket;
  }

  static connect(url: string, headers: Record<string, string> = {}): Promise<MinimalSocket> {
    const { hostname, port, host, origin } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
      const lean = new MinimalSocket(socket);
      const fail = (why: string) => {
        socket.destroy();
        reject(new Error(`${host}: ${why}`));
      };
      const timer = setTimeout(() => fail('no connection in time'), CONNECT_MS);
      socket.on('error', (error) => fail(error.message));
      const all = {
        Host: host,
        Origin: origin,
        Upgrade: 'websocket',
        Connection: 'Upgrade',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
        ...headers,
      };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
      socket.write(`GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      let head = Buffer.alloc(0);
      const onHead = (chunk: Buffer) => {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const status = head.toString('latin1', 9, 12);
        if (status !== '101') return fail(`answered ${status}`);
        socket.off('data', onHead);
        socket.on('data', (bytes: Buffer) => lean.#read(bytes));
        lean.#opened = () => {
          clearTimeout(timer);
          resolve(lean);
        };
        lean.#send('40');
        if (head.length > end + 4) lean.#read(head.subarray(end + 4));
      };
      socket.on('data', onHead);
      socket.on('close', () => {
        // Of no effect where the connection stood already.
        fail('the connection was closed');
        clearTimeout(timer);
        lean.#closed();
      });
    });
  }

  /** Sends an event; `payload` is JSON text. */
  emit(event: string, payload: string, answered?: (json: string) => void): void {
    let id = '';
    if (answered) {
      this.#next += 1;
      this.#waiting.set(this.#next, answered);
      id = String(this.#next);
    }
    this.#send(`42${id}["${event}",${payload}]`);
  }

  /** Sends an event and resolves with what the server acknowledged; rejects when the connection ends before. */
  ask<T>(event: string, payload: object): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('the connection is gone (ECONNRESET)'));
      this.#asked.add(reject);
      this.emit(event, JSON.stringify(payload), (json) => {
        this.#asked.delete(reject);
        resolve(JSON.parse(json) as T);
      });
    });
  }

  /** Stops (or goes on) reading: a reader that no longer takes what it is sent. */
  stall(stalled: boolean): void {
    if (stalled) this.#socket.pause();
    else this.#socket.resume();
  }

  close(): void {
    this.#socket.destroy();
  }

  #closed(): void {
    this.#waiting.clear();
    for (const reject of this.#asked) reject(new Error('the connection ended (ECONNRESET)'));
    this.#asked.clear();
    this.onClose();
  }

  /** One masked text frame; a mask of zeros leaves the bytes as they are. */
  #send(text: string): void {
    const size = Buffer.byteLength(text);
    const short = size < 126;
    const frame = Buffer.allocUnsafe(size + (short ? 6 : 8));
    frame[0] = 0x81;
    frame[1] = 0x80 | (short ? size : 126);
    if (!short) frame.writeUInt16BE(size, 2);
    frame.fill(0, short ? 2 : 4, short ? 6 : 8);
    frame.write(text, short ? 6 : 8);
    this.#socket.write(frame);
  }

  #read(chunk: Buffer): void {
    this.bytesRead += chunk.length;
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    while (bytes.length - at >= 2) {
      const kind = (bytes[at] as number) & 0x0f;
      let size = (bytes[at + 1] as number) & 0x7f;
      let start = at + 2;
      if (size === 126) {
        if (bytes.length - at < 4) break;
        size = bytes.readUInt16BE(at + 2);
        start = at + 4;
      } else if (size === 127) {
        if (bytes.length - at < 10) break;
        size = Number(bytes.readBigUInt64BE(at + 2));
        start = at + 10;
      }
      if (bytes.length < start + size) break;
      at = start + size;
      if (kind === 1) this.#take(bytes, start, at);
      else if (kind === 8) this.#socket.end();
    }
    this.#rest = at < bytes.length ? bytes.subarray(at) : null;
  }

  #take(bytes: Buffer, start: number, end: number): void {
    if (bytes[start] === ENGINE_PING) return this.#send('3');
    if (bytes[start] !== ENGINE_MESSAGE) return;
    const kind = bytes[start + 1];
    if (kind === MESSAGE_EVENT) this.onEvent(bytes, start, end);
    else if (kind === MESSAGE_ACK) {
      let id = 0;
      let at = start + 2;
      for (; bytes[at] !== BRACKET; at += 1) id = id * 10 + (bytes[at] as number) - 48;
      const answered = this.#waiting.get(id);
      this.#waiting.delete(id);
      // An acknowledgement is a list of one.
      answered?.(bytes.toString('utf8', at + 1, end - 1));
    } else if (kind === CONNECTED) this.#opened?.();
  }
}
