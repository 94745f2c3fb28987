import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { interestInLot } from '#server/domains/people/conflicts-of-interest/index.ts';
import type { DecisionStaff } from '#server/domains/staff/decisions/decisions.service.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import type { LotCorrection } from '#shared/orders/lot-correction.ts';
import { requireWholeBooks } from '../../fixtures/check-ledger.ts';
import { registered } from '../../fixtures/decision-fixtures.ts';
import { startDecisionsApp, type DecisionsApp } from '../../fixtures/decisions-app.ts';
import { handOverWorkflows } from '../../fixtures/hand-over-workflows.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { purchaseWorkflows, UNIT, type PurchaseWorkflows } from '../../fixtures/purchase-workflows.ts';

const CORRECTION: LotCorrection = {
  title: { uz: 'Boshqa nom', ru: 'Другое название' },
  description: { uz: 'Boshqa tavsif', ru: 'Другое описание' },
  reason: 'Tavsifda xato bor edi',
};

let app: DecisionsApp;
let shop: PurchaseWorkflows;
let one: DecisionStaff;
let other: DecisionStaff;

beforeAll(async () => {
  app = await startDecisionsApp();
  [one, other] = [await app.staff(undefined, ['moderator']), await app.staff(undefined, ['moderator'])];
});
beforeEach(() => {
  shop = purchaseWorkflows(app.database);
});
afterAll(async () => {
  await requireWholeBooks(app.database.db);
  await app.close();
});

async function buyer(units = 1): Promise<string> {
  const personId = await registered(app.database);
  await shop.person(units * UNIT, { personId });
  return personId;
}

async function bought(lotId: number, personId: string): Promise<number> {
  const done = await shop.buy(lotId, personId);
  if (done?.outcome !== 'bought') throw new Error(JSON.stringify(done));
  return (await shop.purchases.byId(done.purchaseId))!.settlement_id!;
}

async function proposed(lotId: number): Promise<number> {
  const made = { kind: 'correct-lot', payload: { lotId, ...CORRECTION } } as const;
  const why = { reason: 'the description was wrong', document: null };
  const answer = await app.office.decisions.propose(made, why, one);
  if (answer.outcome !== 'done') throw new Error(JSON.stringify(answer));
  return answer.decisionId;
}

async function corrected(lotId: number): Promise<void> {
  expect(await app.office.decisions.decide(await proposed(lotId), other)).toMatchObject({ outcome: 'done' });
}

const shown = async (lotId: number, personId: string) => {
  const { items } = await shop.service.mine(personId, { page: 1, size: 20, lot: lotId });
  return items[0]!.title;
};
const leave = (lotId: number, personId: string, settlementId: number) =>
  app.office.leaveCorrectedSale(lotId, personId, settlementId);

test('after a sale one person corrects nothing: a second one sees what changes and whom it concerns', async () => {
  const lotId = await shop.lot(4);
  await bought(lotId, await buyer());
  await shop.reserve(lotId, await buyer());
  expect(await app.office.correctLot(lotId, CORRECTION, one)).toEqual({ outcome: 'applied-for' });
  const facts = (await app.office.readDecisions.one(await proposed(lotId), other))!.facts;
  expect(facts).toContainEqual({ fact: 'title-after', type: 'text', text: 'Boshqa nom · Другое название' });
  expect(facts).toContainEqual({ fact: 'open-buyers', type: 'count', count: 2 });
  expect((await shop.lots.get(lotId))!.title).not.toMatchObject(CORRECTION.title!);
});

test('what was bought keeps the words that its buyer read, in lists, protocol and act; the lot has the new ones', async () => {
  const [lotId, personId] = [await shop.lot(3), await buyer()];
  const before = (await shop.lots.get(lotId))!;
  const settlementId = await bought(lotId, personId);
  await corrected(lotId);
  expect((await shop.lots.get(lotId))!.title).toMatchObject(CORRECTION.title!);
  expect(await shown(lotId, personId)).toEqual(before.title);
  const { rows } = await app.database.pool.query(
    `select facts -> 'purchase' as facts from protocol where settlement_id = $1`,
    [settlementId],
  );
  expect(rows[0].facts).toMatchObject({ title: before.title, description: before.description });
  const list = await app.office.protocols.list({ winnerPersonId: personId }, { limit: 1, offset: 0 });
  expect(list.items[0]!.lot.title).toEqual(before.title);
  const viewer = { personId: one.personId, decides: false, cancels: false };
  const { items } = await app.office.handOvers.list(viewer, { state: 'all', lotId, page: 1, size: 1 });
  expect(items[0]!.title).toEqual(before.title);
  expect(await shop.notices(personId)).toContain('bought-lot-corrected');
  // Who reserves now reads and gets the new words, and has nothing to leave for.
  const later = await buyer();
  const bySecond = await bought(lotId, later);
  expect(await shown(lotId, later)).toMatchObject(CORRECTION.title!);
  expect(await leave(lotId, later, bySecond)).toEqual({ outcome: 'over', because: 'ended' });
});

test('a buyer who does not have it yet leaves without cost, once', async () => {
  const [lotId, personId] = [await shop.lot(3), await buyer()];
  const settlementId = await bought(lotId, personId);
  expect(await leave(lotId, personId, settlementId)).toEqual({ outcome: 'over', because: 'ended' });
  await corrected(lotId);
  expect(await leave(lotId, await buyer(), settlementId)).toEqual({ outcome: 'none' });
  expect(await shop.wallet.balanceOf(personId)).toBe(0);
  const both = await Promise.all([1, 2].map(() => leave(lotId, personId, settlementId)));
  expect(both).toContainEqual({ outcome: 'left', already: false });
  expect(both).toContainEqual({ outcome: 'left', already: true });
  expect(await shop.wallet.balanceOf(personId)).toBe(UNIT);
  expect(await shop.stock(lotId)).toEqual({ units: 3, reserved: 0, sold: 0 });
  const { rows } = await app.database.pool.query(
    `select p.status, h.state from protocol p join hand_over h using (settlement_id) where p.settlement_id = $1`,
    [settlementId],
  );
  expect(rows).toEqual([{ status: 'cancelled', state: 'cancelled' }]);
  // No one wants it any more: one person corrects again.
  expect(await interestInLot(app.database.db, lotId)).toEqual([]);
  expect(await app.office.correctLot(lotId, CORRECTION, one)).toMatchObject({ outcome: 'corrected' });
});

