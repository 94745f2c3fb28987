import { createServer, request, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, networkOf } from '#server/platform/http/index.ts';
import { createRealtime, type RealtimeServer } from '#server/platform/realtime/index.ts';

/** So few that a flood fills the queue however slowly this machine sends it; four are admitted at once. */
const PER_SECOND = 20;
const PER_ADDRESS = 30;
const QUEUE = 50;
const NOISY = '127.0.0.2';
const QUIET = '127.0.0.3';

let http: HttpServer;
let io: RealtimeServer;
let port: number;
let refusals: string[];
/** Addresses in the order in which their connections were admitted. */
let admitted: string[];
/** Connections admitted before the first request of this address arrived. */
let ahead: Map<string, number>;
let open: Duplex[];

beforeEach(async () => {
  http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  port = (http.address() as AddressInfo).port;
  refusals = [];
  admitted = [];
  ahead = new Map();
  open = [];
  closing = null;
  http.on('upgrade', ({ socket }) => {
    const address = socket.remoteAddress ?? '';
    if (!ahead.has(address)) ahead.set(address, admitted.length);
  });
  io = createRealtime({
    server: http,
    origins: [`http://127.0.0.1:${port}`],
    handshakesPerSecond: PER_SECOND,
    handshakeQueue: QUEUE,
    handshakesPerAddress: PER_ADDRESS,
    address: (req) => networkOf(addressOf(req, 0)),
    onRefused: (cause) => refusals.push(cause),
  });
  io.engine.on('connection', (socket: { request: IncomingMessage }) =>
    admitted.push(socket.request.socket.remoteAddress ?? ''),
  );
});
afterEach(() => closed());

/** Refuses all that still wait, and ends the server. */
let closing: Promise<unknown> | null;
function closed(): Promise<unknown> {
  for (const socket of open) socket.destroy();
  return (closing ??= new Promise((resolve) => io.close(resolve)));
}

/** One handshake from this address of the host: the status it is answered with. */
const handshake = (localAddress: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request({
      port,
      localAddress,
      host: '127.0.0.1',
      path: '/socket.io/?EIO=4&transport=websocket',
      headers: {
        origin: `http://127.0.0.1:${port}`,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    });
    asked.on('upgrade', (_answer, socket) => {
      open.push(socket);
      resolve(101);
    });
    asked.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', reject);
    asked.end();
  });

/** The statuses of several; those still queued at the end of a test are refused. */
const handshakes = (address: string, count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => handshake(address)));

const someRefused = async (): Promise<void> => {
  await expect.poll(() => refusals.length, { timeout: 10_000 }).toBeGreaterThan(0);
};

describe('handshakes', () => {
  it('of one host in a flood are refused beyond its own limit, and another host gets in at its next turn', async () => {
    const flood = handshakes(NOISY, 3 * PER_ADDRESS);
    await someRefused();
    expect(await handshake(QUIET)).toBe(101);
    // One of the noisy host's may be admitted before it, although tens are waiting.
    expect(admitted.indexOf(QUIET) - (ahead.get(QUIET) ?? 0)).toBeLessThanOrEqual(1);
    expect(await handshakes(QUIET, 4)).toEqual([101, 101, 101, 101]);
    await closed();
    const noisy = await flood;
    expect(noisy.filter((status) => status === 101)).toHaveLength(admitted.length - 5);
    expect(new Set(noisy)).toEqual(new Set([101, 503]));
  });

  it('of hosts that fill the queue make room for those of others', async () => {
    const many = ['127.0.0.4', '127.0.0.5', '127.0.0.6'].map((address) => handshakes(address, PER_ADDRESS));
    await someRefused();
    expect(await handshakes(QUIET, 3)).toEqual([101, 101, 101]);
    await closed();
    expect(new Set((await Promise.all(many)).flat())).toEqual(new Set([101, 503]));
  });
});
