import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { disputeFileOwner } from '#server/domains/trade/hand-overs/dispute-files.ts';
import { workingCalendar } from '#server/domains/content/reference/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { openFileStore } from '../../fixtures/file-store.ts';
import { BY_STAFF, handOverWorkflows, type HandOverWorkflows } from '../../fixtures/hand-over-workflows.ts';
import { readPdf } from '../../fixtures/pdf-text.ts';
import { pdf } from '../../fixtures/sample-files.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

const WRONG = 'The keys do not fit, and two pipes are missing.';
const NOTE = 'the notice of the auction named another property';
const QPDF = 'qpdf';
const staff = { personId: randomUUID(), decides: true, cancels: true };

let database: TestDatabase;
let days: { day: string; working: boolean }[] = [];
let work: HandOverWorkflows;
let store: Awaited<ReturnType<typeof openFileStore>>;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  work = handOverWorkflows(database, () => workingCalendar(days));
  store = await openFileStore(database);
  store.files.registerOwner(disputeFileOwner(database.db, async () => []));
});
afterAll(async () => {
  await store.close();
  // Dropping the database proves that the books balance.
  await database.close();
});

const listed = async (state: 'open' | 'late' | 'all', lotId: number) =>
  (await work.sold.handOvers.list(staff, { state, lotId, page: 1, size: 5 })).items;

/** Two pieces of work wait for the row of a hand-over, and go on together. */
async function atOneInstant<One, Other>(id: number, one: () => Promise<One>, other: () => Promise<Other>) {
  const lock = await database.pool.connect();
  await lock.query('begin');
  await lock.query('select from hand_over where id = $1 for update', [id]);
  const both = Promise.all([one(), other()]);
  await waitsForLock(database, 2);
  await lock.query('commit');
  lock.release();
  return both;
}

