import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { takesPart } from '#server/domains/people/conflicts-of-interest/conflicts-of-interest.service.ts';
import type { WorkflowStep } from '#server/workflows/crash-steps.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { requireWholeBooks } from '../../fixtures/check-ledger.ts';
import { underEarlierRules } from '../../fixtures/earlier-rules.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { RESERVE_PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

/** From this day on lots of private persons are offered to their only participant. */
const FLAGGED = new Date(Date.now() - 30 * 86_400_000);

let database: TestDatabase;
let sold: SoldLots;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  await database.pool.query(
    `insert into rule_set select name, max(version) + 1, $1::date, jsonb_set(figures, '{offerToSoleParticipant}', 'true')
     from rule_set where name = 'private' group by name, figures, version order by version desc limit 1`,
    [FLAGGED],
  );
});
beforeEach(() => {
  sold = soldLots(database);
});
afterAll(() => database.close());

const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);
const offerOf = async (lotId: number) => {
  const { rows } = await query('select * from offer where lot_id = $1', [lotId]);
  return rows[0];
};
const fate = async (lotId: number) => ({
  offer: (await offerOf(lotId))?.state ?? null,
  lot: await sold.lotStatus(lotId),
});
const pass = (lotId: number, time: string) =>
  query('update offer set answer_by = answer_by - $2::interval where lot_id = $1', [lotId, time]);
const lapseAll = () =>
  sold.answering.lapseAll((error) => {
    throw error;
  });

/** A sale that its winner has refused; the reserve participant has this much on the balance. */
async function refused(balanceTiyin = DEPOSIT, reserve = randomUUID(), unsettled = false) {
  await sold.give(reserve, DEPOSIT);
  const won = await sold.open(0, { reserve, unsettled });
  const held = await sold.balance(reserve);
  if (balanceTiyin > held) await sold.give(reserve, balanceTiyin - held);
  await refuse(won);
  return { ...won, reserve, offerId: (await offerOf(won.lotId))?.id as number };
}

async function refuse({ id, personId }: { id: number; personId: string }) {
  await sold.refusing.sendCode(id, personId, '127.0.0.1');
  const refusal = await sold.refusing.refuse(id, personId, sold.codeOf(personId));
  expect(refusal.outcome).toBe('refused');
}

/** An auction that was not held because only this person took part. */
/** @param later 1: of a lot published before the version with the flag */
async function withOne(later: 0 | 1 = 0) {
  const personId = randomUUID();
  await sold.give(personId, DEPOSIT);
  const { lotId, seller } = await underEarlierRules(database, 'private', later, () => sold.ended(0));
  await query(`update trade_application set status = 'revoked' where lot_id = $1`, [lotId]);
  await query(
    `update lot set status = 9, outcome = 'not-held', participants = 1, winner_person_id = null, winner_number = null,
       room_price_tiyin = null, pay_until = null where id = $1`,
    [lotId],
  );
  const application = await sold.admitted(lotId, personId);
  await sold.applications.deposits.ofLot(lotId);
  return { lotId, seller, personId, application };
}

