import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRefundsRepository } from '#server/domains/money/payments/refunds/refunds.repository.ts';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createResultCancellations } from '#server/domains/trade/result-cancellations/result-cancellations.service.ts';
import { ruleSetFiguresSchema } from '#shared/rule-sets/rule-set-figures.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

const REST = PRICE - DEPOSIT;
const ACCOUNT = { kind: 'account', bankName: 'Namuna bank', mfo: '00999', holderName: 'Sotuvchi' } as const;
const FIRST = { ...ACCOUNT, account: '20208000900123456001' };
const OTHER = { ...ACCOUNT, account: '20208000900123456002' };

let database: TestDatabase;
let sold: SoldLots;
const [anna, boris] = [randomUUID(), randomUUID()];
const viewer = { personId: anna, decides: true, seesRequisites: true };

beforeAll(async () => {
  database = await testDatabase('template', 20);
  await database.pool.query(`update rule_set set figures = figures || '{"operatorFeePercent": 2.5}'`);
});
beforeEach(() => {
  sold = soldLots(database);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

/** A sale that is paid and handed over, and whose time for protests is over; the seller's order has these requisites. */
async function paidSale({
  requisites = FIRST,
  windowOver = true,
  handedOver = true,
  payouts = 1,
  seller,
}: {
  requisites?: object | null;
  windowOver?: boolean;
  handedOver?: boolean;
  payouts?: number;
  seller?: string;
} = {}) {
  const opened = await sold.open(REST, seller === undefined ? {} : { customerPersonId: seller });
  const won = { ...opened, seller: seller ?? opened.seller };
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into customer_order (person_id, request_id, fields, status) values ($1, $2, $3, $4) returning id`,
    [won.seller, randomUUID(), JSON.stringify(requisites ? { requisites } : {}), stateAfter(ORDER, 'sell')],
  );
  const orderId = rows[0]!.id;
  await database.pool.query('update lot set order_id = $2 where id = $1', [won.lotId, orderId]);
  expect(await sold.paying.pay(won.id, won.personId)).toMatchObject({ outcome: 'paid' });
  if (handedOver) await sold.handedOver(won.lotId, won.personId);
  if (windowOver)
    await database.pool.query(
      `update payout set not_before = now() - interval '1 minute' where settlement_id = $1`,
      [won.id],
    );
  return { ...won, orderId, payout: await payoutOf(won.lotId, payouts) };
}

const payoutOf = async (lotId: number, payouts = 1) => {
  const { items } = await sold.payouts.list(viewer, { state: 'all', lotId, page: 1, size: 5 });
  expect(items).toHaveLength(payouts);
  return items[0]!;
};
const give = (orderId: number, requisites: object) =>
  database.pool.query('update customer_order set fields = $2 where id = $1', [
    orderId,
    JSON.stringify({ requisites }),
  ]);
const escrow = async (lotId: number): Promise<number> => {
  const { rows } = await database.pool.query(
    `select coalesce(sum(e.amount_tiyin), 0)::float as sum from ledger_entry e
     join ledger_account a on a.id = e.account_id join ledger_journal j on j.id = e.journal_id
     where a.kind = 'escrow' and j.reference = $1`,
    [`lot:${lotId}`],
  );
  return rows[0].sum;
};

describe('the payout of a paid sale', () => {
  test('is planned once, without the fee of the rule set, and not before the time for protests is over', async () => {
    const { lotId, id, personId, payout } = await paidSale({ windowOver: false });
    await sold.paying.pay(id, personId);
    const { protest_until: until } = await sold.of(lotId);
    expect(payout).toMatchObject({ state: 'planned', priceTiyin: PRICE, approvals: 0, approvalsNeeded: 1 });
    expect(payout.feeTiyin).toBe(Math.floor(PRICE * 0.025));
    expect(payout.amountTiyin).toBe(PRICE - payout.feeTiyin);
    expect(payout.notBeforeMs).toBe(until.getTime());
    expect(payout.may).toEqual([]);
    expect(await sold.deciding.approve(payout.id, { mark: payout.requisitesMark, by: anna })).toEqual({
      outcome: 'too-early',
    });
    expect(await payoutOf(lotId)).toMatchObject({ state: 'planned', approvals: 0 });
  });

  test('goes from approval to the bank; fee and money leave the account of sales once', async () => {
    const { lotId, seller, payout } = await paidSale();
    expect(await escrow(lotId)).toBe(PRICE);
    const approve = () => sold.deciding.approve(payout.id, { mark: payout.requisitesMark, by: anna });
    const approvals = await Promise.all([approve(), approve(), approve()]);
    expect(approvals.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'over', 'over']);
    const sent = await Promise.all([1, 2, 3].map(() => sold.deciding.send(payout.id, boris)));
    expect(sent.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'over', 'over']);
    expect(await escrow(lotId)).toBe(0);
    expect(await sold.deciding.settle(payout.id, { document: '17', by: anna })).toEqual({ outcome: 'done' });
    expect(await payoutOf(lotId)).toMatchObject({ state: 'paid', bankDocument: '17', may: [] });
    expect(await sold.payoutReturned(payout.id)).toEqual({
      outcome: 'not-now',
    });
    expect(await sold.notices(seller)).toEqual(expect.arrayContaining(['payout-sent', 'payout-paid']));
    expect(await sold.lotStatus(lotId)).toBe(S.soldAndPaid);
  });

  test('has arrived by the word of somebody else than who sent it, under any account', async () => {
    const sender = await sold.registered('30101900000011', 'operator');
    const twin = await sold.registered('30101900000011');
    const { payout } = await paidSale();
    await sold.deciding.approve(payout.id, { mark: payout.requisitesMark, by: anna });
    await sold.deciding.send(payout.id, sender);
    for (const by of [sender, twin])
      expect(await sold.deciding.settle(payout.id, { document: '17', by })).toEqual({ outcome: 'sender' });
    const seenBy = async (personId: string) =>
      (await sold.payouts.one(payout.id, { ...viewer, personId })).may;
    expect([await seenBy(sender), await seenBy(anna)]).toEqual([['return'], ['settle', 'return']]);
  });

  test('waits for the hand-over, and for the end of a dispute about it', async () => {
    const { lotId, personId, payout } = await paidSale({ handedOver: false });
    const mark = payout.requisitesMark;
    const approve = () => sold.deciding.approve(payout.id, { mark, by: anna });
    const handOver = (state: string) =>
      database.pool.query(
        `update hand_over set state = $2, dispute = 'nothing was handed over', disputed_at = now() where lot_id = $1`,
        [lotId, state],
      );
    expect(await approve()).toEqual({ outcome: 'hand-over' });
    expect(await sold.payouts.one(payout.id, viewer)).toMatchObject({ heldBy: 'hand-over', may: [] });
    await handOver('disputed');
    expect(await approve()).toEqual({ outcome: 'dispute' });
    expect(await sold.payouts.one(payout.id, viewer)).toMatchObject({ heldBy: 'dispute', may: [] });
    await sold.handedOver(lotId, personId);
    expect(await sold.payouts.one(payout.id, viewer)).toMatchObject({ heldBy: null, may: ['approve'] });
    expect(await approve()).toEqual({ outcome: 'done' });
    expect(await sold.deciding.send(payout.id, boris)).toEqual({ outcome: 'done' });
  });

  test('loses its approvals to a proposal to cancel the result, and waits until that is decided', async () => {
    const { lotId, payout } = await paidSale();
    const approve = () => sold.deciding.approve(payout.id, { mark: payout.requisitesMark, by: anna });
    expect(await approve()).toEqual({ outcome: 'done' });
    const cancellations = createResultCancellations({
      db: database.db,
      isSamePerson,
      namesOf: async () => new Map(),
      undoing: sold.undoPort,
      documentsOf: async () => [],
      hasDocument: async () => true,
    });
    const prepared = await cancellations.prepare(lotId, { reason: 'a court decided so', by: boris });
    if (prepared.outcome !== 'done') throw new Error(prepared.outcome);
    // Only being prepared: nothing is proposed yet.
    expect(await sold.payouts.one(payout.id, viewer)).toMatchObject({ state: 'approved', heldBy: null });
    await cancellations.propose(prepared.cancellationId, boris);
    expect(await sold.payouts.one(payout.id, viewer)).toMatchObject({
      state: 'planned',
      approvals: 0,
      heldBy: 'cancellation',
      may: [],
    });
    expect(await approve()).toEqual({ outcome: 'cancellation' });
    expect(await sold.deciding.send(payout.id, anna)).toEqual({ outcome: 'cancellation' });
    await cancellations.drop(prepared.cancellationId, boris);
    expect(await sold.deciding.send(payout.id, anna)).toEqual({ outcome: 'over' });
    expect(await approve()).toEqual({ outcome: 'done' });
  });

  test('above the limit needs two persons, and a third one who sends it', async () => {
    sold.hook.twoAbove = 1;
    const { lotId, payout } = await paidSale();
    const approve = (by: string) => sold.deciding.approve(payout.id, { mark: payout.requisitesMark, by });
    expect(await approve(anna)).toEqual({ outcome: 'done' });
    expect(await approve(anna)).toEqual({ outcome: 'second-person' });
    expect(await sold.deciding.send(payout.id, anna)).toEqual({ outcome: 'over' });
    expect(await payoutOf(lotId)).toMatchObject({ state: 'planned', approvals: 1, may: [] });
    expect(await approve(boris)).toEqual({ outcome: 'done' });
    expect(await payoutOf(lotId)).toMatchObject({ state: 'approved', approvals: 2, may: [] });
    for (const by of [anna, boris])
      expect(await sold.deciding.send(payout.id, by)).toEqual({ outcome: 'second-person' });
    expect(await sold.deciding.send(payout.id, randomUUID())).toEqual({ outcome: 'done' });
  });

  test('is judged again when it is sent: what moved since needs another approval, and approvers who left do not count', async () => {
    const { lotId, payout } = await paidSale();
    const approve = (by: string) => sold.deciding.approve(payout.id, { mark: payout.requisitesMark, by });
    expect(await approve(anna)).toEqual({ outcome: 'done' });
    sold.hook.twoAbove = 1;
    const sender = randomUUID();
    expect(await sold.deciding.send(payout.id, sender)).toEqual({ outcome: 'too-few-approvals' });
    expect(await payoutOf(lotId)).toMatchObject({ state: 'planned', approvals: 1, approvalsNeeded: 2 });
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into person (issuer, subject, kind, name, language, roles)
       values ('test', gen_random_uuid()::text, 'natural', 'Operator Ketgan', 'uz', '{operator}') returning id`,
    );
    const leaver = rows[0]!.id;
    expect(await approve(leaver)).toEqual({ outcome: 'done' });
    await database.pool.query(`update person set roles = '{}' where id = $1`, [leaver]);
    expect(await sold.deciding.send(payout.id, sender)).toEqual({ outcome: 'too-few-approvals' });
    expect(await escrow(lotId)).toBe(PRICE);
    expect(await approve(boris)).toEqual({ outcome: 'done' });
    expect(await sold.deciding.send(payout.id, sender)).toEqual({ outcome: 'done' });
  });

  test('is not approved by one person under two accounts at the same instant', async () => {
    sold.hook.twoAbove = 1;
    const { lotId, payout } = await paidSale();
    const { rows: twins } = await database.pool.query<{ id: string }>(
      `insert into person (issuer, subject, kind, name, pinfl, language, roles)
       select 'test', subject, 'natural', 'Operator Sinov', '30101990000028', 'ru', '{operator}'
       from unnest(array['one-account', 'other-account']) as subject returning id`,
    );
    const lock = await database.pool.connect();
    await lock.query('begin');
    await lock.query('select from payout where id = $1 for update', [payout.id]);
    const both = Promise.all(
      twins.map(({ id }) => sold.deciding.approve(payout.id, { mark: payout.requisitesMark, by: id })),
    );
    await waitsForLock(database, 2);
    await lock.query('commit');
    lock.release();
    expect((await both).map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'second-person']);
    expect(await payoutOf(lotId)).toMatchObject({ state: 'planned', approvals: 1 });
  });

  test('is never approved by its seller', async () => {
    const { lotId, seller, payout } = await paidSale();
    const approving = sold.deciding.approve(payout.id, { mark: payout.requisitesMark, by: seller });
    expect(await approving).toEqual({ outcome: 'own-money' });
    expect(await payoutOf(lotId)).toMatchObject({ state: 'planned', approvals: 0 });
  });

  test('waits for requisites, and is not approved with others than were shown', async () => {
    const { lotId, orderId, payout } = await paidSale({ requisites: null });
    expect(payout).toMatchObject({ requisites: null, requisitesMark: '', may: [] });
    expect(await sold.deciding.approve(payout.id, { mark: 'any', by: anna })).toEqual({
      outcome: 'no-requisites',
    });
    await give(orderId, FIRST);
    const { requisitesMark: mark } = await payoutOf(lotId);
    await give(orderId, OTHER);
    expect(await sold.deciding.approve(payout.id, { mark, by: anna })).toEqual({
      outcome: 'requisites-changed',
    });
    expect(await payoutOf(lotId)).toMatchObject({ state: 'planned', approvals: 0, requisites: OTHER });
  });

  test('starts over when the requisites change between approval and sending', async () => {
    const { lotId, orderId, payout } = await paidSale();
    await sold.deciding.approve(payout.id, { mark: payout.requisitesMark, by: anna });
    await give(orderId, OTHER);
    expect(await sold.deciding.send(payout.id, boris)).toEqual({ outcome: 'requisites-changed' });
    const again = await payoutOf(lotId);
    expect(again).toMatchObject({ state: 'planned', approvals: 0, requisites: OTHER });
    expect(again.steps.map(({ action }) => action)).toEqual(['approved', 'requisites-changed']);
    expect(await escrow(lotId)).toBe(PRICE);
    expect(await sold.deciding.approve(payout.id, { mark: again.requisitesMark, by: anna })).toEqual({
      outcome: 'done',
    });
    expect(await sold.deciding.send(payout.id, boris)).toEqual({ outcome: 'done' });
  });

  test('that the bank returns is approved and sent again; the fee is taken once', async () => {
    const { lotId, seller, payout } = await paidSale();
    const approveAndSend = async () => {
      const { requisitesMark: mark } = await payoutOf(lotId);
      await sold.deciding.approve(payout.id, { mark, by: anna });
      await sold.deciding.send(payout.id, boris);
    };
    await approveAndSend();
    await sold.payoutReturned(payout.id);
    expect(await escrow(lotId)).toBe(payout.amountTiyin);
    expect(await payoutOf(lotId)).toMatchObject({ state: 'returned', may: ['plan-again'] });
    expect(await sold.deciding.planAgain(payout.id, anna)).toEqual({ outcome: 'done' });
    await approveAndSend();
    expect(await sold.deciding.settle(payout.id, { document: '18', by: boris })).toEqual({
      outcome: 'sender',
    });
    expect(await sold.deciding.settle(payout.id, { document: '18', by: anna })).toEqual({ outcome: 'done' });
    expect(await escrow(lotId)).toBe(0);
    expect(await sold.notices(seller)).toContain('payout-returned');
  });
});