describe('the hand-over of a paid sale', () => {
  test('is opened once, with a deadline that counts working days and never moves', async () => {
    const now = Date.now();
    const off = Array.from({ length: 20 }, (_, i) => tashkentDay(new Date(now + (i + 1) * DAY_MS)));
    days = off.map((day) => ({ day, working: false }));
    try {
      const { lotId, settlementId, personId } = await work.paid();
      const { due_at: dueAt } = await work.rowOf(lotId);
      // Twenty days off, then ten working days.
      expect(dueAt.getTime()).toBeGreaterThan(now + 30 * DAY_MS);
      expect(dueAt.toISOString()).toMatch(/T13:00:00\.000Z$/);
      days = [];
      await work.sold.paying.pay(settlementId, personId);
      expect((await work.rowOf(lotId)).due_at).toEqual(dueAt);
      expect(await listed('open', lotId)).toMatchObject([{ state: 'awaiting', late: false, may: [] }]);
    } finally {
      days = [];
    }
  });

  test('is confirmed by the buyer once, on two devices at one instant, and finishes the order', async () => {
    const { lotId, id, personId, seller, orderId } = await work.paid();
    const confirm = () => work.confirming.byBuyer(lotId, personId);
    const both = await atOneInstant(id, confirm, confirm);
    expect(both.map((each) => ('already' in each ? each.already : each.outcome)).toSorted()).toEqual([
      false,
      true,
    ]);
    expect(await work.rowOf(lotId)).toMatchObject({ state: 'confirmed' });
    expect(await work.orderStatus(orderId)).toBe('finished');
    expect(await work.flows(orderId)).toEqual(['confirm-hand-over: received', 'finish: handed-over']);
    expect(await work.sold.notices(personId)).toContain('handed-over');
    expect(await work.sold.notices(seller)).toEqual(
      expect.arrayContaining(['handed-over', 'order-finished']),
    );
    // The payout has a way of its own.
    const { items } = await work.sold.payouts.list(
      { ...staff, seesRequisites: true },
      { state: 'all', lotId, page: 1, size: 1 },
    );
    expect(items).toMatchObject([{ state: 'planned' }]);
    expect(await work.sold.winLots.find(lotId, personId)).toMatchObject({ state: 'paid' });
    const { steps } = (await work.sold.winLots.afterSale(lotId, { personId: seller, isStaff: false }))!;
    const shown = Object.fromEntries(steps.map(({ key, state }) => [key, state]));
    expect(shown).toMatchObject({ 'hand-over': 'done', payout: 'next', finished: 'next' });
  });

  test('is not for others to confirm, to dispute or to read', async () => {
    const { lotId, id, personId, seller } = await work.paid();
    const stranger = randomUUID();
    for (const other of [stranger, seller]) {
      expect(await work.confirming.byBuyer(lotId, other)).toEqual({ outcome: 'none' });
      expect(await work.disputing(lotId, other, WRONG)).toEqual({ outcome: 'none' });
    }
    await work.confirming.byBuyer(lotId, personId);
    const act = (who: string, roles: string[] = []) => work.sold.handOvers.act(id, { personId: who, roles });
    expect(await act(stranger)).toBeNull();
    expect(await act(stranger, ['moderator'])).toBeNull();
    for (const reader of [act(personId), act(seller), act(stranger, ['auditor'])])
      expect((await reader)?.name).toBe(`A-${String(id).padStart(6, '0')}.pdf`);
  });

  test('becomes a task of staff after the deadline, once, also where its event was lost', async () => {
    const { lotId, id, personId, orderId } = await work.paid();
    expect(await work.byStaff(id)).toEqual({ outcome: 'not-now', why: 'too-early' });
    await work.looking.look(id);
    expect(await work.openTasks(lotId)).toEqual([]);
    await work.letPass(id);
    await Promise.all([work.looking.look(id), work.lookAtDue(), work.lookAtDue()]);
    expect(await work.openTasks(lotId)).toEqual(['confirm-hand-over']);
    expect((await work.sold.notices(personId)).filter((each) => each === 'hand-over-late')).toHaveLength(1);
    expect(await listed('late', lotId)).toMatchObject([{ late: true, may: ['confirm'] }]);
    expect(await work.byStaff(id)).toMatchObject({ outcome: 'done' });
    expect(await work.openTasks(lotId)).toEqual([]);
    const shown = { state: 'confirmed-by-staff', note: BY_STAFF, may: [] };
    expect(await listed('all', lotId)).toMatchObject([shown]);
    expect(await work.flows(orderId)).toEqual([
      'confirm-hand-over: received-by-staff',
      'finish: handed-over',
    ]);
    expect(await work.confirming.byBuyer(lotId, personId)).toMatchObject({ outcome: 'over' });
    expect(await work.byStaff(id)).toEqual({ outcome: 'not-now', why: 'nothing-to-do' });
  });

  test('can still be confirmed by the buyer after the deadline; the task ends with it', async () => {
    const { lotId, id, personId } = await work.paid();
    await work.letPass(id);
    await work.lookAtDue();
    expect(await work.confirming.byBuyer(lotId, personId)).toEqual({ outcome: 'done', already: false });
    expect(await work.openTasks(lotId)).toEqual([]);
  });

  test('waits for its order to follow the lot, and finishes it then', async () => {
    const { lotId, personId, orderId } = await work.paid({ status: 'on-trade' });
    await work.confirming.byBuyer(lotId, personId);
    await work.followAll();
    expect(await work.orderStatus(orderId)).toBe('on-trade');
    await database.pool.query(`update customer_order set status = 'awaiting-payment' where id = $1`, [
      orderId,
    ]);
    await Promise.all([work.followAll(), work.followAll()]);
    expect(await work.orderStatus(orderId)).toBe('finished');
    expect(await work.flows(orderId)).toHaveLength(2);
  });

  test('finishes an order of several sales with the last of them, also at one instant', async () => {
    const first = await work.paid();
    const second = await work.paid({ of: first });
    const before = await work.paid({ of: first });
    await work.confirming.byBuyer(before.lotId, before.personId);
    expect(await work.flows(first.orderId)).toEqual(['confirm-hand-over: received']);
    const lock = await database.pool.connect();
    await lock.query('begin');
    await lock.query('select from customer_order where id = $1 for update', [first.orderId]);
    const both = Promise.all(
      [first, second].map(({ lotId, personId }) => work.confirming.byBuyer(lotId, personId)),
    );
    await waitsForLock(database, 2);
    expect(await work.orderStatus(first.orderId)).toBe('awaiting-payment');
    await lock.query('commit');
    lock.release();
    await both;
    expect(await work.orderStatus(first.orderId)).toBe('finished');
    expect((await work.flows(first.orderId)).filter((flow) => flow.startsWith('finish'))).toHaveLength(1);
  });

  test('is cancelled with its sale, before and after it was confirmed', async () => {
    const open = await work.paid();
    await work.letPass(open.id);
    await work.lookAtDue();
    const done = await work.paid();
    await work.confirming.byBuyer(done.lotId, done.personId);
    for (const { lotId, id, personId } of [open, done]) {
      const undone = await inTransaction(database.db, (tx) =>
        work.sold.undoResult(tx, { lotId, cause: 'staff', reason: NOTE, actor: staff.personId }),
      );
      expect(undone).toMatchObject({ outcome: 'undone' });
      expect(await work.openTasks(lotId)).toEqual([]);
      expect(await work.confirming.byBuyer(lotId, personId)).toMatchObject({ outcome: 'over' });
      expect(await work.byStaff(id)).toEqual({ outcome: 'not-now', why: 'nothing-to-do' });
    }
    expect(await work.orderStatus(done.orderId)).toBe('finished');
    const act = await work.sold.handOvers.act(done.id, { personId: done.personId, roles: [] });
    expect(act?.name).toMatch(/-cancelled\.pdf$/);
  });
});

