import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startFaultyProxy } from '../fixtures/faulty-proxy.ts';
import { random } from '../fixtures/random.ts';

const PIECES = 1_500;

test('a connection that comes late by chance delivers its bytes in their order', async () => {
  const received: number[] = [];
  const all = Promise.withResolvers<void>();
  const server = createServer((socket) =>
    socket.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += 4) received.push(bytes.readUInt32BE(at));
      if (received.length === PIECES) all.resolve();
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await startFaultyProxy((server.address() as AddressInfo).port);
  proxy.set({ toServer: { delayMs: () => random() * 40 } });
  const client = connect(proxy.port, '127.0.0.1').setNoDelay(true);
  await once(client, 'connect');
  for (let piece = 0; piece < PIECES; piece += 1) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(piece);
    client.write(bytes);
    // Each is a piece of its own on the way.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await all.promise;
  expect(received.filter((piece, at) => piece !== at)).toEqual([]);
  expect(proxy.seen().late).toBeGreaterThan(PIECES / 10);
  client.destroy();
  await proxy.close();
  server.close();
});
