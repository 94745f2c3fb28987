/**
 * Ceiling: a bare Socket.IO server whose room gets the very bytes the product sent, by `io.to(room).emit`, once a bid
 * is acknowledged. Also what a bare connection costs in memory. Library defaults, except WebSocket alone.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { ROOM_EVENTS } from '../../shared/realtime/room.ts';
import { serveTasks } from '../lib/worker.ts';

const server = createServer();
const io = new Server(server, { transports: ['websocket'] });
let update: { head: { seq: number } } | null = null;

io.on('connection', (socket) => {
  socket.on(ROOM_EVENTS.join, ({ lotId }, answer) => {
    void socket.join(`lot:${lotId}`);
    answer({ ok: true });
  });
  socket.on(ROOM_EVENTS.place, ({ lotId, bidId }, answer) => {
    if (!update) throw new Error('what is to be sent was not given');
    update.head.seq += 1;
    answer({ verdict: 'accepted', bidId, seq: update.head.seq });
    io.to(`lot:${lotId}`).emit(ROOM_EVENTS.update, update);
  });
});

serveTasks({
  listen: () =>
    new Promise((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    ),
  /** The update the product sends, to be sent with rising sequences. */
  send: (given: { update: typeof update }) => void (update = given.update),
  tidy: () => {
    globalThis.gc?.();
  },
});
