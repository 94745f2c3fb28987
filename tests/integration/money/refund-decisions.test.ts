import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { REFUND_INVARIANTS } from '#server/domains/money/payments/ledger-invariants.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import {
  CONSOLE_REFUNDS,
  startRefundsApp,
  type RefundsApp,
  type Signed,
} from '../../fixtures/refunds-app.ts';

/** No refund of these tests is so large. */
const MUCH = 1_000_000_000_00;

let fixture: RefundsApp;
let me: Signed;
let first: Signed;
let second: Signed;
let third: Signed;

beforeAll(async () => {
  fixture = await startRefundsApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  me = await fixture.signIn();
  first = await fixture.signIn(['operator']);
  second = await fixture.signIn(['administrator']);
  third = await fixture.signIn(['operator']);
  await fixture.twoAbove(MUCH);
  await fixture.credit(me.personId, 100_000_00);
});

const ask = (body: object = {}, cookie = me.cookie) => fixture.ask({ cookie }, body);
const asked = (body: object = {}) => fixture.asked(me, body);
const decide: RefundsApp['decide'] = (...decision) => fixture.decide(...decision);
const read = (id: number) => fixture.read(id, me);
const money = () => fixture.money(me);
const notices = () => fixture.notices(me);

const dayOf = (atMs: number) => tashkentDay(atMs);
/** What somebody of the staff notes of the bank's document. */
const returned = (change: object = {}) => ({
  documentNumber: 'R-417',
  documentOn: dayOf(Date.now()),
  reason: 'No such account',
  ...change,
});

