import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DESK, refundStand, type RefundStand, type Signed } from '../support/refund-stand.ts';

let stand: RefundStand;
let me: Signed;
let first: Signed;
let second: Signed;

beforeAll(async () => {
  stand = await refundStand();
});
afterAll(() => stand.close());
beforeEach(async () => {
  me = await stand.signIn();
  first = await stand.signIn(['operator']);
  second = await stand.signIn(['administrator']);
  await stand.credit(me.personId, 100_000_00);
});

const ask = (body: object = {}, cookie = me.cookie) => stand.ask({ cookie }, body);
const asked = (body: object = {}) => stand.asked(me, body);
const decide: RefundStand['decide'] = (...decision) => stand.decide(...decision);
const read = (id: number) => stand.read(id, me);
const money = () => stand.money(me);
const told = () => stand.told(me);

describe('staff', () => {
  test('of a large sum two people approve, never the same one twice', async () => {
    const id = await asked({ amountTiyin: 10_000_01 });
    expect((await decide(id, 'approve', first)).body).toMatchObject({
      ...{ status: 'under-review', approvalsNeeded: 2, may: ['refuse'] },
    });
    const again = await decide(id, 'approve', first);
    expect([again.status, again.body.ERROR.code]).toEqual([409, 'refunds.second-person']);
    expect(await money()).toMatchObject({ heldTiyin: 10_000_01 });
    expect((await decide(id, 'approve', second)).body.status).toBe('sent-to-bank');
    // Pressed twice by the one whose approval sent it.
    expect((await decide(id, 'approve', second)).body.status).toBe('sent-to-bank');
  });

  test('of a large sum asked for in parts two people approve the part that makes it large', async () => {
    const parts = [await asked(), await asked({ amountTiyin: 5_000_01 })];
    const needed = async (id: number) => (await decide(id, 'approve', first)).body.approvalsNeeded;
    expect([await needed(parts[0]!), await needed(parts[1]!)]).toEqual([1, 2]);
    // What is over without money having left does not count, nor does what was asked for long ago.
    await decide(parts[1]!, 'refuse', first, { reason: 'In one piece, please' });
    expect(await needed(await asked())).toBe(1);
    expect(await needed(await asked({ amountTiyin: 1_000_00 }))).toBe(2);
    await stand.database.pool.query(
      `update refund set created_at = created_at - interval '25 hours' where person_id = $1`,
      [me.personId],
    );
    expect(await needed(await asked())).toBe(1);
  });

  test('approving at the same moment, two people send a large sum once', async () => {
    const id = await asked({ amountTiyin: 20_000_00 });
    const answers = await Promise.all([decide(id, 'approve', first), decide(id, 'approve', second)]);
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual(['sent-to-bank', 'under-review']);
    const { rows } = await stand.database.pool.query(
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
    const owner = await stand.signIn(['operator']);
    await stand.credit(owner.personId, 50_000_00);
    const id = (await ask({}, owner.cookie)).body.id;
    for (const [what, body] of [
      ['approve', undefined],
      ['refuse', { reason: 'because' }],
      ['paid', { bankDocument: '1' }],
      ['returned', { reason: 'because' }],
    ] as const) {
      const answer = await decide(id, what, owner, body);
      expect([answer.status, answer.body.ERROR.code], what).toEqual([403, 'refunds.own']);
    }
    const { body } = await stand.app.call('GET', `${DESK}?size=100`, { cookie: owner.cookie });
    expect(body.items.find((each: { id: number }) => each.id === id).may).toEqual([]);
  });

  test('refuse with a reason, and the money is free again', async () => {
    const id = await asked();
    expect((await decide(id, 'refuse', first, { reason: '' })).status).toBe(400);
    expect((await decide(id, 'refuse', first, { reason: 'The account is closed' })).body).toMatchObject({
      ...{ status: 'rejected', reason: 'The account is closed', may: [] },
    });
    expect(await money()).toEqual({ availableTiyin: 100_000_00, heldTiyin: 0 });
    expect(await told()).toEqual(['refund-requested', 'refund-refused']);
    for (const what of ['approve', 'refuse', 'paid', 'returned']) {
      const body = {
        refuse: { reason: 'again' },
        returned: { reason: 'again' },
        paid: { bankDocument: '1' },
      }[what];
      expect((await decide(id, what, second, body)).status, what).toBe(409);
    }
  });

  test('note what the bank sent back', async () => {
    const id = await asked();
    expect((await decide(id, 'returned', first, { reason: 'Too early' })).status).toBe(409);
    await decide(id, 'approve', first);
    await decide(id, 'returned', second, { reason: 'No such account' });
    expect(await read(id)).toMatchObject({ status: 'rejected', reason: 'No such account' });
    expect(await money()).toEqual({ availableTiyin: 100_000_00, heldTiyin: 0 });
  });

  test('are told what waits, the oldest first, and may look without deciding as auditors', async () => {
    const [one, two] = [await asked(), await asked()];
    const auditor = await stand.signIn(['auditor']);
    const { body } = await stand.app.call('GET', `${DESK}?size=100`, { cookie: auditor.cookie });
    const ids = body.items.map(({ id }: { id: number }) => id);
    expect(ids.indexOf(one)).toBeLessThan(ids.indexOf(two));
    expect(body.items.find(({ id }: { id: number }) => id === one)).toMatchObject({
      person: { id: me.personId, name: `Name of ${me.personId}` },
      may: [],
      destination: { account: '20208 •••• 8001' },
    });
    for (const who of [auditor, me, await stand.signIn(['moderator'])]) {
      const answer = await decide(one, 'approve', who);
      expect([answer.status, answer.body.ERROR.code]).toEqual([403, 'not-allowed']);
    }
    expect((await stand.app.call('GET', DESK, { cookie: me.cookie })).status).toBe(403);
    expect((await stand.app.call('GET', DESK)).status).toBe(401);
    expect((await decide(1, 'approve', first)).status).toBe(404);
  });

  test('the steps of a refund are never changed', async () => {
    const id = await asked();
    for (const statement of [
      `update refund_step set actor = 'x' where refund_id = ${id}`,
      `delete from refund_step where refund_id = ${id}`,
    ])
      await expect(stand.database.pool.query(statement)).rejects.toMatchObject({ code: 'LG001' });
    // Not even by hand does anybody approve what is theirs.
    await expect(
      stand.database.pool.query(
        `insert into refund_step (refund_id, person_id, action, actor) values (${id}, '${me.personId}', 'approved', '${me.personId}')`,
      ),
    ).rejects.toMatchObject({ code: '23514' });
  });
});