test('units reserved before are bought by the words that were read, and may be left as well', async () => {
  const [lotId, personId] = [await shop.lot(3), await buyer()];
  const before = (await shop.lots.get(lotId))!;
  await shop.reserve(lotId, personId);
  await corrected(lotId);
  expect(await shop.notices(personId)).toContain('bought-lot-corrected');
  expect(await shop.confirm(lotId, personId)).toMatchObject({ outcome: 'bought' });
  expect(await shown(lotId, personId)).toEqual(before.title);
  const { settlement_id: settlementId } = (await shop.purchases.lastOf(lotId, personId))!;
  expect(await leave(lotId, personId, settlementId!)).toEqual({ outcome: 'left', already: false });
});

test('what was received is not left any more', async () => {
  const [lotId, personId] = [await shop.lot(3), await buyer()];
  const settlementId = await bought(lotId, personId);
  await corrected(lotId);
  const { confirming } = handOverWorkflows(app.database);
  expect(await confirming.byBuyer(lotId, personId, settlementId)).toMatchObject({ outcome: 'done' });
  expect(await leave(lotId, personId, settlementId)).toEqual({ outcome: 'over', because: 'ended' });
});

test('what the seller has handed over by their record is not left any more, and what is disputed neither', async () => {
  const { recording, disputing, confirming } = handOverWorkflows(app.database);
  const lotId = await shop.lot(3);
  const seller = (await shop.lots.get(lotId))!.customer_person_id!;
  const [holder, complainant] = [await buyer(), await buyer()];
  const [held, disputed] = [await bought(lotId, holder), await bought(lotId, complainant)];
  await corrected(lotId);
  expect(await recording(held, complainant)).toEqual({ outcome: 'none' });
  expect(await recording(held, seller)).toEqual({ outcome: 'done', already: false });
  expect(await recording(held, seller)).toEqual({ outcome: 'done', already: true });
  expect((await shop.notices(holder)).filter((each) => each === 'hand-over-recorded')).toHaveLength(1);
  expect(await leave(lotId, holder, held)).toEqual({ outcome: 'over', because: 'recorded' });
  const wrong = 'The wheels are missing, and the colour is another one.';
  expect(await disputing(lotId, complainant, wrong, disputed)).toMatchObject({ outcome: 'done' });
  expect(await leave(lotId, complainant, disputed)).toEqual({ outcome: 'over', because: 'disputed' });
  expect(await recording(disputed, seller)).toEqual({ outcome: 'over', state: 'disputed' });
  expect(await shop.wallet.balanceOf(holder)).toBe(0);
  expect(await shop.wallet.balanceOf(complainant)).toBe(0);
  // The buyer who does not have it says so; who has it confirms.
  expect(await disputing(lotId, holder, 'Nothing was handed over to me so far.', held)).toMatchObject({
    outcome: 'done',
  });
  expect(await confirming.byBuyer(lotId, holder, held)).toMatchObject({ outcome: 'done' });
});

test('of a buyer who leaves and a seller who records at one instant, the first one counts', async () => {
  const { recording } = handOverWorkflows(app.database);
  const lotId = await shop.lot(7);
  const seller = (await shop.lots.get(lotId))!.customer_person_id!;
  const sales: { personId: string; settlementId: number }[] = [];
  for (let n = 0; n < 6; n++) {
    const personId = await buyer();
    sales.push({ personId, settlementId: await bought(lotId, personId) });
  }
  await corrected(lotId);
  for (const { personId, settlementId } of sales) {
    const [left, recorded] = await Promise.all([
      leave(lotId, personId, settlementId),
      recording(settlementId, seller),
    ]);
    const hasLeft = left.outcome === 'left';
    expect([left, recorded]).toEqual(
      hasLeft
        ? [
            { outcome: 'left', already: false },
            { outcome: 'over', state: 'cancelled' },
          ]
        : [
            { outcome: 'over', because: 'recorded' },
            { outcome: 'done', already: false },
          ],
    );
    expect(await shop.wallet.balanceOf(personId)).toBe(hasLeft ? UNIT : 0);
  }
});

test('an auction is corrected for its participants while they can leave it, and no longer', async () => {
  const lotId = await publishTestLot(app.database, { ruleSet: 'private', opensInMs: 86_400_000 });
  const personId = await registered(app.database);
  await inTransaction(app.database.db, (tx) =>
    createTradeApplicationsRepository(tx).apply(lotId, personId, 0),
  );
  expect(await app.office.correctLot(lotId, CORRECTION, one)).toEqual({ outcome: 'applied-for' });
  await corrected(lotId);
  expect(await shop.notices(personId)).toContain('lot-corrected');
  await app.database.pool.query(
    `update lot set applications_until = now() + interval '1 minute', opens_at = now() + interval '2 minutes' where id = $1`,
    [lotId],
  );
  const made = { kind: 'correct-lot', payload: { lotId, ...CORRECTION } } as const;
  const why = { reason: 'the description was wrong', document: null };
  expect(await app.office.decisions.propose(made, why, one)).toEqual({
    outcome: 'not-now',
    why: 'bidders-bound',
  });
});
