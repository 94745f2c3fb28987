import { describe, expect, test } from 'vitest';
import { createActsRepository, createHandOversRepository } from '#server/domains/trade/hand-overs/index.ts';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { workingCalendar } from '#server/domains/content/reference/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { createSalesClock } from '#server/workflows/selling/sales-clock.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import {
  DAY,
  FIRST,
  PART_SUMS,
  SECOND,
  THIRD,
  withPartSales,
  type PartSales,
} from '../../fixtures/part-sales.ts';
import { PRICE } from '../../fixtures/sold-lots.ts';

let sales: PartSales;
withPartSales((entered) => {
  sales = entered;
});

describe('the first part', () => {
  test('is paid from the balance: deposit counted, schedule stated, payout planned, both sides informed', async () => {
    const { lotId, personId, seller, id } = await sales.begun();
    const settlement = await sales.sold.of(lotId);
    expect(settlement).toMatchObject({ state: 'part-paid', paid_tiyin: FIRST - DEPOSIT });
    expect(await sales.sold.lotStatus(lotId)).toBe(S.paidInPart);
    const { parts, canRefuse, missingTiyin } = await sales.shown(id);
    expect(parts?.parts.map(({ amountTiyin, state }) => [amountTiyin, state])).toEqual([
      [FIRST, 'paid'],
      [SECOND, 'now'],
      [THIRD, 'next'],
      [THIRD, 'next'],
    ]);
    expect([canRefuse, missingTiyin, parts?.leftTiyin]).toEqual([false, PRICE - FIRST, PRICE - FIRST]);
    expect(settlement.due_at.getTime()).toBe(parts?.parts[1]?.dueAtMs);
    expect(await sales.payoutsOf(id)).toMatchObject([
      { part: 0, through_part: 0, price_tiyin: FIRST, fee_tiyin: Math.floor((FIRST * 25) / 1_000) },
    ]);
    expect(await sales.sold.notices(personId)).toContain('lot-part-paid');
    expect(await sales.sold.notices(seller)).toContain('sale-part-paid');
    expect(await sales.sold.balance(personId)).toBe(0);
    await sales.clean();
  });

  test('short of money names what is missing, and moves nothing', async () => {
    const { id, personId, lotId } = await sales.open(1_00);
    expect(await sales.sold.paying.pay(id, personId, 0)).toEqual({
      outcome: 'short',
      missingTiyin: FIRST - DEPOSIT - 1_00,
    });
    expect(await sales.sold.of(lotId)).toMatchObject({ state: 'awaiting', parts_begun_at: null });
    expect((await sales.shown(id)).parts?.parts[0]).toMatchObject({
      toPayTiyin: FIRST - DEPOSIT,
      state: 'now',
    });
    await sales.clean();
  });

  test.each(['settlement-money-moved', 'settlement-parts-written', 'settlement-decided'] as const)(
    'interrupted at %s leaves nothing half done',
    async (step) => {
      const won = await sales.open(FIRST - DEPOSIT);
      sales.sold.hook.crashAt = (at) => {
        if (at === step) throw new Error('power cut');
      };
      await expect(sales.sold.paying.pay(won.id, won.personId, 0)).rejects.toThrow('power cut');
      expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'awaiting', parts_begun_at: null });
      sales.sold.hook.crashAt = () => undefined;
      expect(await sales.sold.paying.pay(won.id, won.personId, 0)).toEqual({
        outcome: 'part-paid',
        already: false,
      });
      await sales.clean();
    },
  );

  test('on two devices is paid once, and rules out a refusal', async () => {
    const won = await sales.open(PRICE);
    const both = await Promise.all([1, 2].map(() => sales.sold.paying.pay(won.id, won.personId, 0)));
    expect(both.map((each) => 'already' in each && each.already).sort()).toEqual([false, true]);
    expect(await sales.sold.refusing.refuse(won.id, won.personId, '000000')).toEqual({
      outcome: 'over',
      reason: 'part-paid',
    });
    await sales.clean();
  });

  test('of a lot that offers none, or a part beyond the last, is refused', async () => {
    const whole = await sales.sold.open(PRICE);
    expect(await sales.sold.paying.pay(whole.id, whole.personId, 0)).toEqual({ outcome: 'no-parts' });
    expect((await sales.shown(whole.id)).parts).toBeNull();
    const won = await sales.open(PRICE);
    expect(await sales.sold.paying.pay(won.id, won.personId, 4)).toEqual({ outcome: 'no-parts' });
  });

  test('when overdue brings the sale back', async () => {
    const won = await sales.open(FIRST - DEPOSIT);
    await sales.sold.passUntil(won.id, -60_000);
    await sales.sold.looking.look(won.id);
    expect(await sales.sold.lotStatus(won.lotId)).toBe(S.paymentOverdue);
    await sales.sold.paying.pay(won.id, won.personId, 0);
    expect(await sales.sold.lotStatus(won.lotId)).toBe(S.paidInPart);
    await sales.clean();
  });
});

