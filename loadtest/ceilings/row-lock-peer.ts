/**
 * Peer: the design most teams would write. One PostgreSQL transaction a bid, `SELECT … FOR UPDATE` on the lot, the same
 * rules as the room it is compared with, the same row inserted, one round trip (a prepared call of one function). A
 * refusal that the committed price alone decides takes no lock. Same socket server, same clients.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Server } from 'socket.io';
import { ROOM_EVENTS } from '../../shared/realtime/room.ts';
import { asOwner } from '../lib/database.ts';
import { serveTasks } from '../lib/worker.ts';

const SCHEMA = `
  create table if not exists peer_lot (lot_id bigint primary key, seq bigint not null, price bigint, count int not null,
    leader text, phase text not null, deadline_us bigint not null, start_price bigint not null, increment bigint not null);
  create table if not exists peer_bidder (lot_id bigint, person text, number int, max_price bigint, revoked text not null,
    primary key (lot_id, person));
  create table if not exists peer_entry (like auction_entry including all);
  create or replace function peer_place(p_lot bigint, p_person text, p_bid text, p_amount bigint,
    out reason text, out told_seq bigint, out suggested bigint, out deadline bigint) language plpgsql as $$
  declare l peer_lot; b peer_bidder; now_us bigint;
  begin
    select * into l from peer_lot where lot_id = p_lot;
    if not found then reason := 'unknown-lot'; return; end if;
    deadline := l.deadline_us;
    suggested := coalesce(l.price + l.increment, l.start_price);
    select seq into told_seq from peer_entry where lot_id = p_lot and person = p_person and own_bid_id = p_bid and kind <> 'autoSet';
    if found then return; end if;
    told_seq := l.seq;
    if p_amount < suggested then reason := 'below-suggested'; return; end if;
    select * into b from peer_bidder where lot_id = p_lot and person = p_person;
    if not found then reason := 'not-admitted'; return; end if;
    if b.revoked <> '' then reason := 'revoked'; return; end if;
    if b.max_price < p_amount then reason := 'limit-exceeded'; return; end if;
    select * into l from peer_lot where lot_id = p_lot for update;
    suggested := coalesce(l.price + l.increment, l.start_price);
    now_us := extract(epoch from clock_timestamp()) * 1000000;
    told_seq := l.seq;
    if l.phase <> 'running' or now_us >= l.deadline_us then reason := 'closed'; return; end if;
    if p_amount < suggested then reason := 'below-suggested'; return; end if;
    update peer_lot set seq = l.seq + 1, price = p_amount, count = l.count + 1, leader = p_person where lot_id = p_lot;
    insert into peer_entry (lot_id, seq, epoch, log_id, prev_log_id, hash, entry) values (p_lot, l.seq + 1, 1,
      now_us || '-0', now_us || '-0', repeat('0', 64), jsonb_build_object('v', 1, 'lotId', p_lot, 'epoch', 1,
      'seq', l.seq + 1, 'atUs', now_us, 'kind', 'price', 'person', p_person, 'number', b.number, 'amountTiyin', p_amount,
      'by', 'offer', 'bidId', p_bid, 'count', l.count + 1, 'deadlineUs', l.deadline_us, 'extended', false, 'slept', '[]'::jsonb));
    told_seq := l.seq + 1;
    suggested := p_amount + l.increment;
  end $$`;

const connectionString = asOwner(process.env.DATABASE_URL ?? '');
const server = createServer();
const io = new Server(server, { transports: ['websocket'] });
let pool = new pg.Pool({ connectionString });

io.on('connection', (socket) => {
  const person = String(socket.handshake.headers['x-load-person']);
  socket.on(ROOM_EVENTS.join, (_payload, answer) => answer({ ok: true }));
  socket.on(ROOM_EVENTS.place, async ({ lotId, bidId, amountTiyin }, answer) => {
    const values = [lotId, person, bidId, amountTiyin];
    const { rows } = await pool.query({
      name: 'place',
      text: 'select * from peer_place($1, $2, $3, $4)',
      values,
    });
    const { reason, told_seq, suggested, deadline } = rows[0];
    const room = {
      epoch: 1,
      seq: Number(told_seq),
      suggestedTiyin: Number(suggested),
      deadlineMs: deadline / 1_000,
    };
    const reported = { bidId, amountTiyin, atMs: Date.now(), repeated: false, ...room };
    answer(
      reason
        ? { verdict: 'refused', reason, ...reported }
        : { verdict: 'accepted', leading: true, asleep: false, ...reported },
    );
  });
});

serveTasks({
  listen: async ({ rooms, bidders }: { rooms: number; bidders: number }) => {
    await pool.query(SCHEMA);
    const closes = (Date.now() + 3_600_000) * 1_000;
    await pool.query(
      "insert into peer_lot select n, 0, null, 0, null, 'running', $2, 1, 1 from generate_series(1, $1::int) n",
      [rooms, closes],
    );
    await pool.query(
      "insert into peer_bidder select l, 'b' || b, b, null, '' from generate_series(1, $1::int) l, generate_series(1, $2::int) b",
      [rooms, bidders],
    );
    await pool.query('analyze peer_lot, peer_bidder');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  },
  /** Another number of connections; all of them are opened before the next bid. */
  connections: async ({ max }: { max: number }) => {
    await pool.end();
    pool = new pg.Pool({ connectionString, max, idleTimeoutMillis: 0 });
    await Promise.all(Array.from({ length: max }, () => pool.query('select pg_sleep(0.02)')));
  },
});
