import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { concludeAuction } from '#server/workflows/settling/conclude-auction.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { LOT, type LotEvent } from '#shared/lifecycles/lot.ts';
import { OFFER } from '#shared/lifecycles/offer.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import { PAYOUT } from '#shared/lifecycles/payout.ts';
import { PROTOCOL } from '#shared/lifecycles/protocol.ts';
import { SETTLEMENT } from '#shared/lifecycles/settlement.ts';
import { publishPaidLot } from '../../fixtures/applications-fixture.ts';
import { FIRST, SECOND } from '../../fixtures/part-sales.ts';
import { PEOPLE, protocolsOf } from '../../fixtures/protocols.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, RESERVE_PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { recordTransitions, transitionsOf } from '../../fixtures/visited-transitions.ts';

/** What happens to a lot from its hammer on. One status to come from is enough for the hammer: lists may lag behind the room. */
const HAMMER_EVENTS: readonly LotEvent[] = [
  'hammer-sold',
  'hammer-not-held',
  'hammer-no-price',
  'hammer-not-confirmed',
];
const AFTER_HAMMER: readonly LotEvent[] = [
  'offer-to-sole',
  'offer-to-reserve',
  'confirm-protocol',
  'lose-price',
  'pay',
  'pay-in-part',
  'fall-due',
  'cancel-result',
];

let database: TestDatabase;
let sold: SoldLots;
let visited: () => Promise<Set<string>>;
let protocols: ReturnType<typeof protocolsOf>;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  // Lots of private persons are offered to their only participant.
  await database.pool.query(`update rule_set set figures = figures || '{"offerToSoleParticipant": true}'`);
  protocols = protocolsOf(database, () => PEOPLE.anvar!);
  sold = soldLots(database, { protocols });
  visited = await recordTransitions(database, [LOT, SETTLEMENT, OFFER, PAYOUT, PROTOCOL]);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

interface Ending {
  outcome?: 'sold' | 'not-held' | 'no-price-given';
  reserve?: boolean;
  declines?: boolean;
  /** The reserve participant may not buy. */
  barred?: boolean;
  /** Nothing has followed from the hammer yet. */
  opened?: boolean;
  /** The price may be paid by parts, and the winner has the money for the first one. */
  byParts?: boolean;
}

/** An auction of two participants, one for "not held", whose hammer was processed. */
async function hammer({
  outcome = 'sold',
  reserve: hasReserve = true,
  declines = false,
  barred = false,
  opened = true,
  byParts = false,
}: Ending = {}) {
  const [winner, reserve, seller] = [randomUUID(), randomUUID(), randomUUID()];
  if (barred) sold.hook.obstacles.set(reserve, 'barred');
  const lotId = await publishPaidLot(database, {
    customerPersonId: seller,
    ...(byParts && { instalmentMonths: 3, firstPartBp: 3_000 }),
  });
  await sold.give(winner, byParts ? FIRST : PRICE);
  await sold.give(reserve, RESERVE_PRICE);
  const { number } = await sold.admitted(lotId, winner);
  const second = outcome === 'not-held' ? null : await sold.admitted(lotId, reserve);
  const won = outcome === 'sold';
  await concludeAuction(
    {
      lots: sold.lots,
      reference: createReferenceService(createReferenceRepository(database.db)),
      closedByCustomer: async () => false,
      confirmedPrices: async () => (won ? 2 : 0),
      recordOutcome: (record) => protocols.record(record),
      openSettlement: async (id) => (opened ? sold.opening.ofHammer(id) : undefined),
      makeSecondOffer: async (id) => (opened ? sold.offering.afterHammer(id) : undefined),
      openTask: async () => undefined,
      confirmHandOver: async () => undefined,
      openRoom: async () => undefined,
    },
    {
      kind: 'closed',
      lotId,
      seq: 9,
      atUs: Date.now() * 1_000,
      outcome,
      reason: '',
      participants: second ? 2 : 1,
      winnerDeclines: declines,
      priceTiyin: won ? PRICE : null,
      winner: won ? winner : null,
      winnerNumber: won ? number : null,
      reserve: won && hasReserve ? reserve : null,
      reserveNumber: won && hasReserve ? second!.number : null,
      reservePriceTiyin: won && hasReserve ? RESERVE_PRICE : null,
    } as never,
  );
  await sold.applications.deposits.ofLot(lotId);
  return { lotId, winner, reserve, seller };
}
type Auction = Awaited<ReturnType<typeof hammer>>;

