import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createListenerCalls } from '#server/integrations/listeners/index.ts';
import { isPublicAddress } from '#server/integrations/listeners/inside-addresses.ts';

let server: Server;
let port: number;
let answer: (res: ServerResponse) => void;
const asked: string[] = [];
const hosts: string[] = [];

beforeAll(async () => {
  server = createServer((req, res) => {
    asked.push(req.url ?? '');
    hosts.push(req.headers.host ?? '');
    answer(res);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const INSIDE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.8.8.8',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.7',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001:0:1::1',
  '2001:db8::1',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
];

test.each(INSIDE)('%s is on the inside, as an address and as what a name resolves to', async (address) => {
  expect(isPublicAddress(address)).toBe(false);
  const literal = address.includes(':') ? `[${address}]` : address;
  const calls = createListenerCalls({
    toLoopback: false,
    resolve: () => Promise.resolve(['8.8.8.8', address]),
  });
  for (const host of [literal, 'looks-harmless.example']) {
    await expect(calls.check(`https://${host}/`), host).rejects.toThrow('public internet');
    await expect(calls.post(`https://${host}/`, {}, '{}'), host).rejects.toThrow('public internet');
  }
});

test.each([
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.32.0.1',
  '213.230.64.1',
  '2a05:45c0::1',
  '2606:4700::1111',
])('%s is public', async (address) => {
  const calls = createListenerCalls({ toLoopback: false, resolve: () => Promise.resolve([address]) });
  await calls.check('https://listener.example/hook');
  await expect(calls.check('https://listener.example:8443/hook')).resolves.toBeUndefined();
});

test.each([
  ['https://2130706433/', 'public internet'],
  ['https://0x7f.1/', 'public internet'],
  ['https://017700000001/', 'public internet'],
  ['https://127.1/', 'public internet'],
  ['https://１２７.0.0.1/', 'public internet'],
  ['https://localhost/', 'public internet'],
  ['http://8.8.8.8/', 'not https'],
  ['ftp://8.8.8.8/', 'not https'],
  ['https://8.8.8.8:22/', 'port 22'],
  ['https://8.8.8.8:1023/', 'port 1023'],
  ['https://user@8.8.8.8/', 'user, password'],
  ['https://8.8.8.8/#part', 'fragment'],
  ['https://', 'no address'],
])('%s is not called', async (url, why) => {
  await expect(createListenerCalls({ toLoopback: false }).check(url)).rejects.toThrow(why);
});

const local = (given: object = {}) => createListenerCalls({ toLoopback: true, timeoutMs: 1_000, ...given });

test('a name that resolves elsewhere after it was judged is called where it was judged', async () => {
  let looks = 0;
  const resolve = () => Promise.resolve([(looks += 1) === 1 ? '127.0.0.1' : '10.0.0.1']);
  answer = (res) => res.writeHead(204).end();
  expect(await local({ resolve }).post(`http://rebinding.example:${port}/pinned`, {}, '{}')).toBe(204);
  expect(looks).toBe(1);
  expect([asked.at(-1), hosts.at(-1)]).toEqual(['/pinned', `rebinding.example:${port}`]);
  await expect(local({ resolve }).post(`http://rebinding.example:${port}/`, {}, '{}')).rejects.toThrow();
});

test('a redirection is an answer, and is not followed', async () => {
  answer = (res) => res.writeHead(307, { location: `http://127.0.0.1:${port}/inside` }).end();
  asked.length = 0;
  expect(await local().post(`http://127.0.0.1:${port}/here`, {}, '{}')).toBe(307);
  expect(asked).toEqual(['/here']);
});

test('of an endless answer no more is read than it takes to see that it is long', async () => {
  let ended: Promise<unknown> = Promise.resolve();
  answer = (res) => {
    ended = new Promise((done) => res.on('close', done));
    res.writeHead(200);
    const more = () => {
      while (!res.destroyed && res.write('x'.repeat(4_096)));
    };
    res.on('drain', more);
    more();
  };
  expect(await local().post(`http://127.0.0.1:${port}/`, {}, '{}')).toBe(200);
  await ended;
});

test('a name server that does not answer in time fails the check and the call', async () => {
  const calls = createListenerCalls({
    toLoopback: true,
    resolveTimeoutMs: 50,
    resolve: () => new Promise(() => undefined),
  });
  const url = `http://silent.example:${port}/`;
  await expect(calls.check(url)).rejects.toThrow('the name was not resolved in 50 ms');
  await expect(calls.post(url, {}, '{}')).rejects.toThrow('the name was not resolved in 50 ms');
});

test('a listener that does not end its answer in time fails', async () => {
  answer = (res) => res.writeHead(200).write('and');
  await expect(local({ timeoutMs: 200 }).post(`http://127.0.0.1:${port}/`, {}, '{}')).rejects.toThrow();
});
