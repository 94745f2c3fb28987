import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { requireWholeBooks } from '../../fixtures/check-ledger.ts';
import { purchaseWorkflows, UNIT, type PurchaseWorkflows } from '../../fixtures/purchase-workflows.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

const STAFF = randomUUID();

let database: TestDatabase;
let it: PurchaseWorkflows;
beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  it = purchaseWorkflows(database);
});
afterAll(async () => {
  await requireWholeBooks(database.db);
  await database.close();
});

const reasonOf = async (lotId: number, personId: string, quantity = 1) => {
  const answer = await it.reserve(lotId, personId, quantity);
  return answer?.outcome === 'refused' ? answer.objection : answer?.outcome;
};

const lotOf = async (lotId: number) => (await it.lots.get(lotId))!;

describe('reserving', () => {
  test('sets units and their price aside for five minutes and sends a code', async () => {
    const [lotId, personId] = [await it.lot(10), await it.person(5 * UNIT)];
    const reserved = await it.reserve(lotId, personId, 3);
    expect(reserved).toMatchObject({ outcome: 'reserved', already: false, code: { outcome: 'sent' } });
    expect(await it.stock(lotId)).toEqual({ units: 10, reserved: 3, sold: 0 });
    expect(await it.held(personId)).toBe(3 * UNIT);
    expect(await it.wallet.balanceOf(personId)).toBe(2 * UNIT);
    const mine = await it.service.mine(personId, { page: 1, size: 20, state: 'reserved', lot: lotId });
    expect(mine.items).toMatchObject([{ quantity: 3, totalTiyin: 3 * UNIT, state: 'reserved' }]);
    expect(mine.items.map((row) => row.expiresAtMs - row.reservedAtMs)).toEqual([5 * 60_000]);
    expect(it.sent).toMatchObject([{ personId, purpose: 'purchase', channel: 'phone' }]);
  });

  test('again answers the same reservation, which a further code does not prolong', async () => {
    const [lotId, personId] = [await it.lot(10), await it.person(5 * UNIT)];
    const first = await it.reserve(lotId, personId, 2);
    const before = await it.purchases.lastOf(lotId, personId);
    expect(await it.reserve(lotId, personId, 2)).toMatchObject({
      outcome: 'reserved',
      already: true,
      purchaseId: before?.id,
      code: { outcome: 'wait' },
    });
    await database.pool.query("update one_time_code_send set sent_at = sent_at - interval '2 minutes'");
    expect(await it.reserve(lotId, personId, 2)).toMatchObject({ already: true, code: { outcome: 'sent' } });
    expect((await it.purchases.lastOf(lotId, personId))?.expires_at).toEqual(before?.expires_at);
    expect(first).toMatchObject({ purchaseId: before?.id });
    expect(await it.stock(lotId)).toMatchObject({ reserved: 2 });
    expect(it.sent).toHaveLength(2);
  });

  test('another number changes nothing and says what is reserved', async () => {
    const [lotId, personId] = [await it.lot(10), await it.person(5 * UNIT)];
    await it.reserve(lotId, personId, 2);
    const { id } = (await it.purchases.lastOf(lotId, personId))!;
    expect(await it.reserve(lotId, personId, 3)).toEqual({ outcome: 'other-quantity', purchaseId: id });
    expect(await it.stock(lotId)).toMatchObject({ reserved: 2 });
    expect(await it.held(personId)).toBe(2 * UNIT);
    await it.cancel(lotId, personId);
    await database.pool.query("update one_time_code_send set sent_at = sent_at - interval '2 minutes'");
    expect(await it.reserve(lotId, personId, 3)).toMatchObject({ outcome: 'reserved', already: false });
  });

  test('twice at one moment makes one reservation', async () => {
    const [lotId, personId] = [await it.lot(10), await it.person(50 * UNIT)];
    const answers = await Promise.all(Array.from({ length: 8 }, () => it.reserve(lotId, personId, 2)));
    expect(answers.filter((answer) => answer?.outcome === 'reserved' && !answer.already)).toHaveLength(1);
    expect(answers.every((answer) => answer?.outcome === 'reserved')).toBe(true);
    expect(await it.stock(lotId)).toMatchObject({ reserved: 2 });
    expect(it.sent).toHaveLength(1);
  });

  test('says why not, each reason by itself', async () => {
    const personId = await it.person(100 * UNIT);
    const sold = await it.lot(1);
    await it.buy(sold, await it.person(UNIT));
    const withdrawn = await it.lot(1);
    await it.sales.withdraw(withdrawn, { by: 'staff', reason: 'a court' });
    const suspended = await it.lot(1);
    await it.suspend(suspended, 'suspend-sale', { personId: STAFF, reason: 'a question' });
    const over = await it.lot(1);
    await it.letEnd(over);
    const ended = await it.lot(1);
    await it.letEnd(ended);
    await it.endAll();
    const auction = await it.lot(1, { tradeType: 'auction', opensInMs: 3_600_000 });
    const lots = [
      [sold, 'sold-out'],
      [withdrawn, 'withdrawn'],
      [suspended, 'suspended'],
      [over, 'ended'],
      [ended, 'ended'],
      [auction, 'not-fixed-price'],
      [await it.lot(1, { opensInMs: 3_600_000 }), 'not-started'],
      [await it.lot(1, { customerPersonId: personId }), 'own-lot'],
    ] as const;
    for (const [lotId, reason] of lots) expect(await reasonOf(lotId, personId)).toEqual({ reason });
    const lotId = await it.lot(3);
    expect(await it.reserve(999_999_999, personId)).toBeNull();
    expect(await reasonOf(lotId, await it.person(0, { roles: ['customer'] }))).toEqual({
      reason: 'not-buyer',
    });
    const incomplete = await it.person(0, { phone: null, nationalId: null });
    expect(await reasonOf(lotId, incomplete)).toEqual({
      reason: 'profile',
      missingFacts: ['national-id', 'phone'],
    });
    const minor = await it.person(0, { nationalId: { kind: 'pinfl', value: '50101150000000' } });
    expect(await reasonOf(lotId, minor)).toEqual({ reason: 'under-age' });
    it.standing.consent = false;
    expect(await reasonOf(lotId, personId)).toEqual({ reason: 'consent' });
    it.standing.consent = true;
    it.standing.barredUntil = '2030-01-01';
    expect(await reasonOf(lotId, personId)).toEqual({ reason: 'barred', until: '2030-01-01' });
    it.standing.barredUntil = null;
    expect(await reasonOf(lotId, personId, 4)).toEqual({ reason: 'too-many' });
    expect(await reasonOf(lotId, personId, 1_000_000)).toEqual({ reason: 'too-many' });
    expect(await reasonOf(lotId, await it.person(UNIT), 3)).toEqual({
      reason: 'short-balance',
      missingTiyin: 2 * UNIT,
    });
    expect(await it.stock(lotId)).toEqual({ units: 3, reserved: 0, sold: 0 });
    expect(it.sent).toHaveLength(1);
  });

  test('tells when what others have reserved may come free', async () => {
    const lotId = await it.lot(2);
    await it.reserve(lotId, await it.person(UNIT));
    const other = await it.person(5 * UNIT);
    const { expires_at: nextFreeAt } = (await it.purchases.lockPendingOfLot(lotId))[0]!;
    expect(await it.reserve(lotId, other, 2)).toMatchObject({
      outcome: 'refused',
      objection: { reason: 'reserved-by-others' },
      nextFreeAt,
      stock: { units: 2, reserved: 1, sold: 0 },
    });
    expect(await it.reserve(lotId, other, 1)).toMatchObject({ outcome: 'reserved' });
  });

  test('gets the last unit in spite of a reservation that has expired while no worker looked', async () => {
    const lotId = await it.lot(1);
    const [slow, quick] = [await it.person(UNIT), await it.person(UNIT)];
    await it.reserve(lotId, slow);
    await it.letPass(lotId);
    expect(await it.reserve(lotId, quick)).toMatchObject({ outcome: 'reserved', already: false });
    expect((await it.purchases.lastOf(lotId, slow))?.state).toBe('expired');
    expect(await it.held(slow)).toBe(0);
    expect(await it.confirm(lotId, slow)).toMatchObject({ outcome: 'over', reason: 'expired' });
    expect(await it.confirm(lotId, quick)).toMatchObject({ outcome: 'bought' });
  });

  test('waits after several that passed unused, longer each time, and not after a purchase', async () => {
    const lotId = await it.lot(3);
    const personId = await it.person(5 * UNIT);
    const other = await it.person(5 * UNIT);
    const letOnePass = async () => {
      expect(await it.reserve(lotId, personId)).toMatchObject({ outcome: 'reserved' });
      await it.letPass(lotId);
      await it.expireAll();
      // Codes of one person are a minute apart.
      await database.pool.query('delete from one_time_code_send');
    };
    const goBack = (minutes: number) =>
      database.pool.query(
        `update purchase set decided_at = decided_at - make_interval(mins => $2),
           reserved_at = reserved_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2)
         where person_id = $1`,
        [personId, minutes],
      );
    for (let nth = 0; nth < 3; nth += 1) await letOnePass();
    const last = (await it.purchases.lastOf(lotId, personId))!;
    const until = new Date(last.expires_at.getTime() + 10 * 60_000);
    expect(await it.reserve(lotId, personId)).toMatchObject({
      outcome: 'refused',
      objection: { reason: 'too-often', until },
      nextFreeAt: until,
      stock: { reserved: 0 },
    });
    expect(await it.held(personId)).toBe(0);
    expect(await it.buy(lotId, other)).toMatchObject({ outcome: 'bought' });
    await goBack(10);
    await letOnePass();
    await goBack(10);
    expect(await it.reserve(lotId, personId)).toMatchObject({ objection: { reason: 'too-often' } });
    await goBack(10);
    expect(await it.buy(lotId, personId)).toMatchObject({ outcome: 'bought' });
    await database.pool.query('delete from one_time_code_send');
    expect(await it.reserve(lotId, personId)).toMatchObject({ outcome: 'reserved' });
  });

  test('sells units beyond what a double counts exactly to no one', async () => {
    const lotId = await it.lot(1_000_000, { startPriceTiyin: Number.MAX_SAFE_INTEGER - 1 });
    const personId = await it.person(UNIT);
    expect(await it.reserve(lotId, personId, 1_000_000)).toMatchObject({
      outcome: 'refused',
      objection: { reason: 'too-many' },
      sums: null,
    });
    expect(await reasonOf(lotId, personId)).toMatchObject({ reason: 'short-balance' });
  });
});

