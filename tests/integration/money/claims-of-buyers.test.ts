import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIndemnity } from '#server/domains/money/wallet/index.ts';
import { createStaffTasks } from '#server/domains/staff/tasks/staff-tasks.service.ts';
import type { ClaimAnswer } from '#shared/decisions/kinds.ts';
import { checkLedger } from '../../fixtures/check-ledger.ts';
import { bankLine, claimAgainst, registered } from '../../fixtures/decision-fixtures.ts';
import { startDecisionsApp, type DecisionsApp } from '../../fixtures/decisions-app.ts';
import { soldLots } from '../../fixtures/sold-lots.ts';

const WHY = { reason: 'the seller does not answer', document: 'Letter 17 of 20.11.2026' };

let app: DecisionsApp;
beforeAll(async () => {
  app = await startDecisionsApp();
});
// Dropping the database proves that the books balance.
afterAll(() => app.close());

const indemnity = () => createIndemnity(app.database.db).sum();
const balanceOf = async (personId: string) => (await app.office.wallet.balanceOf(personId)) ?? 0;

/** A claim with a seller who is registered. */
async function owed({ funded = true }: { funded?: boolean } = {}) {
  const seller = await registered(app.database);
  const claimId = await claimAgainst(app.database, seller, { funded });
  const { rows } = await app.database.pool.query(
    'select buyer_id, amount_tiyin, journal_id from sale_claim where id = $1',
    [claimId],
  );
  const { buyer_id: buyer, amount_tiyin: amountTiyin, journal_id: debtId } = rows[0];
  return { seller, claimId, buyer, amountTiyin, debtId };
}
async function decided(claimId: number, answer: ClaimAnswer) {
  const [one, other] = [await app.staff(), await app.staff()];
  const { decisions } = app.office;
  const proposed = await decisions.propose({ kind: 'claim-end', payload: { claimId, answer } }, WHY, one);
  return proposed.outcome === 'done' ? decisions.decide(proposed.decisionId, other) : proposed;
}
const stateOf = async (claimId: number) => {
  const { rows } = await app.database.pool.query(
    'select ended, court, paid_at is not null as paid from sale_claim where id = $1',
    [claimId],
  );
  return rows[0];
};
async function pays(seller: string, debtId: number, amountTiyin: number) {
  await soldLots(app.database).give(seller, amountTiyin);
  return app.office.debts.pay(seller, [debtId], '127.0.0.1');
}
const clean = async () => expect(await checkLedger(app.database.db)).toEqual([]);