describe('a dispute', () => {
  test('goes to staff and the seller, and staff settles it', async () => {
    const { lotId, id, personId, seller, orderId } = await work.paid();
    expect(await work.disputing(lotId, personId, WRONG)).toEqual({ outcome: 'done', already: false });
    expect(await work.disputing(lotId, personId, WRONG)).toEqual({ outcome: 'done', already: true });
    expect(await work.disputing(lotId, personId, `${WRONG} And more.`)).toMatchObject({ state: 'disputed' });
    expect(await work.openTasks(lotId)).toEqual(['settle-hand-over']);
    expect(await work.sold.notices(seller)).toContain('hand-over-disputed');
    expect(await work.orderStatus(orderId)).toBe('awaiting-payment');
    // A deadline does not confirm what is disputed.
    await work.letPass(id);
    await work.lookAtDue();
    expect(await listed('open', lotId)).toMatchObject([{ may: ['settle'], dispute: { text: WRONG } }]);
    expect(await work.byStaff(id)).toMatchObject({ outcome: 'done' });
    expect(await work.rowOf(lotId)).toMatchObject({ state: 'confirmed' });
    expect(await work.byStaff(id)).toEqual({ outcome: 'not-now', why: 'nothing-to-do' });
    expect(await work.openTasks(lotId)).toEqual([]);
    expect(await work.sold.notices(personId)).toContain('hand-over-settled');
    expect(await work.flows(orderId)).toEqual([
      'dispute-hand-over: disputed',
      'confirm-hand-over: received-by-staff',
      'finish: handed-over',
    ]);
  });

  test('and a confirmation at one instant: one of them counts', async () => {
    const { lotId, id, personId } = await work.paid();
    const [confirmed, disputed] = await atOneInstant(
      id,
      () => work.confirming.byBuyer(lotId, personId),
      () => work.disputing(lotId, personId, WRONG),
    );
    const { state } = await work.rowOf(lotId);
    // Confirmed after the dispute, the buyer took it back; disputed after the confirmation, it was too late.
    expect(confirmed).toMatchObject({ outcome: 'done' });
    expect(state).toBe('confirmed');
    expect(['done', 'over']).toContain(disputed.outcome);
    expect(await work.openTasks(lotId)).toEqual([]);
    expect(await work.disputing(lotId, personId, WRONG)).toMatchObject({
      outcome: 'over',
      state: 'confirmed',
    });
  });

  test('and staff at one instant: after the deadline the first one counts', async () => {
    const { lotId, id, personId } = await work.paid();
    await work.letPass(id);
    const proposed = await work.propose(id);
    if (proposed.outcome !== 'done') throw new Error(proposed.outcome);
    const [byStaff, disputed] = await atOneInstant(
      id,
      () => work.decide(proposed.decisionId),
      () => work.disputing(lotId, personId, WRONG),
    );
    const both = `${byStaff.outcome}, ${disputed.outcome}`;
    expect(['done, over', 'changed, done']).toContain(both);
  });

  test('filed after one of staff proposed to confirm it makes the proposal lapse, and so does the word of the buyer', async () => {
    for (const answer of ['disputes', 'confirms'] as const) {
      const { lotId, id, personId } = await work.paid();
      await work.letPass(id);
      const proposed = await work.propose(id);
      if (proposed.outcome !== 'done') throw new Error(proposed.outcome);
      if (answer === 'disputes') await work.disputing(lotId, personId, WRONG);
      else await work.confirming.byBuyer(lotId, personId);
      expect(await work.decide(proposed.decisionId)).toEqual({ outcome: 'changed' });
      expect((await work.rowOf(lotId)).state).toBe(answer === 'disputes' ? 'disputed' : 'confirmed');
    }
  });

  test('brings files that others cannot add, that the seller reads once it is filed, and that are frozen then', async () => {
    const { lotId, id, personId, seller } = await work.paid();
    const target = { owner: 'hand-over', ownerId: id };
    const { files } = store;
    const { fileId } = await files.addGiven(target, 'document', {
      uploadId: randomUUID(),
      name: 'waybill.pdf',
      bytes: Readable.from([pdf()]),
    });
    const names = async (who: string, roles: never[] | ['auditor'] = []) =>
      (await files.documents(target, { personId: who, roles })).items.map(({ name }) => name);
    expect(await names(personId)).toEqual(['waybill.pdf']);
    await expect(names(seller)).rejects.toMatchObject({ status: 404 });
    await expect(files.remove(target, fileId, seller)).rejects.toMatchObject({ status: 404 });
    await work.disputing(lotId, personId, WRONG);
    expect(await names(seller)).toEqual(['waybill.pdf']);
    expect(await names(randomUUID(), ['auditor'])).toEqual(['waybill.pdf']);
    await expect(names(randomUUID())).rejects.toMatchObject({ status: 404 });
    await expect(files.document(fileId, { personId: randomUUID(), roles: [] })).rejects.toMatchObject({
      status: 404,
    });
    await expect(files.remove(target, fileId, personId)).rejects.toMatchObject({ code: 'hand-overs.over' });
  });
});