describe('without a code', () => {
  test('nothing is reserved when neither SMS nor e-mail takes it', async () => {
    const [lotId, personId] = [await it.lot(1), await it.person(UNIT)];
    it.gateways.away = true;
    expect(await it.reserve(lotId, personId)).toEqual({ outcome: 'undelivered' });
    expect(await it.stock(lotId)).toEqual({ units: 1, reserved: 0, sold: 0 });
    expect(await it.wallet.balanceOf(personId)).toBe(UNIT);
    expect(await it.confirm(lotId, personId)).toMatchObject({ outcome: 'over', reason: 'undelivered' });
    it.gateways.away = false;
    expect(await it.buy(lotId, personId)).toMatchObject({ outcome: 'bought' });
  });

  test('a new reservation ends when one was sent for something else a moment ago', async () => {
    const [one, other, personId] = [await it.lot(1), await it.lot(1), await it.person(2 * UNIT)];
    await it.reserve(one, personId);
    expect(await it.reserve(other, personId)).toMatchObject({ outcome: 'wait' });
    expect(await it.stock(other)).toEqual({ units: 1, reserved: 0, sold: 0 });
    expect(await it.held(personId)).toBe(UNIT);
  });

  test('a reservation stays for the code that another device is being sent', async () => {
    const [lotId, personId] = [await it.lot(1), await it.person(UNIT)];
    const second: Promise<unknown>[] = [];
    it.beforeCode.run = async () => {
      // The second call begins before the first has sent its code, and sends its own first.
      if (second.length > 0) return;
      second.push(it.reserve(lotId, personId));
      await second[0];
    };
    expect(await it.reserve(lotId, personId)).toMatchObject({
      outcome: 'reserved',
      already: false,
      code: { outcome: 'wait' },
    });
    expect(await second[0]).toMatchObject({ outcome: 'reserved', already: true, code: { outcome: 'sent' } });
    expect(await it.confirm(lotId, personId)).toMatchObject({ outcome: 'bought' });
  });
});