describe('a payout that the bank is said to have sent back', () => {
  /** What was proposed about it is open no more. */
  const withdrawn = (id: number) =>
    database.pool.query(
      `update decision set state = 'withdrawn', decided_at = now() where subject = $1 and state = 'open'`,
      [`payout:${id}`],
    );

  test('is back by two persons and a document of a day on which it can have come back', async () => {
    const { lotId, payout } = await paidSale();
    await sold.deciding.approve(payout.id, { mark: payout.requisitesMark, by: anna });
    await sold.deciding.send(payout.id, boris);
    const day = (inDays: number) => tashkentDay(Date.now() + inDays * 86_400_000);
    for (const documentOn of [day(-1), day(1)])
      expect(await sold.payoutReturned(payout.id, { documentOn })).toEqual({ outcome: 'not-now' });
    expect(await sold.payoutReturned(payout.id, { one: boris, other: boris })).toEqual({
      outcome: 'second-person',
    });
    expect(await payoutOf(lotId)).toMatchObject({ state: 'in-flight' });
    await withdrawn(payout.id);
    expect(await sold.payoutReturned(payout.id)).toEqual({ outcome: 'done' });
    const { state, steps } = await payoutOf(lotId);
    expect(state).toBe('returned');
    expect(steps.at(-1)).toMatchObject({ action: 'returned', note: expect.stringContaining(day(0)) });
  });

  test('and what its seller or buyer, as staff, says of it is refused', async () => {
    const { seller, personId: buyer, payout } = await paidSale();
    await sold.deciding.approve(payout.id, { mark: payout.requisitesMark, by: anna });
    await sold.deciding.send(payout.id, boris);
    const said = { note: 'Letter 17', decisionId: 0 };
    for (const by of [seller, buyer]) {
      expect(await sold.payoutReturned(payout.id, { one: by })).toEqual({ outcome: 'own-interest' });
      expect(await sold.payoutReturned(payout.id, { other: by })).toEqual({ outcome: 'own-interest' });
      await withdrawn(payout.id);
      expect(await sold.deciding.giveBack(payout.id, { ...said, by })).toEqual({ outcome: 'own-money' });
      expect(await sold.deciding.settle(payout.id, { document: '17', by })).toEqual({ outcome: 'own-money' });
    }
    expect(await sold.payoutReturned(payout.id)).toEqual({ outcome: 'done' });
    for (const by of [seller, buyer])
      expect(await sold.deciding.planAgain(payout.id, by)).toEqual({ outcome: 'own-money' });
  });
});

