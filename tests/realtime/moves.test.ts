import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { afterEach, expect, it, vi } from 'vitest';
import { comeBack } from '#shared/realtime/client/come-back.ts';
import { sendAway } from '#server/auction/live/send-away.ts';
import { createRealtime } from '#server/platform/realtime/index.ts';
import { startTcpProxy } from '../fixtures/tcp-proxy.ts';

const PAGE = 'http://page.test';
/** A page that does not follow its server's wish comes back after this: too late for any of these tests. */
const USUAL_MS = 600_000;
const LIMIT = { timeout: 30_000 };

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

/** A server that counts who arrives, and can refuse newcomers. */
async function startServer() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const node = { port: (server.address() as AddressInfo).port, takes: true, refused: 0, arrived: 0 };
  const realtime = createRealtime({
    server,
    origins: [PAGE],
    takesConnections: () => node.takes,
    onRefused: () => (node.refused += 1),
  });
  realtime.on('connection', () => (node.arrived += 1));
  toClose.push(() => realtime.close());
  return Object.assign(node, {
    sendAway: () => sendAway(realtime.sockets.sockets.values() as Parameters<typeof sendAway>[0]),
  });
}

/** A page connected to the first of two servers, which a proxy leads to. */
async function pageOnFirst() {
  const [first, second] = [await startServer(), await startServer()];
  const proxy = await startTcpProxy(first.port);
  toClose.push(() => proxy.close());
  const socket = io(`http://127.0.0.1:${proxy.port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: USUAL_MS,
    reconnectionDelayMax: USUAL_MS,
    extraHeaders: { origin: PAGE },
  });
  toClose.push(() => socket.disconnect());
  const moves = comeBack(socket);
  await vi.waitFor(() => expect(socket.connected).toBe(true), LIMIT);
  expect(first.arrived).toBe(1);
  return { first, second, proxy, socket, moves };
}

it('a page that its server sends away agrees, sends nothing more, and is on another server soon', async () => {
  const { first, second, proxy, socket, moves } = await pageOnFirst();
  proxy.redirect(second.port);
  const left = new Promise<{ moving: boolean }>((resolve) => {
    socket.once('disconnect', () => resolve({ moving: moves.moving }));
  });
  await first.sendAway();
  expect(await left).toEqual({ moving: true });
  await vi.waitFor(() => expect(second.arrived).toBe(1), LIMIT);
  await vi.waitFor(() => expect(socket.connected).toBe(true), LIMIT);
  expect(moves.moving).toBe(false);
  // From here on other losses are followed by the usual pauses.
  expect(socket.io.reconnectionDelay()).toBe(USUAL_MS);
  expect(socket.io.reconnectionDelayMax()).toBe(USUAL_MS);
});

it('a page that a proxy leads back to the server it was sent away from asks again until it is on another', async () => {
  const { first, second, proxy, socket, moves } = await pageOnFirst();
  first.takes = false;
  await first.sendAway();
  await vi.waitFor(() => expect(first.refused).toBeGreaterThan(1), LIMIT);
  expect(moves.moving).toBe(true);
  proxy.redirect(second.port);
  await vi.waitFor(() => expect(socket.connected).toBe(true), LIMIT);
  expect([first.arrived, second.arrived]).toEqual([1, 1]);
  expect(moves.moving).toBe(false);
});
