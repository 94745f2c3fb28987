import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tiesOf } from '#server/domains/people/conflicts-of-interest/account-ties.repository.ts';
import { leftToFinish } from '#server/domains/people/erasure/left-to-finish.repository.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { monthsOn } from '#shared/time/months-on.ts';
import { newPinfl, startBarsApp, type Account, type BarsApp } from '../../fixtures/debarments-app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

let office: BarsApp;
let anna: Account;
let boris: Account;
let auditor: Account;

beforeAll(async () => {
  office = await startBarsApp();
  anna = await office.account('Anna Operator', ['operator'], { pinfl: newPinfl() });
  boris = await office.account('Boris Operator', ['operator'], { pinfl: newPinfl() });
  auditor = await office.account('Tekshiruvchi', ['auditor']);
});
// Dropping the database proves that the books balance and that two persons made every bar of staff.
afterAll(() => office?.close());

async function buyer() {
  const pinfl = newPinfl();
  return { pinfl, ...(await office.account('Xaridor Namuna', ['buyer'], { pinfl })) };
}
const code = (answer: { status: number; body: any }) => [answer.status, answer.body.ERROR?.code];
const approve = (by: Account, id: number) => office.post(by, office.about(id, 'approve'));
const barOf = async (personId: string): Promise<number> => {
  const { rows } = await office.database.pool.query('select id from barred_person where person_id = $1', [
    personId,
  ]);
  return rows.at(-1).id;
};
/** Barred by two members of staff; the number of the bar. */
async function barred(personId: string): Promise<number> {
  expect((await approve(boris, await office.submitted(anna, personId))).status).toBe(200);
  return barOf(personId);
}