describe('the reserve participant', () => {
  test('is offered a refused lot at their own last price, until 18:00 of the next working day', async () => {
    const { lotId, seller, reserve } = await refused();
    expect(await fate(lotId)).toEqual({ offer: 'open', lot: S.offeredToOne });
    const offer = await offerOf(lotId);
    expect(offer).toMatchObject({
      kind: 'reserve',
      person_id: reserve,
      price_tiyin: RESERVE_PRICE,
      deposit_tiyin: DEPOSIT,
    });
    const inTashkent = new Date(offer.answer_by.getTime() + 5 * 3_600_000);
    expect([inTashkent.getUTCHours(), inTashkent.getUTCMinutes()]).toEqual([18, 0]);
    expect(offer.answer_by.getTime()).toBeGreaterThan(Date.now());
    expect(await sold.notices(reserve)).toContain('lot-offered');
    expect(await sold.notices(seller)).toContain('sale-lost-reserve');
    expect((await sold.offers.list(reserve, { state: 'open', page: 1, size: 20 })).items).toMatchObject([
      { lotId, priceTiyin: RESERVE_PRICE, canAnswer: true, missingTiyin: 0 },
    ]);
  });

  test('accepts: the deposit is held, the sale is theirs to pay, and is paid', async () => {
    const { lotId, seller, reserve, offerId } = await refused(RESERVE_PRICE);
    expect(await sold.answering.accept(offerId, reserve)).toEqual({ outcome: 'accepted', already: false });
    expect(await sold.balance(reserve)).toBe(RESERVE_PRICE - DEPOSIT);
    expect(await fate(lotId)).toEqual({ offer: 'accepted', lot: S.awaitingPayment });
    const settlement = await sold.of(lotId);
    expect(settlement).toMatchObject({
      sale: 'reserve',
      person_id: reserve,
      price_tiyin: RESERVE_PRICE,
      deposit_tiyin: DEPOSIT,
      state: 'awaiting',
    });
    expect(sold.recorded).toMatchObject([
      { lotId, cause: 'reserve', priceTiyin: RESERVE_PRICE, winnerPersonId: reserve },
    ]);
    expect(await sold.notices(seller)).toContain('sale-to-participant');
    // Their application was settled after the auction: that does not take the deposit back now.
    await sold.applications.deposits.ofLot(lotId);
    expect(await sold.balance(reserve)).toBe(RESERVE_PRICE - DEPOSIT);
    expect(await sold.paying.pay(settlement.id, reserve)).toEqual({ outcome: 'paid', already: false });
    expect(await sold.lotStatus(lotId)).toBe(S.soldAndPaid);
    expect(await sold.balance(reserve)).toBe(0);
  });

  test('who accepts and then refuses loses the deposit, and there is no second reserve', async () => {
    const { lotId, reserve, offerId } = await refused();
    await sold.answering.accept(offerId, reserve);
    await refuse({ id: (await sold.of(lotId)).id, personId: reserve });
    expect(await fate(lotId)).toEqual({ offer: 'accepted', lot: S.priceNotConfirmed });
    expect(await sold.balance(reserve)).toBe(0);
  });

  test('with a short balance learns how much is missing, and nothing is written', async () => {
    const reserve = randomUUID();
    const { lotId, offerId } = await refused(DEPOSIT, reserve);
    // The deposit that was released is spent meanwhile.
    const key = randomUUID();
    const spent = await sold.applications.wallet.hold({
      key,
      personId: reserve,
      amountTiyin: 1_00,
      reference: 'lot:1',
      reason: 'test',
      actor: reserve,
    });
    if (spent.outcome !== 'held') throw new Error(spent.outcome);
    expect(await sold.answering.accept(offerId, reserve)).toEqual({ outcome: 'short', missingTiyin: 1_00 });
    expect(await fate(lotId)).toEqual({ offer: 'open', lot: S.offeredToOne });
    await sold.applications.wallet.release({ holdId: spent.holdId, key, reason: 'test', actor: reserve });
    expect(await sold.answering.accept(offerId, reserve)).toMatchObject({ outcome: 'accepted' });
  });

  test('declines: it costs nothing, and the price is not confirmed', async () => {
    const { lotId, seller, reserve, offerId } = await refused();
    expect(await sold.answering.decline(offerId, reserve)).toEqual({ outcome: 'declined', already: false });
    expect(await sold.answering.decline(offerId, reserve)).toEqual({ outcome: 'declined', already: true });
    expect(await sold.answering.accept(offerId, reserve)).toEqual({ outcome: 'over' });
    expect(await fate(lotId)).toEqual({ offer: 'declined', lot: S.priceNotConfirmed });
    expect(await sold.balance(reserve)).toBe(DEPOSIT);
    expect(await sold.notices(seller)).toContain('sale-lost');
  });

  test('who is silent loses the offer at its end, not before, however often it is looked at', async () => {
    const { lotId, reserve, offerId } = await refused();
    await lapseAll();
    await sold.answering.lapse(offerId);
    expect((await fate(lotId)).offer).toBe('open');
    await pass(lotId, '40 days');
    await Promise.all([lapseAll(), sold.answering.lapse(offerId), lapseAll()]);
    expect(await fate(lotId)).toEqual({ offer: 'lapsed', lot: S.priceNotConfirmed });
    expect((await sold.notices(reserve)).filter((name) => name === 'offer-lapsed')).toHaveLength(1);
  });

  test('who answers after the time is too late, also where no worker has noticed', async () => {
    const { lotId, reserve, offerId } = await refused();
    await pass(lotId, '40 days');
    expect(await sold.answering.accept(offerId, reserve)).toEqual({ outcome: 'over' });
    expect(await fate(lotId)).toEqual({ offer: 'lapsed', lot: S.priceNotConfirmed });
    expect(await sold.balance(reserve)).toBe(DEPOSIT);
  });

  test('answers in two tabs at once: one answer counts', async () => {
    const { lotId, reserve, offerId } = await refused();
    const answers = await Promise.all([
      sold.answering.accept(offerId, reserve),
      sold.answering.accept(offerId, reserve),
      sold.answering.decline(offerId, reserve),
    ]);
    const { offer } = await fate(lotId);
    expect(['accepted', 'declined']).toContain(offer);
    expect(answers.filter((answer) => 'already' in answer && !answer.already)).toHaveLength(1);
    expect(await sold.balance(reserve)).toBe(offer === 'accepted' ? 0 : DEPOSIT);
  });

  /** After both came to the offer its time is over, is about to be over, or is not. */
  const ENDS = (
    [
      [0, ['lapsed']],
      [1, ['accepted', 'lapsed']],
      [2, ['accepted', 'lapsed']],
      [4, ['accepted', 'lapsed']],
      [3_600_000, ['accepted']],
    ] as const
  ).flatMap(([ms, states]) => [
    { ms, first: 'accept' as const, second: 'lapse' as const, states },
    { ms, first: 'lapse' as const, second: 'accept' as const, states },
  ]);
  test.each(ENDS)(
    '$first and $second $ms ms before the end: one of the two',
    async ({ ms, first, second, states }) => {
      const { lotId, reserve, offerId } = await refused();
      const holder = await database.pool.connect();
      onTestFinished(() => holder.release(true));
      await holder.query('begin');
      await holder.query('select from offer where id = $1 for update', [offerId]);
      const accepting = () => sold.answering.accept(offerId, reserve);
      const begin = { accept: accepting, lapse: () => sold.answering.lapse(offerId) };
      const one = begin[first]();
      await waitsForLock(database, 1);
      const other = begin[second]();
      await waitsForLock(database, 2);
      await holder.query(
        'update offer set answer_by = clock_timestamp() + make_interval(secs => $2::float / 1000) where id = $1',
        [offerId, ms],
      );
      await holder.query('commit');
      const answers = (await Promise.all([one, other])).filter(Boolean);

      const { state } = await offerOf(lotId);
      const accepted = state === 'accepted';
      expect(states).toContain(state);
      expect(answers).toEqual([accepted ? { outcome: 'accepted', already: false } : { outcome: 'over' }]);
      const lot = accepted ? S.awaitingPayment : S.priceNotConfirmed;
      expect(await fate(lotId)).toEqual({ offer: accepted ? 'accepted' : 'lapsed', lot });
      const { rows } = await query(
        `select s.state, s.hold_id = a.hold_id as holds, a.deposit_state from trade_application a
         left join settlement s using (lot_id, person_id) where a.lot_id = $1 and a.person_id = $2`,
        [lotId, reserve],
      );
      const bought = { state: 'awaiting', holds: true, deposit_state: 'held' };
      expect(rows).toEqual([accepted ? bought : { state: null, holds: null, deposit_state: 'released' }]);
      expect(await sold.balance(reserve)).toBe(accepted ? 0 : DEPOSIT);
      const ends = (await sold.notices(reserve)).filter((name) => /^offer-(accepted|lapsed)$/.test(name));
      expect(ends).toEqual([`offer-${state}`]);
      expect(sold.recorded).toHaveLength(accepted ? 1 : 0);
      await requireWholeBooks(database.db);
    },
  );

  test('is not offered the lot while disabled or barred, nor accepts it then', async () => {
    for (const obstacle of ['disabled', 'barred'] as const) {
      const reserve = randomUUID();
      sold.hook.obstacles.set(reserve, obstacle);
      const { lotId } = await refused(DEPOSIT, reserve);
      expect(await fate(lotId)).toEqual({ offer: 'void', lot: S.priceNotConfirmed });
      expect(await offerOf(lotId)).toMatchObject({ obstacle });
      expect(await sold.notices(reserve)).not.toContain('lot-offered');
    }
    const { lotId, reserve, offerId } = await refused();
    sold.hook.obstacles.set(reserve, 'barred');
    expect(await sold.answering.accept(offerId, reserve)).toEqual({ outcome: 'refused', reason: 'barred' });
    expect((await fate(lotId)).offer).toBe('open');
  });

  test('who is barred while others hold the lot does not get it', async () => {
    const { lotId, reserve, offerId } = await refused();
    const other = await database.pool.connect();
    try {
      await other.query('begin');
      await other.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`sales-of-lot:${lotId}`]);
      const accepted = sold.answering.accept(offerId, reserve);
      await waitsForLock(database);
      sold.hook.obstacles.set(reserve, 'barred');
      await other.query('commit');
      expect(await accepted).toEqual({ outcome: 'refused', reason: 'barred' });
    } finally {
      other.release();
    }
    expect((await fate(lotId)).offer).toBe('open');
  });

  test('who is the winner under another account gets nothing cheaper', async () => {
    const pinfl = '31201901234567';
    const [personId, reserve] = [await sold.registered(pinfl), await sold.registered(pinfl)];
    await sold.give(reserve, DEPOSIT);
    const won = await sold.open(0, { personId, reserve });
    await refuse(won);
    expect(await fate(won.lotId)).toEqual({ offer: 'void', lot: S.priceNotConfirmed });
    expect(await offerOf(won.lotId)).toMatchObject({ obstacle: 'same-person' });
  });

  test('is offered the lot of a winner who declined while leading, once', async () => {
    const reserve = randomUUID();
    await sold.give(reserve, DEPOSIT);
    const { lotId } = await sold.ended(0, { reserve, winnerDeclines: true });
    expect(await sold.lotStatus(lotId)).toBe(S.priceFormed);
    await Promise.all([sold.offering.afterHammer(lotId), sold.offering.afterHammer(lotId)]);
    await sold.offering.afterHammer(lotId);
    expect(await fate(lotId)).toEqual({ offer: 'open', lot: S.offeredToOne });
  });

  test('who may not buy leaves a declined lot without a price', async () => {
    const reserve = randomUUID();
    await sold.give(reserve, DEPOSIT);
    sold.hook.obstacles.set(reserve, 'barred');
    const { lotId, seller } = await sold.ended(0, { reserve, winnerDeclines: true });
    await sold.offering.afterHammer(lotId);
    await sold.offering.afterHammer(lotId);
    expect(await fate(lotId)).toEqual({ offer: 'void', lot: S.priceNotConfirmed });
    expect((await sold.notices(seller)).filter((name) => name === 'sale-lost')).toHaveLength(1);
  });

  const crashAt = (step: WorkflowStep) => {
    sold.hook.crashAt = (at) => {
      if (at === step) throw new Error('crashed');
    };
  };

  test('a crash while it is written leaves the sale as it was', async () => {
    const reserve = randomUUID();
    await sold.give(reserve, DEPOSIT);
    const won = await sold.open(0, { reserve });
    await sold.refusing.sendCode(won.id, won.personId, '127.0.0.1');
    const refusing = () => sold.refusing.refuse(won.id, won.personId, sold.codeOf(won.personId));
    crashAt('offer-inserted');
    await expect(refusing()).rejects.toThrow('crashed');
    expect(await fate(won.lotId)).toEqual({ offer: null, lot: S.awaitingPayment });
    sold.hook.crashAt = () => undefined;
    await refusing();
    expect(await fate(won.lotId)).toEqual({ offer: 'open', lot: S.offeredToOne });
  });

  test.each(['offer-deposit-held', 'offer-accepted', 'offer-ended'] as const)(
    'a crash at %s leaves all or nothing',
    async (step) => {
      const reserve = randomUUID();
      await sold.give(reserve, DEPOSIT);
      const won = await sold.open(0, { reserve });
      await refuse(won);
      const { id } = await offerOf(won.lotId);
      const answer = () =>
        step === 'offer-ended' ? sold.answering.decline(id, reserve) : sold.answering.accept(id, reserve);
      crashAt(step);
      await expect(answer()).rejects.toThrow('crashed');
      expect(await fate(won.lotId)).toEqual({ offer: 'open', lot: S.offeredToOne });
      expect(await sold.balance(reserve)).toBe(DEPOSIT);
      sold.hook.crashAt = () => undefined;
      await answer();
      expect((await fate(won.lotId)).offer).toBe(step === 'offer-ended' ? 'declined' : 'accepted');
    },
  );
});

