import { createServer, type Server } from 'node:http';
import { createConnection, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discardBody } from '#server/platform/http/discard-body.ts';

/** Longer than an honest sender on this machine takes, and short enough to be waited for. */
const FINISH_MS = 1_000;
const BODY_BYTES = 4 * 1024 * 1024;

let server: Server;
let port: number;
let connections = 0;
beforeAll(async () => {
  server = createServer((req, res) => {
    discardBody(req, res, FINISH_MS);
    res.writeHead(401, { 'Content-Type': 'text/plain' }).end('refused');
  }).on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`;

/** A sender that waits for nothing; `texts` is what was answered so far. */
function connect() {
  const socket = createConnection(port, '127.0.0.1');
  const faults: Error[] = [];
  let texts = '';
  socket.on('data', (part) => (texts += part.toString())).on('error', (fault) => faults.push(fault));
  /** Whether the connection ended by a fault. */
  const closed = new Promise<boolean>((resolve) => socket.once('close', resolve));
  const answers = async (count: number) => {
    await expect.poll(() => texts.split('HTTP/1.1 401').length - 1, { timeout: 10_000 }).toBe(count);
  };
  return { socket, faults, closed, answers };
}

test('who is answered before the end of a body can send it all, and send the next one', async () => {
  const before = connections;
  const { socket, faults, answers } = connect();
  socket.write(head);
  await answers(1);
  // Only now the body: it was refused, and is read all the same.
  await new Promise((sent) => socket.write(Buffer.alloc(BODY_BYTES), sent));
  socket.write(head);
  await answers(2);
  expect(faults).toEqual([]);
  expect(connections - before).toBe(1);
  socket.destroy();
});

test('a sender that goes silent after its answer is cut off', async () => {
  const { socket, closed, answers } = connect();
  socket.write(head);
  await answers(1);
  expect(await closed).toBe(false);
});