describe('a sum that the bank sent back', () => {
  const approve = (id: number, who: Signed, returnId: number) =>
    decide(id, 'returned/approve', who, { returnId });
  const reject = (id: number, who: Signed, returnId: number) =>
    decide(id, 'returned/reject', who, { returnId, reason: 'Not in the statement' });
  const outcome = ({ status, body }: Awaited<ReturnType<typeof decide>>) => [
    status,
    body.ERROR?.code ?? body.status,
  ];
  const movements = async (id: number) =>
    (
      await fixture.database.pool.query(
        `select kind from ledger_journal where reference = $1 and kind in ('pay-out-returned', 'pay-out-settled')`,
        [`refund:${id}`],
      )
    ).rows.map(({ kind }) => kind);
  let id: number;
  let returnId: number;
  /** What the one who noted it may still do. */
  let may: string[];

  beforeEach(async () => {
    id = await asked({ amountTiyin: 20_000_00 });
    await decide(id, 'approve', first);
    await decide(id, 'approve', second);
    const { body } = await decide(id, 'returned', first, returned());
    returnId = body.returned.id;
    may = body.may;
  });

  test('is free again only when a second person agrees, never the same one twice', async () => {
    expect([may, (await read(id)).status]).toEqual([['reject-return'], 'sent-to-bank']);
    expect(await money()).toEqual({ availableTiyin: 80_000_00, heldTiyin: 0 });
    expect(outcome(await approve(id, first, returnId))).toEqual([409, 'refunds.second-person']);
    // Noted once more it is the same note.
    expect((await decide(id, 'returned', first, returned())).body.returned.id).toBe(returnId);
    expect(outcome(await decide(id, 'returned', second, returned()))).toEqual([409, 'refunds.return-asked']);
    // Meanwhile no one says that it was paid.
    expect(outcome(await decide(id, 'paid', second, { bankDocument: '1' }))).toEqual([
      409,
      'refunds.return-asked',
    ]);
    expect(await movements(id)).toEqual([]);
    expect(outcome(await approve(id, second, returnId))).toEqual([200, 'rejected']);
    expect(outcome(await approve(id, second, returnId))).toEqual([200, 'rejected']);
    expect(outcome(await approve(id, first, returnId))).toEqual([409, 'refunds.decided']);
    expect(await money()).toEqual({ availableTiyin: 100_000_00, heldTiyin: 0 });
    expect(await movements(id)).toEqual(['pay-out-returned']);
    const { rows } = await fixture.database.pool.query(
      'select action, actor, note from refund_step where refund_id = $1 order by id desc limit 2',
      [id],
    );
    const note = `R-417, ${dayOf(Date.now())}: No such account`;
    expect(rows).toEqual([
      { action: 'returned', actor: second.personId, note },
      { action: 'return-asked', actor: first.personId, note },
    ]);
    expect(await notices()).toEqual(['refund-requested', 'refund-refused']);
  });

  test('has arrived by the word of somebody else than who sent it', async () => {
    const other = await asked({ amountTiyin: 10_000_00 });
    await decide(other, 'approve', first);
    expect((await decide(other, 'approve', second)).body.may).toEqual(['returned']);
    expect(outcome(await decide(other, 'paid', second, { bankDocument: '1' }))).toEqual([
      409,
      'refunds.sender',
    ]);
    expect(outcome(await decide(other, 'paid', first, { bankDocument: '1' }))).toEqual([200, 'paid']);
    // Said past the calls, the books show it.
    const said = inTransaction(fixture.database.db, async (tx) => {
      await sql`
        insert into refund_step (refund_id, person_id, action, actor) values (${other}, ${me.personId}, 'paid', ${second.personId})
      `.execute(tx);
      for (const { name, query } of REFUND_INVARIANTS)
        if ((await sql.raw(query).execute(tx)).rows.length > 0) throw new Error(name);
    });
    await expect(said).rejects.toThrow('who sent a refund has not said that it arrived');
  });

  test('goes on waiting for the bank when the note is turned down or taken back, and may be noted again', async () => {
    expect(outcome(await reject(id, second, returnId))).toEqual([200, 'sent-to-bank']);
    expect(outcome(await approve(id, second, returnId))).toEqual([409, 'refunds.decided']);
    const { body } = await decide(id, 'returned', second, returned({ documentNumber: 'R-418' }));
    const next = body.returned.id as number;
    expect(next).not.toBe(returnId);
    // What was read is not what would be carried out now.
    expect(outcome(await approve(id, first, returnId))).toEqual([409, 'refunds.return-changed']);
    expect(outcome(await reject(id, second, next))).toEqual([200, 'sent-to-bank']);
    expect(outcome(await decide(id, 'paid', first, { bankDocument: '419' }))).toEqual([200, 'paid']);
    expect(await movements(id)).toEqual(['pay-out-settled']);
  });

  test('moves once, no matter who agrees, turns down and repeats at the same moment', async () => {
    await Promise.all([
      approve(id, second, returnId),
      approve(id, third, returnId),
      reject(id, first, returnId),
      approve(id, second, returnId),
      decide(id, 'paid', third, { bankDocument: '420' }),
    ]);
    const { status } = await read(id);
    expect(await movements(id)).toEqual(
      { rejected: ['pay-out-returned'], paid: ['pay-out-settled'], 'sent-to-bank': [] }[status as 'paid'],
    );
  });

  test('keeps every document as it was noted', async () => {
    for (const statement of [
      `update refund_return set document_number = 'x' where id = ${returnId}`,
      `delete from refund_return where id = ${returnId}`,
      'truncate refund_return cascade',
    ])
      await expect(fixture.database.pool.query(statement)).rejects.toMatchObject({ code: 'LG001' });
    // No one notes it of money of their own, not even by hand.
    await expect(
      fixture.database.pool.query(
        `insert into refund_return (refund_id, person_id, document_number, document_on, reason, asked_by, asked_by_name)
         values ($1, $2, '1', current_date, 'reason', $2, 'n')`,
        [id, me.personId],
      ),
    ).rejects.toMatchObject({ code: '23514' });
  });
});

