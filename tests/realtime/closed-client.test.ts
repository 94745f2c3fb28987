import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, expect, it, vi } from 'vitest';
import { AuctionClient } from '#shared/realtime/client/auction-client.ts';

/** A refused connection is asked for again within this, ms. */
const AGAIN_MS = 4_000;

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of toClose.splice(0).toReversed()) await close();
});

it('a client that is closed after it was refused does not come back, and leaves no timer', async () => {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server = new Server(http, { serveClient: false });
  toClose.push(() => server.close());
  server.use((_, next) => next(new Error('refused')));
  const socket = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    transports: ['websocket'],
    forceNew: true,
  });
  let refused = 0;
  socket.on('connect_error', () => (refused += 1));
  // After the socket was made: its library keeps the clock that it found.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const client = new AuctionClient(socket);
  toClose.push(() => client.close());
  const connect = vi.spyOn(socket, 'connect');
  await expect.poll(() => refused).toBe(1);
  vi.advanceTimersByTime(AGAIN_MS);
  await expect.poll(() => refused).toBe(2);
  expect(connect).toHaveBeenCalledTimes(1);

  const timers = vi.getTimerCount();
  client.close();
  expect(vi.getTimerCount()).toBe(timers - 1);
  vi.advanceTimersByTime(AGAIN_MS);
  expect(connect).toHaveBeenCalledTimes(1);
});