describe('what a buyer of a cancelled sale is owed', () => {
  test('is not paid by the operator with money that it does not have, also when two are decided at once', async () => {
    const { claimId, amountTiyin } = await owed({ funded: false });
    const other = await owed({ funded: false });
    const missing = amountTiyin - (await indemnity());
    expect(missing).toBeGreaterThan(0);
    expect(await decided(claimId, 'indemnity')).toEqual({ outcome: 'not-now', why: 'not-enough' });
    const [one, two] = [await app.staff(), await app.staff()];
    const paidIn = await app.office.decisions.propose(
      { kind: 'indemnity-in', payload: { lineId: await bankLine(app.database, missing) } },
      WHY,
      one,
    );
    if (paidIn.outcome !== 'done') throw new Error(paidIn.outcome);
    expect(await app.office.decisions.decide(paidIn.decisionId, two)).toMatchObject({ outcome: 'done' });
    const both = await Promise.all([claimId, other.claimId].map((id) => decided(id, 'indemnity')));
    expect(both.map((each) => (each.outcome === 'not-now' ? each.why : each.outcome)).toSorted()).toEqual([
      'done',
      'not-enough',
    ]);
    expect(await indemnity()).toBe(0);
    await clean();
  });

  test('is paid by the operator with money of its own, and the seller owes the operator then', async () => {
    const { seller, claimId, buyer, amountTiyin, debtId } = await owed();
    const [before, balance] = [await indemnity(), await balanceOf(buyer)];
    expect(await decided(claimId, 'indemnity')).toMatchObject({ outcome: 'done' });
    expect(await stateOf(claimId)).toEqual({ ended: 'indemnity', court: null, paid: false });
    expect(await balanceOf(buyer)).toBe(balance + amountTiyin);
    expect(await indemnity()).toBe(before - amountTiyin);
    await clean();
    expect(await pays(seller, debtId, amountTiyin)).toMatchObject({ outcome: 'paid' });
    expect(await indemnity()).toBe(before);
    // Not a second time.
    expect(await balanceOf(buyer)).toBe(balance + amountTiyin);
    expect(await stateOf(claimId)).toMatchObject({ ended: 'indemnity', paid: true });
    await clean();
  });

  test('is waived by the word of the buyer alone: staff end it only then', async () => {
    const { claimId, buyer } = await owed();
    const waive = (personId: string, waives: boolean) =>
      app.office.saleClaims.waive(claimId, personId, waives);
    expect(await decided(claimId, 'waived')).toEqual({ outcome: 'not-now', why: 'not-waived' });
    expect(await waive(await registered(app.database), true)).toBe(false);
    expect(await decided(claimId, 'waived')).toEqual({ outcome: 'not-now', why: 'not-waived' });
    expect(await waive(buyer, true)).toBe(true);
    const [one, other] = [await app.staff(), await app.staff()];
    const made = { kind: 'claim-end', payload: { claimId, answer: 'waived' } } as const;
    const proposed = await app.office.decisions.propose(made, WHY, one);
    if (proposed.outcome !== 'done') throw new Error(proposed.outcome);
    // Taken back before the second person has decided.
    expect(await waive(buyer, false)).toBe(true);
    expect(await app.office.decisions.decide(proposed.decisionId, other)).toEqual({ outcome: 'changed' });
    expect(await stateOf(claimId)).toEqual({ ended: null, court: null, paid: false });
  });

  test('is a task of staff after 30 working days, once, until two persons or the seller have ended it', async () => {
    const [old, paid, young] = [await owed(), await owed(), await owed()];
    const tasks = async () => {
      const { rows } = await app.database.pool.query(
        `select lot_id, done_at is not null as done from staff_task where kind = 'end-claim' order by lot_id`,
      );
      return rows;
    };
    const lotOf = async ({ claimId }: { claimId: number }) => {
      const { rows } = await app.database.pool.query('select lot_id from sale_claim where id = $1', [
        claimId,
      ]);
      return rows[0].lot_id as number;
    };
    const ask = () =>
      app.office.askAboutOldClaims((error) => {
        throw error;
      });
    await app.database.pool.query(
      `update sale_claim set created_at = now() - interval '65 days' where id = any($1)`,
      [[old.claimId, paid.claimId]],
    );
    await app.database.pool.query(
      `update sale_claim set created_at = now() - interval '31 days' where id = $1`,
      [young.claimId],
    );
    await ask();
    await ask();
    const lots = [await lotOf(old), await lotOf(paid)];
    expect(await tasks()).toEqual(lots.map((lot_id) => ({ lot_id, done: false })));
    expect(await decided(old.claimId, 'indemnity')).toMatchObject({ outcome: 'done' });
    await pays(paid.seller, paid.debtId, paid.amountTiyin);
    expect(await tasks()).toEqual(lots.map((lot_id) => ({ lot_id, done: true })));
  });

  test('is found by the ledger check when it is old and no one of staff is to decide about it', async () => {
    const { claimId } = await owed();
    const { pool, db } = app.database;
    const found = async () =>
      (await checkLedger(db)).flatMap(({ name, rows }) =>
        name.startsWith('what a buyer is owed for long') ? rows.map(({ claim }) => claim) : [],
      );
    const aged = (days: number) =>
      pool.query(`update sale_claim set created_at = now() - make_interval(days => $2) where id = $1`, [
        claimId,
        days,
      ]);
    await aged(70);
    expect(await found()).toEqual([]);
    await aged(80);
    expect(await found()).toEqual([String(claimId)]);
    await app.office.askAboutOldClaims((error) => {
      throw error;
    });
    expect(await found()).toEqual([]);
    const { rows } = await pool.query(`select id from staff_task where occasion = $1`, [
      `sale-claim:${claimId}:end`,
    ]);
    const tasks = createStaffTasks({ db, record: () => Promise.resolve() });
    // A task that one person closes would hide what is not decided.
    await expect(
      tasks.finish(rows[0].id, { personId: 'staff', name: '' }, 'the seller promised'),
    ).rejects.toThrow('staff-tasks.decided');
    await pool.query(
      `update staff_task set done_at = now(), done_by = 'staff', done_by_name = '', note = 'promised' where id = $1`,
      [rows[0].id],
    );
    expect(await found()).toEqual([String(claimId)]);
    expect(await decided(claimId, 'court')).toMatchObject({ outcome: 'done' });
    expect(await found()).toEqual([]);
  });

  test('is a task again, 30 working days after each decision of a court, as long as the seller does not pay', async () => {
    const { claimId, seller, debtId, amountTiyin } = await owed();
    const { pool, db } = app.database;
    const daysPass = (days: number) =>
      pool.query(
        `update sale_claim set created_at = created_at - make_interval(days => $2),
           court_at = court_at - make_interval(days => $2), task_at = task_at - make_interval(days => $2)
         where id = $1`,
        [claimId, days],
      );
    const ask = () =>
      app.office.askAboutOldClaims((error) => {
        throw error;
      });
    const tasks = async () => {
      await ask();
      const { rows } = await pool.query(
        `select t.done_at is not null as done from staff_task t join sale_claim c on c.lot_id = t.lot_id
         where c.id = $1 and t.kind = 'end-claim' order by t.id`,
        [claimId],
      );
      return rows.map(({ done }) => (done ? 'done' : 'open'));
    };
    const forgotten = async () =>
      (await checkLedger(db)).flatMap(({ name, rows }) =>
        name.startsWith('what a buyer is owed for long') ? rows.map(({ claim }) => claim) : [],
      );
    await daysPass(65);
    expect(await tasks()).toEqual(['open']);
    expect(await decided(claimId, 'court')).toMatchObject({ outcome: 'done' });
    expect(await tasks()).toEqual(['done']);
    await daysPass(80);
    expect(await forgotten()).toEqual([String(claimId)]);
    expect(await tasks()).toEqual(['done', 'open']);
    expect(await tasks()).toEqual(['done', 'open']);
    expect(await forgotten()).toEqual([]);
    // Another word of a court does not end it for good either.
    expect(await decided(claimId, 'court')).toMatchObject({ outcome: 'done' });
    expect(await tasks()).toEqual(['done', 'done']);
    await daysPass(80);
    expect(await tasks()).toEqual(['done', 'done', 'open']);
    expect(await pays(seller, debtId, amountTiyin)).toMatchObject({ outcome: 'paid' });
    expect(await tasks()).toEqual(['done', 'done', 'done']);
    await clean();
  });

  test('is owed by no one when the buyer waives it', async () => {
    const { seller, claimId, buyer, debtId, amountTiyin } = await owed();
    const balance = await balanceOf(buyer);
    expect(await app.office.saleClaims.waive(claimId, buyer, true)).toBe(true);
    expect(await decided(claimId, 'waived')).toMatchObject({ outcome: 'done' });
    expect(await stateOf(claimId)).toEqual({ ended: 'waived', court: null, paid: false });
    expect([await balanceOf(buyer), await app.office.debts.owedBy(seller)]).toEqual([balance, 0]);
    expect(await pays(seller, debtId, amountTiyin)).toMatchObject({ outcome: 'paid', repeated: true });
    expect(await decided(claimId, 'indemnity')).toEqual({ outcome: 'not-now', why: 'nothing-to-do' });
    await clean();
  });

  test('stays owed after the decision of a court, and is paid by the seller', async () => {
    const { seller, claimId, buyer, debtId, amountTiyin } = await owed();
    const balance = await balanceOf(buyer);
    expect(await decided(claimId, 'court')).toMatchObject({ outcome: 'done' });
    expect(await stateOf(claimId)).toEqual({ ended: null, court: WHY.document, paid: false });
    expect(await app.office.debts.owedBy(seller)).toBe(amountTiyin);
    expect(await pays(seller, debtId, amountTiyin)).toMatchObject({ outcome: 'paid' });
    expect(await balanceOf(buyer)).toBe(balance + amountTiyin);
    expect(await stateOf(claimId)).toMatchObject({ ended: 'repaid', paid: true });
    await clean();
  });

  test('is paid once when the seller pays at the instant in which the operator answers', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const { seller, claimId, buyer, debtId, amountTiyin } = await owed();
      const balance = await balanceOf(buyer);
      await Promise.all([pays(seller, debtId, amountTiyin), decided(claimId, 'indemnity')]);
      expect(await balanceOf(buyer)).toBe(balance + amountTiyin);
      expect(await stateOf(claimId)).toMatchObject({ paid: true });
    }
    await clean();
  });
});
