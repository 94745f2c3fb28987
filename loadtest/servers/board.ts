import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { io as connect } from 'socket.io-client';
import { StaffBoard } from '#server/auction/index.ts';
import { createRealtime } from '#server/platform/realtime/index.ts';
import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import type { RoomChanges } from '#shared/realtime/room-changes.ts';
import { seeded } from '../lib/mix.ts';
import { serveTasks } from '../lib/worker.ts';

/* The board of staff with rooms in memory, watched over one real socket by a program, or by the page itself. */

const TITLE = 'Two-room flat with a balcony, third floor of five, in a panel house by the park';

const boardRoom = (lotId: number): BoardRoom => ({
  lotId,
  number: `L-${lotId}`,
  title: { uz: TITLE, 'uz-Cyrl': TITLE, ru: TITLE, en: TITLE },
  status: LOT_STATUS.biddingNow,
  practice: false,
  phase: 'running',
  pauseCause: null,
  pauseReason: null,
  resumeAtMs: null,
  loss: null,
  proposedResumeAtMs: null,
  priceTiyin: 100_000_000_00,
  count: 1,
  leaderNumber: 1,
  participants: 8,
  connected: 8,
  viewers: 20,
  opensAtMs: 1_800_000_000_000,
  deadlineMs: 1_800_003_600_000,
  extensions: 0,
  outcome: null,
  answerP50Ms: null,
  answerP99Ms: null,
  journalLagMs: 0,
  refusals: {},
});

/** Answer times that the platform tells apart, ms: half of the answers, and 99 of 100. */
const P50S_MS = [5, 10, 20];
const P99S_MS = [20, 50, 100, 200];

interface Order {
  rooms: number;
  pricesPerTick: number;
  ticks: number;
  seed: number;
}

/** The rooms and a second's work on them. */
function market({ rooms: count, pricesPerTick, seed }: Order) {
  const chance = seeded(seed);
  const rooms = Array.from({ length: count }, (_, i) => boardRoom(i + 1));
  const move = () => {
    for (let i = 0; i < pricesPerTick; i += 1) {
      const room = rooms[Math.floor(chance() * count)] as BoardRoom;
      room.priceTiyin = (room.priceTiyin ?? 0) + 1_000_000_00;
      room.count += 1;
      room.leaderNumber = 1 + Math.floor(chance() * 8);
      room.answerP50Ms = P50S_MS[Math.floor(chance() * P50S_MS.length)] ?? null;
      room.answerP99Ms = P99S_MS[Math.floor(chance() * P99S_MS.length)] ?? null;
      // Every tenth price comes late and moves the deadline.
      if (i % 10 === 0) room.deadlineMs += 300_000;
    }
  };
  return { rooms, move };
}

const BUILT = path.resolve(import.meta.dirname, '../../client/dist');
const TICK_MS = 2_000;
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const OPERATOR = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Operator',
  userName: 'operator',
  kind: 'natural',
  roles: ['operator'],
  language: 'uz',
  percentage: 100,
};

/** What the board asks for; nothing else of the product is here. */
const answersOf = (rooms: readonly BoardRoom[]): Record<string, unknown> => ({
  '/api/shop/auth/me': OPERATOR,
  '/api/console/rooms': { rooms, serverAtMs: Date.now() },
  '/api/console/room-requests': [],
  '/api/console/technical-breaks': { breaks: [], proposedResumeAtMs: null },
  '/api/console/waiting': { items: [], serverAtMs: Date.now() },
});

/** The built client's file, its first page for an address of a screen, or an answer of the API. */
async function answer(request: IncomingMessage, response: ServerResponse, rooms: readonly BoardRoom[]) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/api/')) {
    const body = answersOf(rooms)[pathname];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { ERROR: { code: 'not-found', message: '' } }));
    return;
  }
  const file = path.extname(pathname) === '' ? '/index.html' : path.posix.normalize(pathname);
  // Not retried: a file that is not built is not there.
  const content = await readFile(path.join(BUILT, file)).catch(() => null);
  response.writeHead(content === null ? 404 : 200, { 'content-type': TYPES[path.extname(file)] ?? '' });
  response.end(content);
}

serveTasks({
  /** The page of the board on a server of its own until the process ends, while the rooms move. Answers its address. */
  servePage: async (order: Order) => {
    const { rooms, move } = market(order);
    const board = new StaffBoard();
    board.serve(() => Promise.resolve(structuredClone(rooms)));
    const http = createServer((request, response) => void answer(request, response, rooms));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const io = createRealtime({ server: http, origins: [url] });
    io.on('connection', (socket) =>
      socket.on(ROOM_EVENTS.watchRooms, (_wanted: unknown, done: (answer: unknown) => void) => {
        void board.watch(socket).then(() => done({ ok: true }));
      }),
    );
    setInterval(() => {
      move();
      void board.tick();
    }, TICK_MS);
    return { url };
  },

  /** Messages and bytes that one watcher receives, and CPU time of server and watcher, ms. */
  measure: async (order: Order) => {
    const { rooms, move } = market(order);
    const board = new StaffBoard();
    board.serve(() => Promise.resolve(structuredClone(rooms)));
    const http = createServer();
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const io = createRealtime({ server: http, origins: [url] });
    const watching = new Promise<void>((resolve, reject) =>
      io.once('connection', (socket) => void board.watch(socket).then(() => resolve(), reject)),
    );
    const staff = connect(url, { transports: ['websocket'], extraHeaders: { origin: url } });
    let [messages, bytes] = [0, 0];
    staff.on(ROOM_EVENTS.consoleRooms, (changes: RoomChanges) => {
      messages += 1;
      bytes += Buffer.byteLength(JSON.stringify(changes));
    });
    await watching;
    const before = process.cpuUsage();
    for (let tick = 1; tick <= order.ticks; tick += 1) {
      move();
      await board.tick();
      while (messages < tick) await pause(1);
    }
    const { user, system } = process.cpuUsage(before);
    staff.disconnect();
    await new Promise((resolve) => io.close(resolve));
    return { messages, bytes, cpuMs: (user + system) / 1_000 };
  },
});
