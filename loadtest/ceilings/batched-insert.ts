/**
 * Ceiling: the bare Socket.IO server, which before it acknowledges inserts the same row as the product does (into a
 * table made like the product's, indexes and all), all bids of a tick in one statement. It judges nothing, chains
 * nothing and broadcasts nothing. Library defaults, except WebSocket alone.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Server } from 'socket.io';
import { ROOM_EVENTS } from '../../shared/realtime/room.ts';
import { asOwner } from '../lib/database.ts';
import { serveTasks } from '../lib/worker.ts';

const INSERT = `insert into bare_entry (lot_id, seq, epoch, log_id, prev_log_id, hash, entry)
  select lot_id, seq, 1, log_id, prev_log_id, hash, entry from jsonb_to_recordset($1::jsonb)
  as e (lot_id bigint, seq bigint, log_id text, prev_log_id text, hash text, entry jsonb)`;
const HASH = '0'.repeat(64);

const pool = new pg.Pool({ connectionString: asOwner(process.env.DATABASE_URL ?? '') });
const server = createServer();
const io = new Server(server, { transports: ['websocket'] });
let seq = 0;
let rows: object[] = [];
let answers: (() => void)[] = [];

async function insert(): Promise<void> {
  const [batch, waiting] = [rows, answers];
  [rows, answers] = [[], []];
  await pool.query({ name: 'insert', text: INSERT, values: [JSON.stringify(batch)] });
  for (const answer of waiting) answer();
}

io.on('connection', (socket) => {
  const person = String(socket.handshake.headers['x-load-person']);
  const number = Number(person.slice(1));
  socket.on(ROOM_EVENTS.join, (_payload, answer) => answer({ ok: true }));
  socket.on(ROOM_EVENTS.place, ({ lotId, bidId, amountTiyin }, answer) => {
    seq += 1;
    const own = seq;
    const atUs = Date.now() * 1_000;
    const head = { v: 1, lotId, epoch: 1, seq: own, atUs, kind: 'price', person, number };
    const entry = {
      ...head,
      amountTiyin,
      by: 'offer',
      bidId,
      count: own,
      deadlineUs: atUs,
      extended: false,
      slept: [],
    };
    rows.push({ lot_id: lotId, seq: own, log_id: `${atUs}-0`, prev_log_id: `${atUs}-0`, hash: HASH, entry });
    const reported = { verdict: 'accepted', bidId, epoch: 1, seq: own, amountTiyin, atMs: atUs / 1_000 };
    const room = {
      suggestedTiyin: amountTiyin + 1,
      deadlineMs: 0,
      leading: true,
      asleep: false,
      repeated: false,
    };
    answers.push(() => answer({ ...reported, ...room }));
    // A failed insert ends the process: a ceiling that loses bids is none.
    if (rows.length === 1) setImmediate(() => void insert());
  });
});

serveTasks({
  listen: async () => {
    await pool.query('create table if not exists bare_entry (like auction_entry including all)');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  },
});
