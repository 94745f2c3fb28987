import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { accountChangesIn } from '../../fixtures/shut-account.ts';
import {
  GROUND,
  newPinfl,
  startNumberClaimsApp,
  type ClaimPerson,
  type NumberClaimsApp,
} from '../../fixtures/number-claims-app.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

let fixture: NumberClaimsApp;
let first: ClaimPerson;
let second: ClaimPerson;
beforeAll(async () => {
  fixture = await startNumberClaimsApp();
  first = await fixture.person({ roles: ['operator'] });
  second = await fixture.person({ roles: ['operator'] });
});
afterAll(() => fixture?.close());

/** Somebody who has the number, the claimant, and the claim that waits for staff. */
async function claimed({ site = true } = {}) {
  const number = newPinfl();
  const holder = await fixture.person({ pinfl: number, site });
  const claimant = await fixture.person({ site });
  return { number, holder, claimant, id: await fixture.submitted(claimant, number) };
}
const run = (statement: string, values: unknown[] = []) => fixture.database.pool.query(statement, values);

describe('a claim to a number', () => {
  test('is begun by who has confirmed a contact and has no number, for a number of somebody else', async () => {
    const number = newPinfl();
    const holder = await fixture.person({ pinfl: number });
    const claimant = await fixture.person();
    expect(await fixture.begin(await fixture.person({ confirmed: false }), number)).toBe(
      'number-claims.unconfirmed',
    );
    expect(await fixture.begin(await fixture.person({ pinfl: newPinfl() }), number)).toBe(
      'profile.id-is-set',
    );
    expect(await fixture.begin(claimant, newPinfl())).toBe('number-claims.free');
    expect(await fixture.begin(claimant, '70101990000016')).toBe('profile.pinfl');
    // Of a foreigner, with an unusual check digit.
    expect(await fixture.begin(claimant, '30101990000016')).toBe('number-claims.free');
    expect(await fixture.begin(claimant, '300000005')).toBe('profile.pinfl');

    // Two tabs at once: one claim.
    const both = await Promise.all([fixture.begin(claimant, number), fixture.begin(claimant, number)]);
    const begun = both.find((answer) => typeof answer === 'object');
    expect(both).toContain('number-claims.open');
    expect(begun).toMatchObject({ field: 'pinfl', number, state: 'draft', reason: null });
    // Nothing in it says whose account has the number.
    expect(JSON.stringify([begun, await fixture.mine(claimant)])).not.toContain(holder.id);

    expect(await fixture.own(claimant, begun.id, 'submit')).toBe('number-claims.no-evidence');
    expect(await fixture.own(holder, begun.id, 'withdraw')).toBe('not-found');
    expect((await fixture.addProof(holder, begun.id)).status).toBe(404);
    expect((await fixture.read(first, begun.id)).ERROR.code).toBe('not-found');
    expect(await fixture.decide(first, begun.id, 'reject')).toBe('not-found');
    expect((await fixture.addProof(claimant, begun.id)).status).toBe(200);
    expect((await fixture.own(claimant, begun.id, 'submit')).state).toBe('open');
    // What staff judge does not change any more.
    expect((await fixture.addProof(claimant, begun.id)).body.ERROR.code).toBe('number-claims.decided');
    expect((await fixture.own(claimant, begun.id, 'withdraw')).state).toBe('withdrawn');
    expect(await fixture.own(claimant, begun.id, 'submit')).toBe('number-claims.decided');

    for (let more = 0; more < 2; more += 1)
      await fixture.own(claimant, (await fixture.begin(claimant, number)).id, 'withdraw');
    expect(await fixture.begin(claimant, number)).toBe('number-claims.too-many');
  });

  test('is shown to staff with both accounts, its evidence and a bar, and the reading is recorded', async () => {
    const { id, holder, claimant, number } = await claimed();
    const auditor = await fixture.person({ roles: ['auditor'] });
    const barredUntil = tashkentDay(Date.now() + 30 * DAY_MS);
    await fixture.parts.sanctions.bar({
      kind: 'pinfl',
      value: number,
      person: { kind: 'natural', name: 'Sinov Shaxsi' },
      personId: holder.id,
      lotId: null,
      cause: 'collusion',
      reason: 'a test',
      by: 'rules',
      startDate: tashkentDay(Date.now()),
      endDate: barredUntil,
    });
    const seen = await fixture.read(first, id);
    expect(seen).toMatchObject({
      number,
      state: 'open',
      barredUntil,
      may: ['propose', 'reject'],
      claimantAccount: { id: claimant.id, phoneConfirmed: true, ties: [] },
      holders: [{ id: holder.id, disabled: false, ties: [] }],
      history: [{ action: 'begin' }, { action: 'submit' }],
    });
    expect(seen.evidence.map(({ name }: { name: string }) => name)).toEqual(['pasport.pdf']);
    const { rows } = await run(`select action, reason from person_action where person_id = $1`, [first.id]);
    expect(rows).toContainEqual({ action: 'claim-viewed', reason: `number-claim:${id}` });
    expect(await fixture.read(auditor, id)).toMatchObject({
      number: `**********${number.slice(-4)}`,
      may: [],
    });
    const list = await fixture.app.call('GET', '/api/console/number-claims', { cookie: first.cookie });
    expect(list.body.items.map((item: { id: number }) => item.id)).toContain(id);
    expect(JSON.stringify(list.body)).not.toContain(number);
  });

  test('is rejected by one person with a reason that the claimant reads', async () => {
    const { id, holder, claimant, number } = await claimed();
    expect(await fixture.decide(first, id, 'propose')).toMatchObject({ state: 'proposed' });
    expect(await fixture.decide(second, id, 'reject')).toMatchObject({ state: 'rejected', may: [] });
    expect(await fixture.mine(claimant)).toMatchObject([{ state: 'rejected', reason: GROUND }]);
    expect(await fixture.notices(claimant.id)).toEqual(['number-claim-rejected']);
    expect(await fixture.row(holder.id)).toEqual({ pinfl: number, shut: false });
    expect(await fixture.decide(first, id, 'propose')).toBe('number-claims.decided');
  });
});