test('the seller sees what the buyer paid and when the payout went out; others do not', async () => {
  const { lotId, seller, personId, payout } = await paidSale();
  const mine = await sold.payouts.salesOf(seller, { page: 1, size: 20 });
  expect(mine).toMatchObject({ total: 1, page: 1 });
  expect(mine.items[0]).toMatchObject({
    lotId,
    state: 'paid',
    priceTiyin: PRICE,
    payouts: [{ id: payout.id, recipient: null, state: 'planned', sentAtMs: null }],
    parts: [
      { kind: 'deposit', amountTiyin: DEPOSIT },
      { kind: 'rest', amountTiyin: REST },
    ],
  });
  expect(await sold.payouts.salesOf(personId, { page: 1, size: 20 })).toMatchObject({ items: [], total: 0 });
});

test('staff without the right to see requisites get a masked account', async () => {
  const { lotId } = await paidSale();
  const auditor = { personId: anna, decides: false, seesRequisites: false };
  const { items } = await sold.payouts.list(auditor, { state: 'waiting', lotId, page: 1, size: 5 });
  expect(items[0]).toMatchObject({ may: [], requisites: { account: '20208 •••• 6001' } });
});

describe('a rule set by which others share the price', () => {
  const account = {
    bankName: 'Sinov bank',
    mfo: '00888',
    holderName: 'Sinov budjeti',
    account: '20208000900999999001',
  };
  const shared = async (work: () => Promise<void>, to = account) => {
    const figures = async (text: string, value: unknown[] = []) =>
      database.pool.query(`update rule_set set figures = ${text} where name = 'private'`, value);
    const shares = [{ percent: 60, account: to }, { percent: 40 }];
    await figures(`figures || jsonb_build_object('payoutShares', $1::jsonb)`, [JSON.stringify(shares)]);
    await work().finally(() => figures(`figures - 'payoutShares'`));
  };
  const all = async (lotId: number) =>
    (await sold.payouts.list(viewer, { state: 'all', lotId, page: 1, size: 5 })).items.toReversed();

  test('gives each a payout, a ledger line and a document of its own, and the seller the rest; staff see that none was paid to the account before', () =>
    shared(async () => {
      const { lotId, seller } = await paidSale({ payouts: 2 });
      const [budget, own] = await all(lotId);
      const fee = Math.floor(PRICE * 0.025);
      const theirs = Math.floor((PRICE - fee) * 0.4);
      expect(budget).toMatchObject({
        recipient: 'Sinov budjeti',
        feeTiyin: fee,
        requisites: { kind: 'account', ...account },
        requisitesDiffer: ['first-share'],
        amountTiyin: PRICE - fee - theirs,
      });
      expect(own).toMatchObject({ recipient: null, feeTiyin: 0, amountTiyin: theirs, requisites: FIRST });
      for (const [payout, document] of [
        [budget!, '21'],
        [own!, '22'],
      ] as const) {
        const mark = payout.requisitesMark;
        expect(await sold.deciding.approve(payout.id, { mark, by: anna })).toEqual({ outcome: 'done' });
        expect(await sold.deciding.send(payout.id, boris)).toEqual({ outcome: 'done' });
        const before = (await sold.payouts.ofSettlements([payout.settlementId])).get(payout.settlementId);
        expect(before).toMatchObject({ state: payout === own ? 'in-flight' : 'planned' });
        await sold.deciding.settle(payout.id, { document, by: anna });
      }
      expect(await escrow(lotId)).toBe(0);
      const { settlementId } = own!;
      expect((await sold.payouts.ofSettlements([settlementId])).get(settlementId)).toMatchObject({
        state: 'paid',
        amountTiyin: theirs,
        feeTiyin: fee,
        shares: [{ recipient: 'Sinov budjeti' }, { recipient: null, amountTiyin: theirs }],
      });
      expect((await all(lotId)).map(({ bankDocument }) => bankDocument)).toEqual(['21', '22']);
      // The seller hears of the own money alone.
      expect((await sold.notices(seller)).filter((name) => name === 'payout-paid')).toHaveLength(1);
      const { items } = await sold.payouts.salesOf(seller, { page: 1, size: 20 });
      expect(items[0]!.payouts).toMatchObject([{ recipient: 'Sinov budjeti' }, { recipient: null }]);
    }));

  test('shows staff that a share goes to another account than before, which two of them may have named for it', async () => {
    const sent = async (lotId: number) => {
      const [budget] = await all(lotId);
      await sold.deciding.approve(budget!.id, { mark: budget!.requisitesMark, by: anna });
      await sold.deciding.send(budget!.id, boris);
      return budget!.requisitesDiffer;
    };
    const next = async () => sent((await paidSale({ payouts: 2 })).lotId);
    await shared(async () => {
      await next();
      expect(await next()).toEqual([]);
    });
    await shared(
      async () => {
        expect(await next()).toEqual(['last-share']);
        expect(await next()).toEqual([]);
      },
      { ...account, account: '20208000900999999002' },
    );
  });

  test('pays none to an account by the approval of those who named it, also where others approved later versions', () =>
    shared(async () => {
      const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()];
      const { rows } = await database.pool.query<{ version: number; figures: object }>(
        `select version, figures from rule_set where name = 'private' order by version desc limit 1`,
      );
      const { version, figures } = rows[0]!;
      // Named in the next version, and left as it is in the one after.
      await database.pool.query(
        `update rule_set set figures = figures - 'payoutShares' where name = 'private' and version = $1`,
        [version],
      );
      for (const [ahead, by] of [
        [1, [one, other]],
        [2, [third, randomUUID()]],
      ] as const) {
        await database.pool.query(
          `insert into reference_proposal (kind, target, state, base, content, valid_from, reason, proposed_by, proposed_by_name,
             decided_by, decided_by_name, decided_at)
           values ('rule-set', 'private', 'approved', $1, $2, now(), 'a test', $3, '', $4, '', now())`,
          [String(version + ahead - 1), JSON.stringify({ figures }), ...by],
        );
        await database.pool.query(
          `insert into rule_set (name, version, figures, valid_from) values ('private', $1, $2, now())`,
          [version + ahead, figures],
        );
      }
      const { lotId } = await paidSale({ payouts: 2 });
      await database.pool.query('update lot set rule_set_version = $2 where id = $1', [lotId, version + 2]);
      const [budget, own] = await all(lotId);
      const mark = budget!.requisitesMark;
      for (const by of [one, other]) {
        expect(await sold.deciding.approve(budget!.id, { mark, by })).toEqual({ outcome: 'second-person' });
        const seen = { personId: by, decides: true, seesRequisites: true };
        const { items } = await sold.payouts.list(seen, { state: 'all', lotId, page: 1, size: 5 });
        const may = new Map(items.map((each) => [each.id, each.may.includes('approve')]));
        expect([may.get(budget!.id), may.get(own!.id)]).toEqual([false, true]);
      }
      expect(await sold.deciding.approve(budget!.id, { mark, by: third })).toEqual({ outcome: 'done' });
      expect(await sold.deciding.send(budget!.id, one)).toEqual({ outcome: 'done' });
      // The figures of both versions are taken back below, which no one does to versions in force.
      await database.pool.query('delete from reference_proposal');
    }));

  test.each([
    ['do not make up the whole', [{ percent: 60 }, { percent: 39.99, account }]],
    ['name the seller twice', [{ percent: 60 }, { percent: 40 }]],
    ['go to an account in another currency', [{ percent: 100, account: { ...account, account: '2020884' } }]],
  ])('is refused when its shares %s', async (_, payoutShares) => {
    const { rows } = await database.pool.query(`select figures from rule_set where name = 'private' limit 1`);
    const { figures } = rows[0];
    expect(ruleSetFiguresSchema.safeParse(figures).success).toBe(true);
    expect(ruleSetFiguresSchema.safeParse({ ...figures, payoutShares }).success).toBe(false);
  });
});