describe('all at once', () => {
  test('is a whole payment, as before', async () => {
    const won = await sales.open(PRICE - DEPOSIT);
    expect(await sales.sold.paying.pay(won.id, won.personId, 3)).toEqual({ outcome: 'paid', already: false });
    expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'paid', parts_begun_at: null });
    expect(await sales.payoutsOf(won.id)).toMatchObject([
      { part: 0, through_part: null, price_tiyin: PRICE },
    ]);
    await sales.clean();
  });
});

describe('later parts', () => {
  test('are paid one by one; the first opens the one hand-over, and fees make up the fee of the price', async () => {
    const won = await sales.begun(PRICE);
    const handOver = async () => (await sales.sold.handOvers.ofSettlements([won.id])).get(won.id);
    const opened = await handOver();
    expect(opened).toMatchObject({ state: 'awaiting' });
    for (const k of [1, 2]) {
      expect(await sales.sold.paying.pay(won.id, won.personId, k)).toMatchObject({ outcome: 'part-paid' });
      expect(await sales.sold.paying.pay(won.id, won.personId, k)).toEqual({
        outcome: 'part-paid',
        already: true,
      });
    }
    expect(await sales.sold.paying.pay(won.id, won.personId, 3)).toEqual({ outcome: 'paid', already: false });
    expect(await handOver()).toEqual(opened);
    expect(await sales.sold.lotStatus(won.lotId)).toBe(S.soldAndPaid);
    const payouts = await sales.payoutsOf(won.id);
    expect(payouts.map(({ price_tiyin }) => price_tiyin)).toEqual(PART_SUMS);
    expect(payouts.reduce((sum, { fee_tiyin }) => sum + fee_tiyin, 0)).toBe(Math.floor((PRICE * 25) / 1_000));
    expect(await sales.sold.balance(won.personId)).toBe(FIRST);
    await sales.clean();
  });

  test('finish the order of what was handed over before, with the last of them', async () => {
    const won = await sales.begun(PRICE);
    await sales.giveRequisites(won.lotId, won.seller);
    await sales.sold.handedOver(won.lotId, won.personId);
    const order = async () => {
      const { rows } = await sales.database.pool.query(
        'select o.id, o.status from customer_order o join lot on lot.order_id = o.id where lot.id = $1',
        [won.lotId],
      );
      const sold = await createHandOversRepository(sales.database.db).salesOfOrder(rows[0].id);
      return [rows[0].status, sold];
    };
    const { rows } = await sales.database.pool.query('select id from hand_over where lot_id = $1', [
      won.lotId,
    ]);
    const act = () =>
      createActsRepository(sales.database.db).factsOf(rows[0].id, { ground: 'buyer', note: null });
    await sales.sold.paying.pay(won.id, won.personId, 2);
    // The act states no full payment that was not made.
    expect((await act()).paidAtMs).toBeNull();
    expect(await order()).toEqual(['awaiting-payment', { open: 1, done: 1 }]);
    await sales.sold.paying.pay(won.id, won.personId, 3);
    expect(await order()).toEqual(['finished', { open: 0, done: 1 }]);
    expect((await act()).paidAtMs).toEqual(expect.any(Number));
    await sales.clean();
  });

  test('are paid early together, at one instant with the deadline', async () => {
    for (let round = 0; round < 3; round += 1) {
      const won = await sales.begun(PRICE);
      await sales.sold.passUntil(won.id, -1);
      const [paid] = await Promise.all([
        sales.sold.paying.pay(won.id, won.personId),
        sales.sold.looking.look(won.id),
      ]);
      expect(paid.outcome).toBe('paid');
      expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'paid' });
    }
    await sales.clean();
  });

  test('are taken from the balance at the deadline, without a fee', async () => {
    const won = await sales.begun(SECOND);
    await sales.late(won.id, 60_000);
    expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'part-paid', late_fee_tiyin: 0 });
    expect((await sales.shown(won.id)).parts?.parts.map(({ state }) => state)).toEqual([
      'paid',
      'paid',
      'now',
      'next',
    ]);
    expect(await sales.sold.balance(won.personId)).toBe(0);
    await sales.clean();
  });

  test('are reminded of, fall overdue, cost a fee for each day, and come back when paid', async () => {
    const won = await sales.begun();
    for (const beforeMs of [3 * DAY - 60_000, DAY - 60_000, 3 * 3_600_000 - 60_000]) {
      await sales.sold.passUntil(won.id, beforeMs);
      await sales.sold.looking.look(won.id);
    }
    const notices = await sales.sold.notices(won.personId);
    expect(notices.filter((template) => template === 'payment-reminder')).toHaveLength(3);
    await sales.late(won.id, 2 * DAY - 60_000);
    expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'overdue' });
    expect(await sales.sold.lotStatus(won.lotId)).toBe(S.paymentOverdue);
    expect(await sales.sold.notices(won.personId)).toContain('part-overdue');
    const fee = Math.floor((SECOND * 20) / 10_000);
    expect((await sales.shown(won.id)).parts).toMatchObject({ lateTiyin: SECOND + fee });
    await sales.sold.give(won.personId, SECOND);
    expect(await sales.sold.paying.pay(won.id, won.personId, 1)).toEqual({
      outcome: 'short',
      missingTiyin: fee,
    });
    await sales.sold.give(won.personId, fee);
    expect(await sales.sold.paying.pay(won.id, won.personId, 1)).toMatchObject({ outcome: 'part-paid' });
    expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'part-paid', late_fee_tiyin: fee });
    expect(await sales.sold.lotStatus(won.lotId)).toBe(S.paidInPart);
    // The fee for being late is the seller's, and the operator takes none of it.
    expect((await sales.payoutsOf(won.id))[1]).toMatchObject({
      price_tiyin: SECOND + fee,
      fee_tiyin: Math.floor(((FIRST + SECOND) * 25) / 1_000) - Math.floor((FIRST * 25) / 1_000),
    });
    await sales.clean();
  });

  test('stay late while another one is late', async () => {
    const won = await sales.begun();
    await sales.late(won.id, 40 * DAY);
    await sales.sold.give(won.personId, PRICE);
    await sales.sold.paying.pay(won.id, won.personId, 1);
    expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'overdue' });
    expect(await sales.sold.lotStatus(won.lotId)).toBe(S.paymentOverdue);
    await sales.sold.paying.pay(won.id, won.personId, 2);
    expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'part-paid' });
    await sales.clean();
  });
});