describe('staff', () => {
  test('approve with two people, of whom the second one sends, never the same one twice', async () => {
    const id = await asked({ amountTiyin: 10_000_01 });
    expect((await decide(id, 'approve', first)).body).toMatchObject({
      status: 'under-review',
      approvalsNeeded: 2,
      may: ['refuse'],
    });
    const again = await decide(id, 'approve', first);
    expect([again.status, again.body.ERROR.code]).toEqual([409, 'refunds.second-person']);
    expect(await money()).toMatchObject({ heldTiyin: 10_000_01 });
    expect((await decide(id, 'approve', second)).body.status).toBe('sent-to-bank');
    // Pressed twice by the one whose approval sent it.
    expect((await decide(id, 'approve', second)).body.status).toBe('sent-to-bank');
  });

  test('of a sum above the limit two people approve, and a third one sends it', async () => {
    await fixture.twoAbove(10_000_00);
    const id = await asked({ amountTiyin: 10_000_01 });
    const steps = [];
    for (const who of [first, second, third]) {
      const { body } = await decide(id, 'approve', who);
      steps.push([body.status, body.approvalsNeeded, body.twoBecause]);
    }
    expect(steps).toEqual([
      ['under-review', 3, 'item'],
      ['under-review', 3, 'item'],
      ['sent-to-bank', 3, 'item'],
    ]);
  });

  test('of sums that are above the limit together as well, in a day or in a month', async () => {
    await fixture.twoAbove(10_000_00);
    const sent = await asked({ amountTiyin: 6_000_00 });
    for (const who of [first, second]) await decide(sent, 'approve', who);
    // What was asked for and has not left does not count.
    await asked({ amountTiyin: 1_000_00 });
    const id = await asked({ amountTiyin: 4_000_01 });
    const because = async () => (await decide(id, 'approve', third)).body.twoBecause;
    expect(await because()).toBe('day');
    const later = async (interval: string) => {
      await fixture.database.pool.query('alter table refund_step disable trigger refund_step_append_only');
      await fixture.database.pool.query(
        `update refund_step set at = at - $1::interval where refund_id = $2 and action = 'sent'`,
        [interval, sent],
      );
      await fixture.database.pool.query('alter table refund_step enable trigger refund_step_append_only');
      return (await decide(id, 'approve', second)).body;
    };
    expect(await later('25 hours')).toMatchObject({ status: 'under-review', twoBecause: 'month' });
  });

  test('approving at the same moment, two people send a large sum once', async () => {
    const id = await asked({ amountTiyin: 20_000_00 });
    const answers = await Promise.all([decide(id, 'approve', first), decide(id, 'approve', second)]);
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual(['sent-to-bank', 'under-review']);
    const { rows } = await fixture.database.pool.query(
      `select count(*)::int as sent from ledger_journal where kind = 'pay-out' and reference = $1`,
      [`refund:${id}`],
    );
    expect(rows[0].sent).toBe(1);
  });

  test('one person twice at the same moment is one approval', async () => {
    const id = await asked({ amountTiyin: 20_000_00 });
    await Promise.all(Array.from({ length: 5 }, () => decide(id, 'approve', first)));
    expect((await read(id)).status).toBe('under-review');
  });

  test('never decide about money of their own', async () => {
    const owner = await fixture.signIn(['operator']);
    await fixture.credit(owner.personId, 50_000_00);
    const id = (await ask({}, owner.cookie)).body.id;
    for (const [what, body] of [
      ['approve', undefined],
      ['refuse', { reason: 'because' }],
      ['paid', { bankDocument: '1' }],
      ['returned', returned()],
      ['returned/approve', { returnId: 1 }],
      ['returned/reject', { returnId: 1, reason: 'because' }],
    ] as const) {
      const answer = await fixture.judgedEarlier(() => decide(id, what, owner, body));
      expect([answer.status, answer.body.ERROR.code], what).toEqual([403, 'refunds.own']);
    }
    const { body } = await fixture.app.call('GET', `${CONSOLE_REFUNDS}?size=100`, { cookie: owner.cookie });
    expect(body.items.find((each: { id: number }) => each.id === id).may).toEqual([]);
  });

  test('refuse with a reason, and the money is free again', async () => {
    const id = await asked();
    expect((await decide(id, 'refuse', first, { reason: '' })).status).toBe(400);
    expect((await decide(id, 'refuse', first, { reason: 'The account is closed' })).body).toMatchObject({
      status: 'rejected',
      reason: 'The account is closed',
      may: [],
    });
    expect(await money()).toEqual({ availableTiyin: 100_000_00, heldTiyin: 0 });
    expect(await notices()).toEqual(['refund-requested', 'refund-refused']);
    for (const what of ['approve', 'refuse', 'paid', 'returned']) {
      const body = {
        refuse: { reason: 'again' },
        returned: returned(),
        paid: { bankDocument: '1' },
      }[what];
      expect((await decide(id, what, second, body)).status, what).toBe(409);
    }
  });

  test('refuse two applications of a person within 30 days, and a colleague judges the next', async () => {
    const refuse = async (who: Signed) => {
      const { status, body } = await decide(await asked(), 'refuse', who, { reason: 'because' });
      return body.ERROR?.code ?? status;
    };
    expect([await refuse(first), await refuse(first), await refuse(first)]).toEqual([
      200,
      200,
      'turned-down-before',
    ]);
    expect(await refuse(third)).toBe(200);
  });

  test('note what the bank sent back, with its document', async () => {
    const id = await asked();
    expect((await decide(id, 'returned', first, returned())).status).toBe(409);
    for (const who of [first, second]) await decide(id, 'approve', who);
    for (const missing of [
      { documentNumber: ' ' },
      { documentOn: '2026-02-30' },
      { reason: '' },
      { documentOn: null },
    ])
      expect((await decide(id, 'returned', second, returned(missing))).status, JSON.stringify(missing)).toBe(
        400,
      );
    for (const documentOn of [dayOf(Date.now() - 86_400_000), dayOf(Date.now() + 86_400_000)]) {
      const answer = await decide(id, 'returned', second, returned({ documentOn }));
      expect([answer.status, answer.body.ERROR.code]).toEqual([422, 'refunds.document-date']);
    }
    const noted = await decide(id, 'returned', second, returned());
    const { body } = await decide(id, 'returned/approve', first, { returnId: noted.body.returned.id });
    expect(body).toMatchObject({
      status: 'rejected',
      may: [],
      returned: { documentNumber: 'R-417', documentOn: dayOf(Date.now()), reason: 'No such account' },
    });
    expect(await read(id)).toMatchObject({ status: 'rejected', reason: 'No such account' });
    expect(await money()).toEqual({ availableTiyin: 100_000_00, heldTiyin: 0 });
    // Pressed twice.
    expect((await decide(id, 'returned', second, returned())).status).toBe(200);
    expect((await decide(id, 'returned', first, returned())).body.ERROR.code).toBe('refunds.decided');
    expect(await money()).toEqual({ availableTiyin: 100_000_00, heldTiyin: 0 });
  });

  test('see what waits, the oldest first, and may look without deciding as auditors', async () => {
    const [one, two] = [await asked(), await asked()];
    const auditor = await fixture.signIn(['auditor']);
    const { body } = await fixture.app.call('GET', `${CONSOLE_REFUNDS}?size=100`, { cookie: auditor.cookie });
    const ids = body.items.map(({ id }: { id: number }) => id);
    expect(ids.indexOf(one)).toBeLessThan(ids.indexOf(two));
    expect(body.items.find(({ id }: { id: number }) => id === one)).toMatchObject({
      person: { id: me.personId, name: `Name of ${me.personId}` },
      may: [],
      destination: { account: '20208 •••• 8001' },
    });
    for (const who of [auditor, me, await fixture.signIn(['moderator'])]) {
      const answer = await decide(one, 'approve', who);
      expect([answer.status, answer.body.ERROR.code]).toEqual([403, 'not-allowed']);
    }
    expect((await fixture.app.call('GET', CONSOLE_REFUNDS, { cookie: me.cookie })).status).toBe(403);
    expect((await fixture.app.call('GET', CONSOLE_REFUNDS)).status).toBe(401);
    expect((await decide(1, 'approve', first)).status).toBe(404);
  });

  test('the steps of a refund are never changed', async () => {
    const id = await asked();
    for (const statement of [
      `update refund_step set actor = 'x' where refund_id = ${id}`,
      `delete from refund_step where refund_id = ${id}`,
    ])
      await expect(fixture.database.pool.query(statement)).rejects.toMatchObject({ code: 'LG001' });
    // Not even by hand does anybody approve what is theirs.
    await expect(
      fixture.database.pool.query(
        `insert into refund_step (refund_id, person_id, action, actor) values (${id}, '${me.personId}', 'approved', '${me.personId}')`,
      ),
    ).rejects.toMatchObject({ code: '23514' });
  });
});