test('staff see that requisites were changed between the sale and its payment', async () => {
  const { lotId, orderId, seller } = await paidSale();
  expect(await payoutOf(lotId)).toMatchObject({ requisitesChangedAtMs: null });
  const change = (at: string) =>
    database.pool.query(
      `insert into order_requisites_change (order_id, person_id, at, after)
       select $1, $2, sold_at + $4::interval, '{}' from settlement where lot_id = $3`,
      [orderId, seller, lotId, at],
    );
  await change('-1 minute');
  expect(await payoutOf(lotId)).toMatchObject({ requisitesChangedAtMs: null });
  await change('1 millisecond');
  expect((await payoutOf(lotId)).requisitesChangedAtMs).toEqual(expect.any(Number));
});

test('staff see that an account differs from the profile, or from the last payout to the seller', async () => {
  const { lotId, orderId, seller, payout } = await paidSale();
  // Nothing is known of it yet.
  expect(payout.requisitesDiffer).toEqual(['profile']);
  await database.pool.query(
    `insert into person (id, issuer, subject, kind, name, language) values ($1::uuid, 'test', $1::uuid::text, 'natural', 'S', 'uz')`,
    [seller],
  );
  await database.pool.query(
    `insert into person_profile (person_id, bank_name, bank_account, bank_mfo) values ($1, 'Namuna bank', $2, $3)`,
    [seller, FIRST.account, FIRST.mfo],
  );
  expect((await payoutOf(lotId)).requisitesDiffer).toEqual([]);
  await give(orderId, OTHER);
  expect((await payoutOf(lotId)).requisitesDiffer).toEqual(['profile']);
  const before = await paidSale({ seller });
  await sold.deciding.approve(before.payout.id, { mark: before.payout.requisitesMark, by: anna });
  await sold.deciding.send(before.payout.id, boris);
  expect((await payoutOf(lotId)).requisitesDiffer).toEqual(['profile', 'last-payout']);
  await give(orderId, FIRST);
  expect((await payoutOf(lotId)).requisitesDiffer).toEqual([]);
});