test('the acceptance act names both sides in both languages, is a sound PDF and never changes', async () => {
  const { lotId, id, personId } = await work.paid();
  await work.disputing(lotId, personId, WRONG);
  await work.byStaff(id);
  const act = () => work.sold.handOvers.act(id, { personId, roles: [] });
  const [one, other] = await Promise.all([act(), act()]);
  expect(one!.body.equals(other!.body)).toBe(true);
  await database.pool.query(`update lot set title = '{"uz": "-", "ru": "-"}' where id = $1`, [lotId]);
  expect((await act())!.sha256).toBe(one!.sha256);
  const { text, objects } = readPdf(one!.body);
  for (const words of [
    'Mol-mulkni qabul qilish-topshirish dalolatnomasi',
    'Акт приёма-передачи имущества',
    BY_STAFF,
  ])
    expect(text.replaceAll(/\s+/g, '')).toContain(words.replaceAll(' ', ''));
  expect(text).not.toMatch(/\d{14}/);
  expect(objects).not.toMatch(/\/JavaScript|\/Launch/);
  if (spawnSync(QPDF, ['--version']).status !== 0) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'savdo-act-'));
  const file = path.join(folder, 'act.pdf');
  writeFileSync(file, one!.body);
  expect(spawnSync(QPDF, ['--check', file]).status).toBe(0);
  rmSync(folder, { recursive: true });
});