async function pay({ lotId }: Auction, personId: string): Promise<void> {
  expect(await sold.paying.pay((await sold.of(lotId)).id, personId)).toMatchObject({ outcome: 'paid' });
}

async function payPart({ lotId, winner }: Auction, through: number): Promise<void> {
  const { id } = await sold.of(lotId);
  expect(await sold.paying.pay(id, winner, through)).toMatchObject({ outcome: 'part-paid' });
}

async function refuse({ lotId }: Auction, personId: string): Promise<void> {
  const { id } = await sold.of(lotId);
  await sold.refusing.sendCode(id, personId, '127.0.0.1');
  const answer = await sold.refusing.refuse(id, personId, sold.codeOf(personId));
  expect(answer).toMatchObject({ outcome: 'refused' });
}

async function overdue({ lotId }: Auction): Promise<void> {
  await sold.passUntil((await sold.of(lotId)).id, -60_000);
  await sold.lookAtDue();
}

async function defaulted(auction: Auction): Promise<void> {
  await overdue(auction);
  await sold.pass((await sold.of(auction.lotId)).id, '40 days');
  await sold.lookAtDue();
}

async function offerId({ lotId }: Auction): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>('select id from offer where lot_id = $1', [
    lotId,
  ]);
  return rows[0]!.id;
}

/** The result is cancelled by an upheld protest. */
async function undo({ lotId }: { lotId: number }): Promise<void> {
  const undone = await inTransaction(database.db, (tx) =>
    sold.undoResult(tx, {
      lotId,
      cause: 'protest',
      reason: 'the notice named another property',
      actor: 'system',
    }),
  );
  expect(undone).toMatchObject({ outcome: 'undone', already: false });
}