describe('granting a claim', () => {
  test.each([
    ['dismissed', `update person set roles = '{}' where id = $1`],
    ['shut', 'update person set disabled_at = now() where id = $1'],
  ])('proposed by a colleague who was %s is refused, until another one proposes it', async (_what, leave) => {
    const { id, holder, number } = await claimed();
    const gone = await fixture.person({ roles: ['operator'] });
    await fixture.decide(gone, id, 'propose');
    await run(leave, [gone.id]);
    expect(await fixture.decide(second, id, 'approve')).toBe('asker-left');
    expect(await fixture.row(holder.id)).toEqual({ pinfl: number, shut: false });
    expect(await fixture.decide(second, id, 'return')).toMatchObject({ state: 'open' });
    await fixture.decide(first, id, 'propose');
    expect(await fixture.decide(second, id, 'approve')).toMatchObject({ state: 'granted' });
  });

  test('needs two persons, moves the number, shuts the account that had it and ends its sessions', async () => {
    const { id, holder, claimant, number } = await claimed();
    expect(await fixture.decide(first, id, 'approve')).toBe('number-claims.decided');
    expect(await fixture.decide(first, id, 'propose')).toMatchObject({ may: ['return', 'reject'] });
    expect(await fixture.decide(first, id, 'approve')).toBe('number-claims.second-person');
    const answer = await fixture.decide(second, id, 'approve');
    expect(answer).toMatchObject({
      state: 'granted',
      may: [],
      holders: [{ id: holder.id, disabled: true }],
      history: [{}, {}, { action: 'propose', note: GROUND }, { action: 'approve' }],
    });
    expect(await fixture.row(holder.id)).toEqual({ pinfl: null, shut: true });
    expect(await fixture.row(claimant.id)).toEqual({ pinfl: number, shut: false });
    const change = await run(
      `select two_persons, asked_by, decided_by from account_change where person_id = $1`,
      [holder.id],
    );
    expect(change.rows).toEqual([{ two_persons: true, asked_by: first.id, decided_by: second.id }]);
    const { rows: site } = await run(
      `select a.pinfl, a.disabled_at is not null as shut from identity_account a
       join person p on p.subject = a.id::text where p.id in ($1, $2) order by a.pinfl nulls first`,
      [holder.id, claimant.id],
    );
    expect(site).toEqual([
      { pinfl: null, shut: true },
      { pinfl: number, shut: false },
    ]);
    const gone = await fixture.app.call('GET', '/api/shop/profile/number-claims', { cookie: holder.cookie });
    expect([gone.status, gone.body.ERROR.code]).toEqual([401, 'account-disabled']);
    expect(await fixture.mine(claimant)).toMatchObject([{ state: 'granted' }]);
    expect(await fixture.notices(holder.id)).toEqual(['number-moved-away']);
    expect(await fixture.notices(claimant.id)).toEqual(['number-claim-granted']);
    const { rows } = await run(
      'select kind, state, evidence, reason from account_change where person_id = $1',
      [holder.id],
    );
    expect(rows).toEqual([
      { kind: 'disable', state: 'carried-out', evidence: `number-claim:${id}`, reason: GROUND },
    ]);
    const { rows: events } = await run(
      `select topic from outbox where payload ->> 'personId' = $1 order by id`,
      [holder.id],
    );
    expect(events.map(({ topic }) => topic)).toEqual(
      expect.arrayContaining(['accounts.disabled', 'accounts.sessions-over']),
    );
  });

  test('counts two accounts of one person as one, and neither the claimant nor who has the number decides', async () => {
    const { id, number } = await claimed();
    const [one, other] = [
      await fixture.person({ roles: ['operator'] }),
      await fixture.person({ roles: ['operator'] }),
    ];
    await run(
      `insert into staff_attestation (person_id, pinfl, document, reason)
       select $2, pinfl, document, reason from staff_attestation where person_id = $1`,
      [one.id, other.id],
    );
    expect(await fixture.decide(one, id, 'propose')).toMatchObject({ state: 'proposed' });
    expect(await fixture.decide(other, id, 'approve')).toBe('conflict-of-interest');
    const party = await fixture.person({ roles: ['operator'], pinfl: number });
    expect(await fixture.decide(party, id, 'approve')).toBe('conflict-of-interest');
    // Judged again under the locks: a phone or a number may have become common meanwhile.
    await expect(fixture.grantBy(other, id)).rejects.toMatchObject({ code: 'number-claims.second-person' });
    await expect(fixture.grantBy(party, id)).rejects.toMatchObject({ code: 'conflict-of-interest' });
    expect(await fixture.row(party.id)).toEqual({ pinfl: number, shut: false });
  });

  test('is refused with the reasons while the account has money, an application, an order or a debt', async () => {
    const { id, holder } = await claimed();
    await run(
      `insert into customer_order (person_id, request_id, status) values ($1, gen_random_uuid(), 'created')`,
      [holder.id],
    );
    await createWallet(fixture.database.db).topUp({
      personId: holder.id,
      amountTiyin: 100_00,
      provider: 'test',
      reference: 'a test',
      key: holder.id,
      actor: 'system',
      reason: 'a test',
    });
    const answer = await fixture.app.call('POST', `/api/console/number-claims/${id}/propose`, {
      cookie: first.cookie,
      body: { reason: GROUND },
    });
    expect([answer.status, answer.body.ERROR.code, answer.body.ERROR.details]).toEqual([
      409,
      'number-claims.tied',
      { ties: ['money', 'order'] },
    ]);
    expect((await fixture.read(second, id)).holders[0].ties).toEqual(['money', 'order']);

    // Between the two persons the account was offered a role.
    const later = await claimed();
    expect(await fixture.decide(first, later.id, 'propose')).toMatchObject({ state: 'proposed' });
    await run(`update person set offered_roles = '{operator}' where id = $1`, [later.holder.id]);
    expect(await fixture.decide(second, later.id, 'approve')).toBe('number-claims.tied');
    expect(await fixture.row(later.holder.id)).toEqual({ pinfl: later.number, shut: false });
  });

  test('of two members of staff at once succeeds once', async () => {
    const { id, holder, claimant } = await claimed();
    const third = await fixture.person({ roles: ['administrator'] });
    await fixture.decide(first, id, 'propose');
    const client = await fixture.database.pool.connect();
    await client.query('begin');
    await client.query('select from number_claim where id = $1 for update', [id]);
    const both = Promise.all([fixture.decide(second, id, 'approve'), fixture.decide(third, id, 'approve')]);
    await waitsForLock(fixture.database, 2);
    await client.query('commit');
    client.release();
    const answers = await both;
    expect(answers.map((answer) => answer.state ?? answer).toSorted()).toEqual([
      'granted',
      'number-claims.decided',
    ]);
    expect(await fixture.notices(claimant.id)).toEqual(['number-claim-granted']);
    expect(await fixture.notices(holder.id)).toEqual(['number-moved-away']);
  });

  test('of two claimants gives the number to the first, and the second is looked at again', async () => {
    const { id, claimant, number, holder } = await claimed();
    const rival = await fixture.person({ site: true });
    const other = await fixture.submitted(rival, number);
    await fixture.decide(first, id, 'propose');
    await fixture.decide(first, other, 'propose');
    const third = await fixture.person({ roles: ['operator'] });
    const answers = await Promise.all([
      fixture.decide(second, id, 'approve'),
      fixture.decide(third, other, 'approve'),
    ]);
    const states = answers.map((answer) => answer.state ?? answer);
    expect(states.toSorted()).toEqual(['granted', 'number-claims.holder-changed']);
    const [winner, loser, left] = states[0] === 'granted' ? [claimant, rival, other] : [rival, claimant, id];
    expect(await fixture.row(winner.id)).toEqual({ pinfl: number, shut: false });
    expect(await fixture.row(loser.id)).toEqual({ pinfl: null, shut: false });
    expect(await fixture.row(holder.id)).toEqual({ pinfl: null, shut: true });
    expect(await fixture.decide(third, left, 'return')).toMatchObject({
      state: 'open',
      holders: [{ id: winner.id }],
    });
  });

  test('works for a holder who is shut meanwhile, for one who never signed in, and for a number that is free by now', async () => {
    const shut = await claimed({ site: false });
    await fixture.decide(first, shut.id, 'propose');
    await accountChangesIn(fixture.database, fixture.app.sessions).byCommand(shut.holder.id, {
      kind: 'disable',
      role: null,
      reason: 'by a colleague',
      evidence: 'a test',
    });
    expect(await fixture.decide(second, shut.id, 'approve')).toMatchObject({ state: 'granted' });
    expect(await fixture.row(shut.holder.id)).toEqual({ pinfl: null, shut: true });
    expect(await fixture.notices(shut.holder.id)).toEqual(['account-disabled', 'number-moved-away']);

    const number = newPinfl();
    const atSite = await fixture.siteAccount('+998947770001', number);
    const claimant = await fixture.person({ site: true });
    const id = await fixture.submitted(claimant, number);
    await fixture.decide(first, id, 'propose');
    expect(await fixture.decide(second, id, 'approve')).toMatchObject({ state: 'granted' });
    const { rows } = await run(
      'select pinfl, disabled_at is not null as shut from identity_account where id = $1',
      [atSite],
    );
    expect(rows).toEqual([{ pinfl: null, shut: true }]);
    expect(await fixture.row(claimant.id)).toEqual({ pinfl: number, shut: false });

    const free = await claimed();
    await run('update person set pinfl = null where id = $1', [free.holder.id]);
    await run('update identity_account set pinfl = null where pinfl = $1', [free.number]);
    expect(await fixture.decide(first, free.id, 'propose')).toMatchObject({ holders: [] });
    expect(await fixture.decide(second, free.id, 'approve')).toMatchObject({ state: 'granted' });
    expect(await fixture.row(free.claimant.id)).toEqual({ pinfl: free.number, shut: false });
    expect(await fixture.row(free.holder.id)).toEqual({ pinfl: null, shut: false });
  });

  test('is refused for a claimant who is shut, or has a number by now', async () => {
    const shut = await claimed();
    await fixture.decide(first, shut.id, 'propose');
    await run('update person set disabled_at = now() where id = $1', [shut.claimant.id]);
    expect(await fixture.decide(second, shut.id, 'approve')).toBe('number-claims.shut');
    const numbered = await claimed();
    await fixture.decide(first, numbered.id, 'propose');
    await run('update person set pinfl = $1 where id = $2', [newPinfl(), numbered.claimant.id]);
    expect(await fixture.decide(second, numbered.id, 'approve')).toBe('profile.id-is-set');
    expect(await fixture.row(numbered.holder.id)).toEqual({ pinfl: numbered.number, shut: false });
  });
});