describe('an order whose stay in trade is over', () => {
  /** An order without a sale; its lot ended with this status. */
  async function unsold(given: { stayDays: number | null; status?: number }) {
    const seller = randomUUID();
    const { lotId } = await work.sold.ended(0, { customerPersonId: seller });
    const orderId = await work.order(seller, 'traded');
    await database.pool.query(
      `update lot set order_id = $2, status = $3, stay_days = $4, protest_until = now() - interval '1 minute',
         published_at = now() - interval '400 days' where id = $1`,
      [lotId, orderId, given.status ?? 13, given.stayDays],
    );
    return { orderId, lotId, seller };
  }
  const seenOf = async ({ orderId }: { orderId: number }) => {
    await work.closeOver();
    return work.orderStatus(orderId);
  };

  test('is closed by the rules, a year after its publication at the latest, with a message', async () => {
    const year = await unsold({ stayDays: null });
    expect(await seenOf(year)).toBe('finished');
    expect(await work.flows(year.orderId)).toEqual(['close: stay-over']);
    expect(await work.sold.notices(year.seller)).toContain('order-closed');
    const young = await unsold({ stayDays: 30 });
    await database.pool.query(`update lot set published_at = now() - interval '29 days' where id = $1`, [
      young.lotId,
    ]);
    expect(await seenOf(young)).toBe('traded');
    expect(await work.closing.obstacleOf(young.orderId)).toBeNull();
  });

  test('waits for the end of the time for protests, for an open protest and for a lot that has not ended', async () => {
    const window = await unsold({ stayDays: 30 });
    await database.pool.query(`update lot set protest_until = now() + interval '1 hour' where id = $1`, [
      window.lotId,
    ]);
    expect(await seenOf(window)).toBe('traded');
    expect(await work.closing.obstacleOf(window.orderId)).toMatchObject({ obstacle: 'protest-window' });
    const protested = await unsold({ stayDays: 30 });
    await database.pool.query(
      `insert into protest (lot_id, person_id, bidder_number, text, files_until, admit_by)
       values ($1, 'a-participant', 2, repeat('a', 30), now(), now() + interval '1 day')`,
      [protested.lotId],
    );
    expect(await seenOf(protested)).toBe('traded');
    expect(await work.closing.obstacleOf(protested.orderId)).toMatchObject({ obstacle: 'open-protest' });
    await database.pool.query(
      `update protest set state = 'withdrawn', decided_at = now(), decided_by = person_id where lot_id = $1`,
      [protested.lotId],
    );
    expect(await seenOf(protested)).toBe('finished');
    const offered = await unsold({ stayDays: 30, status: 12 });
    expect(await work.closing.obstacleOf(offered.orderId)).toMatchObject({ obstacle: 'open-offer' });
    expect(await seenOf(offered)).toBe('traded');
    const again = await unsold({ stayDays: 30, status: 1 });
    expect(await work.closing.obstacleOf(again.orderId)).toMatchObject({ obstacle: 'lot-not-over' });
    await database.pool.query('update lot set status = 13 where id = any($1)', [
      [offered.lotId, again.lotId],
    ]);
    expect(await seenOf(again)).toBe('finished');
  });
});