test('staff see that a card is not where the last payout to the seller went', async () => {
  const { seller, orderId, lotId } = await paidSale();
  const card = async (mask: string) => {
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into payout_destination (person_id, kind, card_type, card_mask, card_token)
       values ($1, 'card', 'humo', $2, $3) returning id`,
      [seller, mask, `token-${randomUUID()}`],
    );
    return { kind: 'card', cardId: Number(rows[0]!.id) };
  };
  const [one, other] = [await card('9860 01** **** 0007'), await card('9860 01** **** 0008')];
  const differ = async () => (await payoutOf(lotId)).requisitesDiffer;
  await give(orderId, one);
  // Nothing was paid out to it yet.
  expect(await differ()).toEqual(['profile']);
  const before = await paidSale({ seller });
  await give(before.orderId, other);
  const { id, requisitesMark: mark } = await payoutOf(before.lotId);
  await sold.deciding.approve(id, { mark, by: anna });
  await sold.deciding.send(id, boris);
  expect(await differ()).toEqual(['last-payout']);
  await give(orderId, other);
  expect(await differ()).toEqual([]);
  // An account that takes the place of the card.
  await give(orderId, FIRST);
  expect(await differ()).toEqual(['last-payout']);
});

test('the token of a card stays while a payout is on its way to it', async () => {
  const { seller, payout } = await paidSale();
  const token = `token-${randomUUID()}`;
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into payout_destination (person_id, kind, card_type, card_mask, card_token)
     values ($1, 'card', 'humo', '9860 01** **** 0007', $2) returning id`,
    [seller, token],
  );
  const inUse = () => createRefundsRepository(database.db).tokenInUse(token);
  expect(await inUse()).toBe(false);
  const requisites = { kind: 'card', cardId: rows[0]!.id, cardType: 'humo', cardMask: '9860 01** **** 0007' };
  await database.pool.query(`update payout set state = 'approved', requisites = $2 where id = $1`, [
    payout.id,
    JSON.stringify(requisites),
  ]);
  expect(await inUse()).toBe(true);
});