describe('confirming', () => {
  test('makes the sale: money, settlement, protocol, payout, hand-over and messages', async () => {
    const seller = randomUUID();
    const lotId = await it.lot(10, { customerPersonId: seller });
    const personId = await it.person(5 * UNIT);
    await it.reserve(lotId, personId, 3);
    expect(await it.confirm(lotId, personId)).toMatchObject({ outcome: 'bought', already: false });
    expect(await it.stock(lotId)).toEqual({ units: 10, reserved: 0, sold: 3 });
    expect([await it.held(personId), await it.wallet.balanceOf(personId)]).toEqual([0, 2 * UNIT]);
    const { rows } = await database.pool.query(
      `select s.sale, s.state, s.quantity, s.price_tiyin, s.deposit_tiyin, s.bidder_number, p.state as payout,
         p.not_before = s.protest_until as after_window, h.state as hand_over, r.cause, r.status, r.facts -> 'purchase' as sold
       from settlement s join payout p on p.settlement_id = s.id join hand_over h on h.settlement_id = s.id
       join protocol r on r.settlement_id = s.id where s.lot_id = $1`,
      [lotId],
    );
    expect(rows).toMatchObject([
      {
        sale: 'purchase',
        state: 'paid',
        quantity: 3,
        price_tiyin: 3 * UNIT,
        deposit_tiyin: 3 * UNIT,
        bidder_number: 1,
        payout: 'planned',
        after_window: true,
        hand_over: 'awaiting',
        cause: 'purchase',
        status: 'active',
        sold: { quantity: 3, unitPriceTiyin: UNIT, saleNumber: 1 },
      },
    ]);
    expect(await it.notices(personId)).toEqual(['purchase-bought']);
    expect(await it.notices(seller)).toEqual(['purchase-sold']);
    expect((await lotOf(lotId)).status).toBe(LOT_STATUS.onSaleAtFixedPrice);
    const [mine] = (await it.service.mine(personId, { page: 1, size: 20 })).items;
    expect(mine).toMatchObject({
      state: 'bought',
      saleNumber: 1,
      protocolNumber: expect.stringMatching(/^P-/),
    });
    expect(await it.confirm(lotId, personId, '000000')).toMatchObject({ outcome: 'bought', already: true });
  });

  test('twenty times at once charges once', async () => {
    const [lotId, personId] = [await it.lot(5), await it.person(5 * UNIT)];
    await it.reserve(lotId, personId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => it.confirm(lotId, personId)));
    expect(answers.filter((answer) => answer.outcome === 'bought' && !answer.already)).toHaveLength(1);
    expect(answers.every(({ outcome }) => outcome === 'bought')).toBe(true);
    expect(await it.wallet.balanceOf(personId)).toBe(4 * UNIT);
    expect(await it.stock(lotId)).toEqual({ units: 5, reserved: 0, sold: 1 });
  });

  test('gives each sale of a person and a lot its own settlement, number and protocol', async () => {
    const [lotId, personId] = [await it.lot(5), await it.person(5 * UNIT)];
    for (const quantity of [1, 2, 1]) {
      await database.pool.query("update one_time_code_send set sent_at = sent_at - interval '2 minutes'");
      expect(await it.buy(lotId, personId, quantity)).toMatchObject({ outcome: 'bought', already: false });
    }
    const { items } = await it.service.mine(personId, { page: 1, size: 20 });
    expect(items.map(({ saleNumber, quantity }) => [saleNumber, quantity])).toEqual([
      [3, 1],
      [2, 2],
      [1, 1],
    ]);
    expect(new Set(items.map(({ protocolNumber }) => protocolNumber)).size).toBe(3);
  });

  test('five wrong codes end the reservation and free its money; four do not', async () => {
    const [lotId, personId] = [await it.lot(1), await it.person(UNIT)];
    await it.reserve(lotId, personId);
    const wrong = it.wrongCode(personId);
    for (let i = 0; i < 4; i += 1)
      expect(await it.confirm(lotId, personId, wrong)).toEqual({ outcome: 'code', problem: 'wrong' });
    expect(await it.stock(lotId)).toMatchObject({ reserved: 1 });
    expect(await it.confirm(lotId, personId, wrong)).toMatchObject({
      outcome: 'over',
      reason: 'codes-spent',
    });
    expect(await it.confirm(lotId, personId)).toMatchObject({ outcome: 'over', reason: 'codes-spent' });
    expect(await it.stock(lotId)).toEqual({ units: 1, reserved: 0, sold: 0 });
    expect(await it.wallet.balanceOf(personId)).toBe(UNIT);
  });

  test('ends the reservation of a buyer who was barred meanwhile, and charges nothing', async () => {
    const [lotId, personId] = [await it.lot(1), await it.person(UNIT)];
    await it.reserve(lotId, personId);
    it.standing.barredUntil = '2030-01-01';
    const over = { outcome: 'over', reason: 'barred' };
    expect(await it.confirm(lotId, personId)).toMatchObject(over);
    it.standing.barredUntil = null;
    expect(await it.confirm(lotId, personId)).toMatchObject(over);
    expect(await it.stock(lotId)).toEqual({ units: 1, reserved: 0, sold: 0 });
    expect(await it.wallet.balanceOf(personId)).toBe(UNIT);
  });

  test('ends it for a buyer who is barred while others of the lot are confirmed', async () => {
    const [lotId, personId] = [await it.lot(1), await it.person(UNIT)];
    await it.reserve(lotId, personId);
    const other = await database.pool.connect();
    try {
      await other.query('begin');
      await other.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`sales-of-lot:${lotId}`]);
      const confirmed = it.confirm(lotId, personId);
      await waitsForLock(database);
      it.standing.barredUntil = '2030-01-01';
      await other.query('commit');
      expect(await confirmed).toMatchObject({ outcome: 'over', reason: 'barred' });
    } finally {
      it.standing.barredUntil = null;
      other.release();
    }
    expect(await it.wallet.balanceOf(personId)).toBe(UNIT);
  });

  test('is for the own reservation and its own code alone', async () => {
    const [lotId, other] = [await it.lot(5), await it.lot(5)];
    const [mine, theirs] = [await it.person(5 * UNIT), await it.person(5 * UNIT)];
    await it.reserve(lotId, mine);
    await it.reserve(lotId, theirs);
    expect(await it.confirm(lotId, theirs, it.codeOf(mine))).toEqual({ outcome: 'code', problem: 'wrong' });
    expect(await it.confirm(other, mine)).toEqual({ outcome: 'over', reason: 'none', purchaseId: null });
    expect(await it.cancel(other, mine)).toEqual({ outcome: 'refused', reason: 'no-reservation' });
    expect(await it.stock(lotId)).toMatchObject({ reserved: 2 });
  });

  test('after the time of the reservation gets that answer, whether or not a round has looked', async () => {
    const [lotId, personId] = [await it.lot(1), await it.person(UNIT)];
    await it.reserve(lotId, personId);
    await it.letPass(lotId);
    expect(await it.confirm(lotId, personId)).toMatchObject({ outcome: 'over', reason: 'expired' });
    expect(await it.stock(lotId)).toEqual({ units: 1, reserved: 0, sold: 0 });
    expect(await it.held(personId)).toBe(0);
  });
});