describe('the only participant', () => {
  test('is offered the lot where the rule set says so, at the first suggested price, and accepts', async () => {
    const { lotId, personId } = await withOne();
    await sold.offering.afterHammer(lotId);
    await sold.offering.afterHammer(lotId);
    expect(await fate(lotId)).toEqual({ offer: 'open', lot: S.offeredToOne });
    const { id, price_tiyin: price } = await offerOf(lotId);
    expect(await sold.answering.accept(id, personId)).toEqual({ outcome: 'accepted', already: false });
    expect(await sold.of(lotId)).toMatchObject({ sale: 'sole', person_id: personId, price_tiyin: price });
    expect(await sold.balance(personId)).toBe(0);
  });

  test('is offered nothing where the rule set does not say so, or where others took part', async () => {
    const { lotId } = await withOne(1);
    await sold.offering.afterHammer(lotId);
    expect(await fate(lotId)).toEqual({ offer: null, lot: S.notHeld });
    const another = await withOne();
    await query('update lot set participants = 2 where id = $1', [another.lotId]);
    await sold.offering.afterHammer(another.lotId);
    expect(await fate(another.lotId)).toEqual({ offer: null, lot: S.notHeld });
  });

  test('is offered nothing where one member of staff alone sent another one away', async () => {
    /** The right of one of the others was taken away, by this person. */
    const revoked = async (by: string, requestId: number | null = null) => {
      const left = await withOne();
      const { rows } = await query(
        `select person_id, number from trade_application where lot_id = $1 and status = 'revoked' limit 1`,
        [left.lotId],
      );
      const { person_id: other, number } = rows[0] as { person_id: string; number: number };
      await query(
        `insert into room_action (lot_id, action, person_id, person_name, reason, request_id, result)
         values ($1, 'revoke', $2, '', $3, $4, 'done')`,
        [left.lotId, by, `№ ${number}: no documents`, requestId],
      );
      return { ...left, other };
    };
    const alone = await revoked('operator');
    await sold.offering.afterHammer(alone.lotId);
    expect(await fate(alone.lotId)).toEqual({ offer: null, lot: S.notHeld });
    // Two persons, or the rules, have decided.
    const { rows } = await query(
      `insert into room_request (lot_id, kind, reason, requested_by, requested_by_name, expires_at)
       values ($1, 'withdraw', 'asked', 'operator', '', now()) returning id::int`,
      [alone.lotId],
    );
    const barred = await revoked('operator');
    sold.hook.obstacles.set(barred.other, 'barred');
    for (const { lotId } of [barred, await revoked('rules'), await revoked('operator', rows[0].id)]) {
      await sold.offering.afterHammer(lotId);
      expect(await fate(lotId)).toEqual({ offer: 'open', lot: S.offeredToOne });
    }
  });

  test('is offered the lot by the version it was published under, also when another is dated back', async () => {
    for (const { later, flagLater, offer, lot } of [
      { later: 0, flagLater: false, offer: 'open', lot: S.offeredToOne },
      { later: 1, flagLater: true, offer: null, lot: S.notHeld },
    ] as const) {
      const { lotId } = await withOne(later);
      const { rows } = await query(
        `insert into rule_set select name, version + 1, $1, figures || jsonb_build_object('offerToSoleParticipant', $2::boolean)
         from rule_set where (name, version) = (select name, max(version) from rule_set where name = 'private' group by name)
         returning version`,
        [new Date(FLAGGED.getTime() - 2 * 86_400_000), flagLater],
      );
      await sold.offering.afterHammer(lotId);
      await query(`delete from rule_set where name = 'private' and version = $1`, [rows[0].version]);
      expect(await fate(lotId)).toEqual({ offer, lot });
    }
  });
});