/** A paid sale whose payout may be decided. */
async function toPayOut(): Promise<{
  lotId: number;
  orderId: number;
  seller: string;
  approve: () => Promise<unknown>;
  payoutId: number;
}> {
  const auction = await hammer();
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into customer_order (person_id, request_id, fields, status) values ($1, $2, $3, $4) returning id`,
    [auction.seller, randomUUID(), requisites('001'), stateAfter(ORDER, 'sell')],
  );
  const orderId = rows[0]!.id;
  await database.pool.query('update lot set order_id = $2 where id = $1', [auction.lotId, orderId]);
  await pay(auction, auction.winner);
  await sold.handedOver(auction.lotId, auction.winner);
  await database.pool.query("update payout set not_before = now() - interval '1 minute'");
  const viewer = { personId: randomUUID(), decides: true, seesRequisites: true };
  const list = async () =>
    (await sold.payouts.list(viewer, { state: 'all', lotId: auction.lotId, page: 1, size: 1 })).items[0]!;
  return {
    lotId: auction.lotId,
    orderId,
    seller: auction.seller,
    payoutId: (await list()).id,
    async approve() {
      const { id, requisitesMark: mark } = await list();
      return sold.deciding.approve(id, { mark, by: viewer.personId });
    },
  };
}

const requisites = (end: string) =>
  JSON.stringify({
    requisites: {
      kind: 'account',
      bankName: 'Namuna bank',
      mfo: '00999',
      holderName: 'Sotuvchi',
      account: `20208000900123456${end}`,
    },
  });

test('every way of a sale from its hammer to the money is gone by these recorded flows', async () => {
  const paid = await hammer();
  await pay(paid, paid.winner);

  const late = await hammer();
  await overdue(late);
  await pay(late, late.winner);

  const accepted = await hammer();
  await refuse(accepted, accepted.winner);
  await sold.answering.accept(await offerId(accepted), accepted.reserve);
  await pay(accepted, accepted.reserve);

  const refusedLate = await hammer();
  await overdue(refusedLate);
  await refuse(refusedLate, refusedLate.winner);
  await sold.answering.decline(await offerId(refusedLate), refusedLate.reserve);

  const silent = await hammer();
  await defaulted(silent);
  await database.pool.query("update offer set answer_by = now() - interval '1 minute' where state = 'open'");
  await sold.answering.lapseAll((error) => {
    throw error;
  });

  const alone = await hammer({ reserve: false });
  await refuse(alone, alone.winner);
  await defaulted(await hammer({ reserve: false }));

  await hammer({ declines: true });
  await hammer({ declines: true, barred: true });
  await hammer({ declines: true, reserve: false });
  await hammer({ outcome: 'no-price-given' });
  await hammer({ outcome: 'not-held' });

  const returned = await toPayOut();
  await returned.approve();
  await sold.deciding.send(returned.payoutId, randomUUID());
  await sold.payoutReturned(returned.payoutId);
  await sold.deciding.planAgain(returned.payoutId, randomUUID());
  await returned.approve();
  await database.pool.query('update customer_order set fields = $2 where id = $1', [
    returned.orderId,
    requisites('002'),
  ]);
  await sold.deciding.send(returned.payoutId, randomUUID());
  await returned.approve();
  await sold.deciding.send(returned.payoutId, randomUUID());
  await sold.deciding.settle(returned.payoutId, { document: `B-${returned.payoutId}`, by: randomUUID() });

  const setOff = await toPayOut();
  await setOff.approve();
  await createWallet(database.db).owePenalty({
    key: randomUUID(),
    reference: 'order:100001',
    personId: setOff.seller,
    amountTiyin: PRICE,
    reason: 'for a test',
    actor: setOff.seller,
  });
  await sold.deciding.send(setOff.payoutId, randomUUID());

  await undo(returned);
  const planned = await toPayOut();
  await undo(planned);
  const approved = await toPayOut();
  await approved.approve();
  await undo(approved);
  const sentBack = await toPayOut();
  await sentBack.approve();
  await sold.deciding.send(sentBack.payoutId, randomUUID());
  await sold.payoutReturned(sentBack.payoutId);
  await undo(sentBack);
  await undo(await hammer());
  const dueAndUndone = await hammer();
  await overdue(dueAndUndone);
  await undo(dueAndUndone);
  const offered = await hammer();
  await refuse(offered, offered.winner);
  await undo(offered);
  await undo(alone);
  await undo(await hammer({ outcome: 'no-price-given' }));
  await undo(await hammer({ outcome: 'not-held', opened: false }));
  await undo(await hammer({ opened: false }));

  const inParts = await hammer({ byParts: true });
  await payPart(inParts, 0);
  await overdue(inParts);
  await sold.give(inParts.winner, SECOND);
  await payPart(inParts, 1);
  await sold.give(inParts.winner, PRICE - FIRST - SECOND);
  await pay(inParts, inParts.winner);
  const lateInParts = await hammer({ byParts: true });
  await overdue(lateInParts);
  await payPart(lateInParts, 0);
  await undo(lateInParts);

  const seen = await visited();
  for (const lifecycle of [SETTLEMENT, OFFER, PAYOUT, PROTOCOL])
    for (const [event, transitions] of transitionsOf(lifecycle))
      for (const each of transitions) expect(seen, `${lifecycle.name}.${event}`).toContain(each);
  const ofLot = transitionsOf(LOT);
  for (const event of AFTER_HAMMER) for (const each of ofLot.get(event)!) expect(seen, event).toContain(each);
  for (const event of HAMMER_EVENTS)
    expect(
      ofLot.get(event)!.some((each) => seen.has(each)),
      event,
    ).toBe(true);
});
