/**
 * Ceiling: a bare Socket.IO server that acknowledges the same messages with an answer of the same shape. It judges,
 * keeps and broadcasts nothing. Library defaults, except WebSocket alone.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { ROOM_EVENTS } from '../../shared/realtime/room.ts';
import { serveTasks } from '../lib/worker.ts';

const server = createServer();
const io = new Server(server, { transports: ['websocket'] });
let seq = 0;

io.on('connection', (socket) => {
  socket.on(ROOM_EVENTS.join, (_payload, answer) => answer({ ok: true }));
  socket.on(ROOM_EVENTS.place, ({ bidId, amountTiyin }, answer) => {
    seq += 1;
    answer({
      verdict: 'accepted',
      bidId,
      epoch: 1,
      seq,
      amountTiyin,
      atMs: Date.now(),
      suggestedTiyin: amountTiyin + 1,
      deadlineMs: 0,
      leading: true,
      asleep: false,
      repeated: false,
    });
  });
});

serveTasks({
  listen: () =>
    new Promise((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    ),
});