describe('outside money', () => {
  test('of a provider pays the part it was begun for; what is above stays on the balance', async () => {
    const won = await sales.begun();
    const paymentId = await sales.sold.credited(won.id, won.personId, SECOND + 5_00);
    await sales.database.pool.query('update settlement_payment set through_part = 1 where payment_id = $1', [
      paymentId,
    ]);
    await inTransaction(sales.database.db, (tx) => sales.sold.paying.credited(tx, paymentId));
    await inTransaction(sales.database.db, (tx) => sales.sold.paying.credited(tx, paymentId));
    expect(await sales.sold.of(won.lotId)).toMatchObject({
      state: 'part-paid',
      paid_tiyin: FIRST + SECOND - DEPOSIT,
    });
    expect(await sales.sold.balance(won.personId)).toBe(5_00);
    await sales.clean();
  });

  test('taken by its provider before the deadline costs no fee, however late it is heard of', async () => {
    const won = await sales.begun();
    const paymentId = await sales.sold.credited(won.id, won.personId, SECOND);
    await sales.database.pool.query('update settlement_payment set through_part = 1 where payment_id = $1', [
      paymentId,
    ]);
    const { due_at: dueAt } = await sales.sold.of(won.lotId);
    await sales.sold.passUntil(won.id, -3 * DAY);
    await sales.database.pool.query('update top_up set paid_at = $2 where id = $1', [
      paymentId,
      new Date(Date.now() - 4 * DAY),
    ]);
    await sales.sold.looking.look(won.id);
    expect(dueAt).toBeInstanceOf(Date);
    expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'part-paid', late_fee_tiyin: 0 });
    await sales.clean();
  });

  test('by a transfer pays the parts of the payment order, and the next part without one', async () => {
    const won = await sales.open(0);
    expect(await sales.sold.winLots.bankOrder(won.lotId, won.personId, { throughPart: 9 })).toBeNull();
    expect((await sales.sold.winLots.bankOrder(won.lotId, won.personId, { throughPart: 0 }))?.name).toBe(
      `S-${won.id}.pdf`,
    );
    await sales.sold.give(won.personId, FIRST - DEPOSIT + SECOND);
    const transfer = () =>
      inTransaction(sales.database.db, (tx) => sales.sold.paying.payWithTransfer(tx, won.id, new Date()));
    expect(await transfer()).toEqual({ outcome: 'part-paid', already: false });
    expect(await sales.sold.balance(won.personId)).toBe(SECOND);
    expect(await transfer()).toEqual({ outcome: 'part-paid', already: false });
    expect(await sales.sold.balance(won.personId)).toBe(0);
    expect(await transfer()).toMatchObject({ outcome: 'short' });
    await sales.clean();
  });
});