test('a deposit that was not released yet when the offer was accepted stays held until the sale ends', async () => {
  const { lotId, reserve, offerId } = await refused(DEPOSIT, randomUUID(), true);
  expect(await sold.answering.accept(offerId, reserve)).toEqual({ outcome: 'accepted', already: false });
  await sold.applications.deposits.ofLot(lotId);
  const settlement = await sold.of(lotId);
  const { rows } = await query(
    'select status, deposit_state from trade_application where lot_id = $1 and person_id = $2',
    [lotId, reserve],
  );
  expect(rows).toEqual([{ status: 'lost', deposit_state: 'held' }]);
  await sold.give(reserve, RESERVE_PRICE - DEPOSIT);
  expect(await sold.paying.pay(settlement.id, reserve)).toMatchObject({ outcome: 'paid' });
  expect(await sold.balance(reserve)).toBe(DEPOSIT);
});

test('the buyer of an accepted offer takes part until the sale is over, and so does a seller who is to be paid', async () => {
  const { lotId, seller, reserve, offerId } = await refused();
  expect(await takesPart(database.db, reserve)).toBe(true);
  await sold.answering.accept(offerId, reserve);
  await sold.give(reserve, RESERVE_PRICE);
  await sold.paying.pay((await sold.of(lotId)).id, reserve);
  expect(await takesPart(database.db, reserve)).toBe(true);
  await sold.handedOver(lotId, reserve);
  expect(await takesPart(database.db, reserve)).toBe(false);
  expect(await takesPart(database.db, seller)).toBe(true);
});

test('a buyer is reminded though it is not known now whom the lot would be offered to', async () => {
  const reserve = randomUUID();
  await sold.give(reserve, DEPOSIT);
  const { id, personId } = await sold.open(0, { reserve });
  sold.hook.obstacles = { get: () => Promise.reject(new Error('bars of another key')) } as never;
  await sold.passUntil(id, 2 * 3_600_000);
  await sold.lookAtDue();
  expect(await sold.notices(personId)).toContain('payment-reminder');
});

test('no one answers for another person', async () => {
  const { offerId } = await refused();
  const stranger = randomUUID();
  await expect(sold.answering.accept(offerId, stranger)).rejects.toThrow('another person');
  await expect(sold.answering.decline(offerId, stranger)).rejects.toThrow('another person');
  expect(await sold.offers.find(offerId, stranger)).toBeNull();
});