describe('a bar that staff propose', () => {
  test('is made by a second person, from today on, for every account of the PINFL, and its owner gets a message', async () => {
    const person = await buyer();
    const other = await office.account('Xaridor Namuna', ['buyer'], { pinfl: person.pinfl });
    const found = await office.post(anna, '/api/console/bars/find-person', {
      by: 'pinfl',
      value: person.pinfl,
    });
    expect(found.body.found).toMatchObject({
      name: 'X*** N***',
      idMasked: `**********${person.pinfl.slice(-4)}`,
      accounts: 2,
      bars: [],
    });
    const id = await office.submitted(anna, person.id);
    expect(await office.sanctions.barredUntil('pinfl', person.pinfl)).toBeNull();
    expect(code(await approve(anna, id))).toEqual([409, 'bars.second-person']);
    const { body } = await approve(boris, id);
    expect(body).toMatchObject({ state: 'approved', decided: { by: 'Boris Operator' }, may: [] });
    const until = monthsOn(Date.now(), 2);
    expect(await office.sanctions.barredUntil('pinfl', person.pinfl)).toBe(until);
    for (const one of [person, other]) expect(await office.notices(one.id)).toEqual(['bar-imposed']);
    const { rows } = await office.database.pool.query(
      `select payload ->> 'personId' as person, payload ->> 'by' as by from outbox where topic = 'sanctions.barred'`,
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { person: person.id, by: anna.id },
        { person: other.id, by: anna.id },
      ]),
    );
    const { body: list } = await office.get(auditor, '/api/console/bars');
    const shown = list.items.find(({ id: barId }: { id: number }) => barId === body.barId);
    expect(shown).toMatchObject({
      cause: 'false-documents',
      by: { proposed: 'Anna Operator', approved: 'Boris Operator' },
      startDate: tashkentDay(Date.now()),
      endDate: until,
      state: 'in-force',
      mayLift: false,
    });
    expect(shown.evidence).toHaveLength(1);
    expect(JSON.stringify(list)).not.toContain(person.pinfl);
  });

  test('is preceded by a search that is recorded, found or not', async () => {
    const person = await buyer();
    const clerk = await office.account('Qidiruvchi', ['operator'], { pinfl: newPinfl() });
    for (const value of [person.pinfl, newPinfl()])
      expect((await office.post(clerk, '/api/console/bars/find-person', { by: 'pinfl', value })).status).toBe(
        200,
      );
    const { rows } = await office.database.pool.query(
      `select type, action, reason from person_action where person_id = $1 and type = 'account' order by id`,
      [clerk.id],
    );
    const searched = { type: 'account', action: 'searched' };
    expect(rows).toEqual([
      { ...searched, reason: `person:${person.id}` },
      { ...searched, reason: null },
    ]);
  });

  test('needs evidence, which staff read and no one else, and which no one changes once it is submitted', async () => {
    const person = await buyer();
    const { body: draft } = await office.propose(anna, person.id);
    expect(code(await office.post(anna, office.about(draft.id, 'submit')))).toEqual([
      422,
      'bars.no-evidence',
    ]);
    expect((await office.addDocument(boris, draft.id)).status).toBe(404);
    const { body: added } = await office.addDocument(anna, draft.id);
    const { url } = added.file;
    // Of a draft: for who began it alone.
    expect((await office.get(boris, url)).status).toBe(404);
    expect(code(await office.post(boris, office.about(draft.id, 'submit')))).toEqual([409, 'bars.not-own']);
    expect((await office.post(anna, office.about(draft.id, 'submit'))).body.state).toBe('open');
    expect((await office.get(boris, url)).status).toBe(200);
    expect((await office.get(auditor, url)).status).toBe(200);
    for (const one of [person, await buyer()]) expect((await office.get(one, url)).status).toBe(404);
    expect(code(await office.addDocument(anna, draft.id))).toEqual([409, 'bars.decided']);
  });

  test('is not approved by one person under two accounts, nor by who it is about', async () => {
    const pinfl = newPinfl();
    const twins = [
      await office.account('Ikki Hisob', ['operator'], { pinfl }),
      await office.account('Ikki Hisob', ['operator'], { pinfl }),
    ] as const;
    const person = await buyer();
    const id = await office.submitted(twins[0], person.id);
    expect(code(await approve(twins[1], id))).toEqual([403, 'conflict-of-interest']);
    // Under the lock once more, whatever was judged before it.
    const staff = { personId: twins[1].id, name: '', address: '' };
    expect(await office.bars.deciding.approve(id, null, staff)).toEqual({ outcome: 'second-person' });
    const self = await office.account('Oʻzi', ['operator'], { pinfl: person.pinfl });
    expect(code(await approve(self, id))).toEqual([403, 'conflict-of-interest']);
    expect(code(await office.propose(self, person.id))).toEqual([403, 'conflict-of-interest']);
    expect((await approve(boris, id)).status).toBe(200);
  });

  test.each([
    ['dismissed', `update person set roles = '{}' where id = $1`],
    ['shut', 'update person set disabled_at = now() where id = $1'],
  ])('proposed by a colleague who was %s is not made, and can be proposed again', async (_what, leave) => {
    const person = await buyer();
    const gone = await office.account('Ketgan Operator', ['operator'], { pinfl: newPinfl() });
    const id = await office.submitted(gone, person.id);
    await office.database.pool.query(leave, [gone.id]);
    expect(code(await approve(boris, id))).toEqual([409, 'asker-left']);
    const note = 'who proposed it has left';
    expect((await office.post(boris, office.about(id, 'turn-down'), { note })).status).toBe(200);
    expect((await approve(boris, await office.submitted(anna, person.id))).status).toBe(200);
  });

  test('is made once of two approvals at the same instant', async () => {
    const person = await buyer();
    const third = await office.account('Uchinchi Operator', ['administrator'], { pinfl: newPinfl() });
    const id = await office.submitted(anna, person.id);
    const lock = await office.database.pool.connect();
    await lock.query('begin');
    await lock.query('select from bar_proposal where id = $1 for update', [id]);
    const both = Promise.all([approve(boris, id), approve(third, id)]);
    await waitsForLock(office.database, 2);
    await lock.query('commit');
    lock.release();
    expect((await both).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await office.sanctions.check('pinfl', person.pinfl)).toHaveLength(1);
  });

  test('is proposed beside the draft of a colleague, who may never submit it', async () => {
    const person = await buyer();
    const drafts = await Promise.all([office.propose(anna, person.id), office.propose(boris, person.id)]);
    expect(drafts.map(({ status }) => status)).toEqual([200, 200]);
    expect(code(await office.propose(anna, person.id))).toEqual([409, 'bars.proposed-already']);
    for (const [at, by] of [anna, boris].entries()) await office.addDocument(by, drafts[at]!.body.id);
    const submitted = await Promise.all(
      [anna, boris].map((by, at) => office.post(by, office.about(drafts[at]!.body.id, 'submit'))),
    );
    expect(submitted.map(code).toSorted()).toEqual([
      [200, undefined],
      [409, 'bars.proposed-already'],
    ]);
  });

  test('is taken back three times in a day by one person, and proposed by a colleague then', async () => {
    const person = await buyer();
    const withdraw = (id: number) => office.post(anna, office.about(id, 'withdraw'));
    for (const cause of ['false-documents', 'court', 'false-documents'])
      await withdraw(
        await office.submitted(anna, person.id, {
          cause,
          lastDay: cause === 'court' ? monthsOn(Date.now(), 5) : null,
        }),
      );
    const { body: draft } = await office.propose(anna, person.id);
    await office.addDocument(anna, draft.id);
    expect(code(await office.post(anna, office.about(draft.id, 'submit')))).toEqual([
      409,
      'taken-back-before',
    ]);
    expect((await withdraw(draft.id)).status).toBe(200);
    await office.submitted(boris, person.id);
  });

  test('that a colleague turned down is proposed by another one, and one whose time is over keeps no account from being erased', async () => {
    const person = await buyer();
    const id = await office.submitted(anna, person.id);
    const left = () => leftToFinish(office.database.db, person.id, tiesOf);
    expect(await left()).toContain('proposal');
    expect(
      (await office.post(boris, office.about(id, 'turn-down'), { note: 'asos yetarli emas' })).status,
    ).toBe(200);
    const { body: draft } = await office.propose(anna, person.id);
    await office.addDocument(anna, draft.id);
    expect(code(await office.post(anna, office.about(draft.id, 'submit')))).toEqual([409, 'asked-before']);
    const next = await office.submitted(boris, person.id);
    expect(await left()).toContain('proposal');
    await office.database.pool.query('update bar_proposal set expires_at = now() where id = $1', [next]);
    expect(await left()).not.toContain('proposal');
    expect(await office.bars.deciding.expireDue()).toBe(1);
  });

  test('is proposed once for a matter, and once more only for another one', async () => {
    const person = await buyer();
    const id = await office.submitted(anna, person.id);
    const same = await office.account('Xaridor Namuna', ['buyer'], { pinfl: person.pinfl });
    expect(code(await office.propose(boris, same.id))).toEqual([409, 'bars.proposed-already']);
    await office.post(anna, office.about(id, 'withdraw'));
    await barred(same.id);
    expect(code(await office.propose(anna, person.id))).toEqual([409, 'bars.barred-already']);
    expect(
      (await office.propose(anna, person.id, { cause: 'court', lastDay: monthsOn(Date.now(), 5) })).status,
    ).toBe(200);
  });

  test('of a court is recorded though a shorter one is in force, so that a short one leaves no one free', async () => {
    const person = await buyer();
    const until = (months: number) => ({ cause: 'court', lastDay: monthsOn(Date.now(), months) }) as const;
    const short = await office.submitted(anna, person.id, until(1));
    expect((await approve(boris, short)).status).toBe(200);
    expect(code(await office.propose(anna, person.id, until(1)))).toEqual([409, 'bars.barred-already']);
    const long = await office.propose(anna, person.id, until(24));
    expect(code(long)).toEqual([200, undefined]);
    await office.addDocument(anna, long.body.id);
    await office.post(anna, office.about(long.body.id, 'submit'));
    expect((await approve(boris, long.body.id)).status).toBe(200);
    expect(await office.sanctions.barredUntil('pinfl', person.pinfl)).toBe(until(24).lastDay);
  });

  test('asks for what its cause needs', async () => {
    const person = await buyer();
    const nameless = await office.account('Raqamsiz', ['buyer']);
    const lotId = await publishTestLot(office.database, { ruleSet: 'private', opensInMs: DAY_MS });
    const refusals = await Promise.all([
      office.propose(anna, nameless.id),
      office.propose(anna, person.id, { cause: 'unpaid' }),
      office.propose(anna, person.id, { cause: 'unpaid', lotId: 999_999 }),
      office.propose(anna, person.id, { cause: 'refused', lotId }),
      office.propose(anna, person.id, { lastDay: '2099-01-01' }),
      office.propose(anna, person.id, { cause: 'court' }),
      office.propose(anna, person.id, { cause: 'court', lastDay: tashkentDay(Date.now() - DAY_MS) }),
    ]);
    expect(refusals.map(({ body }) => body.ERROR.code)).toEqual([
      'bars.no-number',
      'bars.lot-needed',
      'bars.no-such-lot',
      'bars.no-state-lot',
      'bars.last-day',
      'bars.last-day',
      'bars.last-day',
    ]);
    expect((await office.propose(anna, person.id, { cause: 'collusion', lotId })).body.lot.id).toBe(lotId);
    const found = await office.post(anna, '/api/console/bars/find-person', {
      by: 'account',
      value: nameless.id,
    });
    expect(found.body.found).toBeNull();
  });

  test('is turned down by one person once, so that no friend escapes it', async () => {
    const person = await buyer();
    const third = await office.account('Uchinchi', ['operator'], { pinfl: newPinfl() });
    const down = async (proposer: Account) => {
      const id = await office.submitted(proposer, person.id);
      return {
        id,
        ...(await office.post(boris, office.about(id, 'turn-down'), { note: 'dalillar yetarli emas' })),
      };
    };
    expect((await down(anna)).status).toBe(200);
    const again = await down(third);
    expect(code(again)).toEqual([409, 'turned-down-before']);
    expect((await approve(anna, again.id)).status).toBe(200);
  });

  test('expires when no one decides, and can be turned down with a reason', async () => {
    const [first, second] = [await buyer(), await buyer()];
    const [late, refused] = [await office.submitted(anna, first.id), await office.submitted(anna, second.id)];
    await office.database.pool.query(
      `update bar_proposal set expires_at = now() - interval '1 second' where id = $1`,
      [late],
    );
    expect(code(await approve(boris, late))).toEqual([409, 'bars.decided']);
    expect(await office.bars.deciding.expireDue()).toBe(1);
    const down = await office.post(boris, office.about(refused, 'turn-down'), {
      note: 'dalillar yetarli emas',
    });
    expect(down.body).toMatchObject({ state: 'turned-down', decided: { note: 'dalillar yetarli emas' } });
    expect(code(await approve(boris, refused))).toEqual([409, 'bars.decided']);
    const { body: all } = await office.get(auditor, '/api/console/bar-proposals?state=all&size=100');
    expect(all.items.find(({ id }: { id: number }) => id === late)).toMatchObject({
      state: 'expired',
      may: [],
    });
    expect(await office.notices(first.id)).toEqual([]);
  });
});