describe('a reservation', () => {
  test('is given up without a code, at no cost, and a repeat says so again', async () => {
    const [lotId, personId] = [await it.lot(1), await it.person(UNIT)];
    await it.reserve(lotId, personId);
    const given = { outcome: 'cancelled', releasedTiyin: UNIT };
    expect(await it.cancel(lotId, personId)).toEqual({ ...given, already: false });
    expect(await it.cancel(lotId, personId)).toEqual({ ...given, already: true });
    expect(await it.confirm(lotId, personId)).toMatchObject({ outcome: 'over', reason: 'cancelled' });
    expect(await it.wallet.balanceOf(personId)).toBe(UNIT);
  });

  test('is either bought or given up, however closely both are asked for', async () => {
    for (let i = 0; i < 5; i += 1) {
      const [lotId, personId] = [await it.lot(1), await it.person(UNIT)];
      await it.reserve(lotId, personId);
      const [bought, given] = await Promise.all([it.confirm(lotId, personId), it.cancel(lotId, personId)]);
      expect([bought.outcome === 'bought', given.outcome === 'cancelled'].filter(Boolean)).toHaveLength(1);
    }
  });

  test('is ended by the round once its time is over, in any number', async () => {
    const lotId = await it.lot(5);
    const people = await Promise.all(Array.from({ length: 5 }, () => it.person(UNIT)));
    for (const personId of people) await it.reserve(lotId, personId);
    await it.expireAll();
    expect(await it.stock(lotId)).toMatchObject({ reserved: 5 });
    await it.letPass(lotId);
    await Promise.all([it.expireAll(), it.expireAll()]);
    expect(await it.stock(lotId)).toEqual({ units: 5, reserved: 0, sold: 0 });
  });
});

test('forty units go to forty of eighty buyers at once, each charged once', async () => {
  const lotId = await it.lot(40);
  const people = await Promise.all(Array.from({ length: 80 }, () => it.person(2 * UNIT)));
  const answers = await Promise.all(people.map((personId) => it.buy(lotId, personId)));
  const bought = answers.filter((answer) => answer?.outcome === 'bought');
  expect(bought).toHaveLength(40);
  for (const answer of answers.filter((one) => one?.outcome !== 'bought'))
    expect(answer).toMatchObject({
      objection: { reason: expect.stringMatching(/^(sold-out|too-many|reserved-by-others)$/) as string },
    });
  expect(await it.stock(lotId)).toEqual({ units: 40, reserved: 0, sold: 40 });
  const balances = await Promise.all(people.map((personId) => it.wallet.balanceOf(personId)));
  expect(balances.filter((balance) => balance === UNIT)).toHaveLength(40);
  expect(balances.filter((balance) => balance === 2 * UNIT)).toHaveLength(40);
});
