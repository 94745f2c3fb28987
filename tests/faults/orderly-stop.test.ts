import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BidAck } from '#shared/realtime/room-answers.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import type { Bidder } from '../fixtures/bidder.ts';
import { fired } from '../fixtures/fault.ts';
import { startReachServices, type ReachServices } from '../fixtures/reach-services.ts';

const PEOPLE = Array.from({ length: 20 }, (_, at) => `p${at + 1}`);
/** Offers of a person that wait for their answers: each answer is followed by another offer. */
const UNDER_WAY = 5;
const ROUNDS = 3;

vi.setConfig({ testTimeout: 120_000 });

let room: ReachServices;

beforeEach(async () => {
  room = await startReachServices();
});
afterEach(() => room.close());

/** Offers by someone whose page agrees to come back elsewhere and sends nothing more; each with its answer. */
function keepOffering(bidder: Bidder, lotId: number) {
  const answers = new Map<string, BidAck | null>();
  const { socket } = bidder;
  let moving = false;
  let amountTiyin = 1_000;
  const send = () => {
    if (moving) return;
    const bidId = randomUUID();
    answers.set(bidId, null);
    amountTiyin += 100;
    socket.emit(ROOM_EVENTS.place, { lotId, bidId, amountTiyin }, (answer: BidAck) => {
      answers.set(bidId, answer);
      send();
    });
  };
  for (let n = 0; n < UNDER_WAY; n += 1) send();
  socket.on(ROOM_EVENTS.reconnect, (_move: unknown, agree: () => void) => {
    moving = true;
    agree();
  });
  const closed = new Promise<void>((resolve) => {
    socket.once('disconnect', () => resolve());
  });
  return { answers, closed };
}

it('F43 an orderly stop of a web process answers every bid under way', async (ctx) => {
  const { core, enter, reach, services, start } = room;
  const lotId = await reach.open(core, 600_000, PEOPLE);
  await start('other', { direct: true });
  let [offers, refusedByTheEnd] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const web = await start(`ending-${round}`, { direct: true });
    const bidders = await Promise.all(PEOPLE.map((person) => enter(web, person, lotId)));
    const offering = bidders.map((bidder) => keepOffering(bidder, lotId));
    await vi.waitFor(
      () => expect(offering.every(({ answers }) => [...answers.values()].some(Boolean))).toBe(true),
      {
        timeout: 30_000,
      },
    );
    const unanswered = () =>
      offering.flatMap(({ answers }) => [...answers].filter(([, answer]) => answer === null));
    expect(unanswered().length).toBeGreaterThan(0);
    await web.stop();
    await Promise.all(offering.map(({ closed }) => closed));

    expect(unanswered()).toEqual([]);
    const all = offering.flatMap(({ answers }) => [...answers]);
    const placed = all.flatMap(([bidId, answer]) =>
      answer && 'verdict' in answer && answer.verdict === 'accepted' ? [bidId] : [],
    );
    const { rows } = await services.database.pool.query<{ count: number }>(
      `select count(*)::int as count from auction_entry where lot_id = $1 and entry ->> 'bidId' = any($2)`,
      [lotId, placed],
    );
    expect(rows[0]?.count).toBe(placed.length);
    offers += all.length;
    refusedByTheEnd += all.filter(
      ([, answer]) =>
        answer && 'verdict' in answer && answer.verdict === 'refused' && answer.reason === 'unreachable',
    ).length;
    for (const bidder of bidders) bidder.close();
  }
  // Offers came before and after the end began, or the stop was not looked at.
  expect(refusedByTheEnd).toBeGreaterThan(0);
  expect(offers).toBeGreaterThan(refusedByTheEnd);
  fired(ctx, 'F43', ROUNDS);
});