describe('a protest', () => {
  test('stops the clock of parts, and they get the time that was left', async () => {
    const won = await sales.begun(PRICE);
    const settlements = await sales.sold.of(won.lotId);
    const clock = createSalesClock({
      lots: sales.sold.lots,
      notifications: createNotifications(sales.database.db),
    });
    const calendar = workingCalendar([]);
    const lot = (await sales.sold.lots.get(won.lotId))!;
    await inTransaction(sales.database.db, (tx) => clock.pause(tx, lot, { calendar }, 'protest:1'));
    expect(await sales.sold.paying.pay(won.id, won.personId, 1)).toEqual({
      outcome: 'over',
      reason: 'paused',
    });
    await sales.database.pool.query(
      `update settlement set paused_at = paused_at - interval '60 days', due_at = due_at - interval '60 days',
         default_at = default_at - interval '60 days' where id = $1`,
      [won.id],
    );
    await sales.database.pool.query(
      `update settlement_part set due_at = due_at - interval '60 days', paid_at = paid_at - interval '60 days' where settlement_id = $1`,
      [won.id],
    );
    await inTransaction(sales.database.db, (tx) =>
      clock.resume(tx, lot, { calendar, graceDays: 0 }, 'protest:1'),
    );
    const resumed = await sales.sold.of(won.lotId);
    expect(resumed).toMatchObject({ state: 'part-paid', paused_at: null });
    // It had nearly a month left, and has it again.
    expect(resumed.due_at.getTime()).toBeGreaterThan(Date.now() + 20 * DAY);
    expect(resumed.due_at.getTime()).toBeLessThan(settlements.due_at.getTime() + 10 * DAY);
    await sales.clean();
  });
});