describe('a bar that staff lift', () => {
  test('ends at once with two persons, is not shown as in force, and its owner gets a message', async () => {
    const person = await buyer();
    const barId = await barred(person.id);
    const id = await office.submittedLift(boris, barId);
    expect(
      code(
        await office.post(anna, `/api/console/bars/${barId}/propose-lift`, { reason: 'yana bir bor soʻrov' }),
      ),
    ).toEqual([409, 'bars.proposed-already']);
    expect(code(await approve(boris, id))).toEqual([409, 'bars.second-person']);
    expect((await approve(anna, id)).body.state).toBe('approved');
    expect(await office.sanctions.check('pinfl', person.pinfl)).toEqual([]);
    expect(await office.notices(person.id)).toEqual(['bar-imposed', 'bar-lifted']);
    const { body: list } = await office.get(boris, '/api/console/bars?state=lifted');
    expect(list.items.find(({ id: of }: { id: number }) => of === barId)).toMatchObject({
      state: 'lifted',
      remainingDays: 0,
      mayLift: false,
      lifted: { proposed: 'Boris Operator', approved: 'Anna Operator' },
    });
    const { body: inForce } = await office.get(boris, '/api/console/bars?size=100');
    expect(inForce.items.map(({ id: of }: { id: number }) => of)).not.toContain(barId);
  });

  test('is left as it is when it ended meanwhile', async () => {
    const person = await buyer();
    const barId = await barred(person.id);
    const id = await office.submittedLift(boris, barId);
    await office.database.pool.query(
      `update barred_person set start_date = start_date - 90, end_date = current_date - 2 where id = $1`,
      [barId],
    );
    expect(code(await approve(anna, id))).toEqual([409, 'bars.over']);
    await office.post(boris, office.about(id, 'withdraw'));
    expect(
      code(await office.post(anna, `/api/console/bars/${barId}/propose-lift`, { reason: 'muddati tugagan' })),
    ).toEqual([409, 'bars.over']);
    const { body } = await office.get(anna, '/api/console/bars?state=ended');
    expect(body.items.find(({ id: of }: { id: number }) => of === barId)).toMatchObject({ remainingDays: 0 });
  });
});
