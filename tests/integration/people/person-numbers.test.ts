import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountsOfPerson, actedUnderNumber } from '#server/domains/people/accounts/index.ts';
import { createSignedInPerson } from '#server/domains/people/accounts/signed-in-person.ts';
import { openDirectory, SHIPPED_ISSUER } from '#server/identity/index.ts';
import { createPrepareBar } from '#server/workflows/people/debar-buyer.ts';
import type { Role } from '#shared/api/contract.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { startErasureApp, type Erasable, type ErasureApp } from '../../fixtures/erasure-app.ts';
import { sampleOrders } from '../../fixtures/order-samples.ts';
import { sampleSettlements } from '../../fixtures/settlement-samples.ts';

let fixture: ErasureApp;
beforeAll(async () => {
  fixture = await startErasureApp();
}, 120_000);
afterAll(() => fixture?.close());

const pool = () => fixture.database.pool;
let count = 300;

/** A PINFL without an account. @param unusual with the check digit of no number issued here, as foreigners may have */
function freshPinfl({ unusual = false } = {}): string {
  const first = `3020280${String((count += 1)).padStart(6, '0')}`;
  const digit = pinflCheckDigit(first);
  return `${first}${unusual ? (digit + 1) % 10 : digit}`;
}

const signIn = ({ account: subject, kind, name, phone, email, pinfl, stir, language }: Erasable) =>
  createSignedInPerson(
    fixture.database.db,
    fixture.office.personNumbers,
  )({ issuer: SHIPPED_ISSUER, subject, kind, name, phone, email, pinfl, stir, language });

/** Somebody who has signed in. @param proven OneID vouches for the number */
async function somebody(pinfl = freshPinfl(), { proven = true } = {}): Promise<Erasable> {
  const who = await fixture.person({ pinfl });
  if (proven)
    await pool().query(
      `insert into identity_proven_number (field, value, account_id, way, proven_at)
       values ('pinfl', $1, $2, 'oneid', now())`,
      [pinfl, who.account],
    );
  await signIn(who);
  return who;
}

async function erase(who: Erasable): Promise<void> {
  await fixture.call(who, 'ask');
  await fixture.due(who.id);
  expect((await fixture.office.eraseDue.round()).done).toBe(1);
}

const WHY = { reason: 'the number was mistyped', document: 'Passport AA 1234567' };
async function member(): Promise<{ personId: string; roles: Role[]; address: string }> {
  const { id: personId } = await fixture.person();
  await pool().query(`update person set roles = '{operator}' where id = $1`, [personId]);
  return { personId, roles: ['operator'], address: '127.0.0.1' };
}

/** Asked for by its owner, proposed by one member of staff. */
async function proposed(who: Pick<Erasable, 'id'>, pinfl: string) {
  const { people, decisions } = fixture.office;
  const wish = { nationalId: pinfl, reason: 'the number was wrong' };
  const { id: requestId } = await people.editRequests.ask(who.id, wish, '127.0.0.1');
  return decisions.propose({ kind: 'correct-number', payload: { requestId } }, WHY, await member());
}

async function changeNumber(who: Pick<Erasable, 'id'>, pinfl: string): Promise<void> {
  const answer = await proposed(who, pinfl);
  if (answer.outcome !== 'done') throw new Error(JSON.stringify(answer));
  const decided = await fixture.office.decisions.decide(answer.decisionId, await member());
  expect(decided).toMatchObject({ outcome: 'done' });
}

const day = (ms: number) => tashkentDay(Date.now() + ms);
async function bar(who: Pick<Erasable, 'id' | 'pinfl'>): Promise<void> {
  await fixture.office.sanctions.bar({
    kind: 'pinfl',
    value: who.pinfl,
    person: { kind: 'natural', name: 'Sinov Shaxsi' },
    personId: who.id,
    lotId: null,
    cause: 'collusion',
    reason: 'a test',
    by: 'rules',
    startDate: day(0),
    endDate: day(30 * DAY_MS),
  });
}
const barredUntil = (who: Pick<Erasable, 'id'>) => fixture.office.sanctions.personBarredUntil(who.id);

async function withdrawn(who: Erasable): Promise<void> {
  await sampleOrders(fixture.database, (await fixture.person()).id);
  await actedUnderNumber(fixture.database.db, who.id);
  await pool().query(
    `insert into order_withdrawal (order_id, person_id, count, multiple, penalty_tiyin)
     select max(id), $1, 1, 0, 0 from customer_order o
     where not exists (select from order_withdrawal w where w.order_id = o.id)`,
    [who.id],
  );
}

describe('a bar', () => {
  test('follows who changes the number, and finds an account that is made with the number before', async () => {
    const who = await somebody();
    await bar(who);
    expect(await barredUntil(who)).toBe(day(30 * DAY_MS));
    await changeNumber(who, freshPinfl());
    expect(await barredUntil(who)).toBe(day(30 * DAY_MS));
    const again = await somebody(who.pinfl, { proven: false });
    expect(await barredUntil(again)).toBe(day(30 * DAY_MS));
  });

  test('under a later number finds who comes back with an earlier one after an erasure', async () => {
    const who = await somebody();
    const later = freshPinfl();
    await changeNumber(who, later);
    await bar({ id: who.id, pinfl: later });
    await erase(who);
    expect(await barredUntil(await somebody(who.pinfl))).toBe(day(30 * DAY_MS));
    expect(await barredUntil(await somebody())).toBeNull();
  });

  test('is made of a person whose number has an unusual check digit, by the rules and by staff', async () => {
    const who = await somebody(freshPinfl({ unusual: true }));
    const { accounts, bars, sanctions } = fixture.office;
    const found = await bars.proposing.find({ by: 'pinfl', value: who.pinfl }, null);
    expect(found).toMatchObject({ personId: who.id });
    const prepare = createPrepareBar({
      settlement: async () => ({ person_id: who.id, lot_id: 1, barred_months: 6 }) as never,
      person: (id) => accounts.byId(id),
      sanctions: { prepare: (asked) => sanctions.prepare({ ...asked, lotId: null }) },
    });
    const write = await prepare(1, 'default');
    await write?.(fixture.database.db);
    expect(await barredUntil(who)).not.toBeNull();
  });
});

describe('the penalties of withdrawals', () => {
  test('go on for who erased the account and registers with the same number', async () => {
    const who = await somebody();
    await withdrawn(who);
    expect(await fixture.office.orderWithdrawals.next(who.id)).toMatchObject({ count: 2 });
    await erase(who);
    const again = await somebody(who.pinfl);
    expect(await fixture.office.orderWithdrawals.next(again.id)).toMatchObject({ count: 2 });
  });

  test('go on where the number was only stated, because it was withdrawn in its name', async () => {
    const who = await somebody(freshPinfl(), { proven: false });
    await withdrawn(who);
    await erase(who);
    const again = await somebody(who.pinfl, { proven: false });
    expect(await fixture.office.orderWithdrawals.next(again.id)).toMatchObject({ count: 2 });
  });
});

describe('a number that was only stated', () => {
  test('ties no one to an account that stated the number of somebody else', async () => {
    const number = freshPinfl();
    const squatter = await somebody(number, { proven: false });
    await changeNumber(squatter, freshPinfl());
    const owner = await somebody(number);
    expect(await accountsOfPerson(fixture.database.db, owner.id)).toEqual([owner.id]);
  });

  test('given to its owner by staff is forgotten in the account that had it', async () => {
    const { database, office } = fixture;
    const holder = await somebody(freshPinfl(), { proven: false });
    await actedUnderNumber(database.db, holder.id);
    const [claimant, staff] = [await fixture.person(), await fixture.person()];
    await pool().query('update person set pinfl = null where id = $1', [claimant.id]);
    await pool().query('update identity_account set pinfl = null where id = $1', [claimant.account]);
    const proposedBy = (await fixture.person()).id;
    const move = { claimantId: claimant.id, field: 'pinfl', number: holder.pinfl } as const;
    await database.db.transaction().execute(async (tx) => {
      const locked = await office.numberMoves.lock(tx, { ...move, holderIds: [holder.id] });
      if (locked.outcome !== 'locked') throw new Error(locked.outcome);
      const by = { personId: staff.id, name: 'Xodim' };
      await office.numberMoves.move(tx, locked, {
        ...move,
        by,
        proposedBy,
        reason: 'a document',
        evidence: 'claim:1',
      });
    });
    expect(await accountsOfPerson(database.db, claimant.id)).toEqual([claimant.id]);
  });
});

describe('a correction of a number', () => {
  test('takes bars along, frees the number that was only stated, and voids consent and keys', async () => {
    const { people, sanctions, directory, offerConsent } = {
      ...fixture.office,
      directory: openDirectory(fixture.database),
    };
    const who = await somebody(freshPinfl(), { proven: false });
    await bar(who);
    await signed(who.id);
    expect(await offerConsent.inForce(who.id)).toBe(true);
    const number = freshPinfl();
    await changeNumber(who, number);
    expect(await people.profile.read(who.id)).toMatchObject({ pinfl: number });
    expect(await directory.byId(who.account)).toMatchObject({ pinfl: number });
    const [decision] = (await pool().query('select facts from decision order by id desc limit 1')).rows;
    expect(JSON.stringify(decision.facts)).toContain(day(30 * DAY_MS));
    expect(JSON.stringify(decision.facts)).not.toMatch(/\d{14}/);
    expect(await sanctions.barredUntil('pinfl', number)).toBe(day(30 * DAY_MS));
    expect(await sanctions.barredUntil('pinfl', who.pinfl)).toBeNull();
    expect(await barredUntil(await somebody(who.pinfl))).toBeNull();
    expect(await offerConsent.inForce(who.id)).toBe(false);
    const keys = await pool().query(
      'select serial from person_certificate where person_id = $1 and removed_at is null',
      [who.id],
    );
    expect(keys.rows).toEqual([]);
  });

  test('leaves a bar on the number that a document had proven, and the human is barred under the new one', async () => {
    const who = await somebody(freshPinfl(), { proven: false });
    const documented = { id: who.id, pinfl: freshPinfl() };
    await changeNumber(who, documented.pinfl);
    await bar(documented);
    await changeNumber(who, freshPinfl());
    expect(await barredUntil(who)).toBe(day(30 * DAY_MS));
    const again = await somebody(documented.pinfl, { proven: false });
    expect(await barredUntil(again)).toBe(day(30 * DAY_MS));
    expect(await accountsOfPerson(fixture.database.db, again.id)).toEqual([again.id]);
  });

  test('waits for what is under way in the name of the number before', async () => {
    const who = await somebody();
    await sampleSettlements(fixture.database, who.id);
    expect(await proposed(who, freshPinfl())).toEqual({ outcome: 'not-now', why: 'still-trading' });
  });

  test('is not for a number that another account has, also when that one came later', async () => {
    const [who, other] = [await somebody(), await somebody()];
    const decisions = fixture.office.decisions;
    expect(await proposed(who, other.pinfl)).toEqual({ outcome: 'not-now', why: 'number-taken' });
    const third = await somebody();
    const free = freshPinfl();
    const open = await proposed(third, free);
    if (open.outcome !== 'done') throw new Error(open.outcome);
    await somebody(free);
    expect(await decisions.decide(open.decisionId, await member())).toEqual({
      outcome: 'not-now',
      why: 'number-taken',
    });
  });

  test('moves the number of a person who becomes an organisation to the other column', async () => {
    const who = await somebody();
    const { people, decisions, accounts } = fixture.office;
    const wish = {
      kind: 'legal',
      name: '«Namuna» MChJ',
      nationalId: '209876543',
      reason: 'now a firm',
    } as const;
    const { id: requestId } = await people.editRequests.ask(who.id, wish, '127.0.0.1');
    const answer = await decisions.propose(
      { kind: 'correct-number', payload: { requestId } },
      WHY,
      await member(),
    );
    if (answer.outcome !== 'done') throw new Error(answer.outcome);
    expect(await decisions.decide(answer.decisionId, await member())).toMatchObject({ outcome: 'done' });
    expect(await accounts.byId(who.id)).toMatchObject({ kind: 'legal', pinfl: null, stir: '209876543' });
  });
});

/** The offer in force is signed, with a key that is still there. */
async function signed(personId: string): Promise<void> {
  await pool().query(
    `insert into consent_version (version, effective_on, deadline_on, offer, contract, added_by)
     values (1, current_date - 9, current_date + 9, '{}', '{}', 'test') on conflict do nothing`,
  );
  const { rows } = await pool().query<{ id: number }>(
    `insert into signed_document (request_id, person_id, kind, subject, language, document, sha256, pkcs7, signer,
       certificate_serial, owner_name, owner_kind, facts, signed_at)
     values (gen_random_uuid(), $1, 'consent', '1', 'uz', '', repeat('a', 64), '', 'e-imzo', 's', 'o', 'natural', '{}', now())
     returning id`,
    [personId],
  );
  await pool().query(
    `insert into person_certificate (person_id, serial, owner_name, kind, valid_from, valid_to)
     values ($1, 's', 'o', 'natural', now(), now())`,
    [personId],
  );
  await pool().query(
    'insert into consent_answer (person_id, version, agreed, document_id) select $1, max(version), true, $2 from consent_version',
    [personId, rows[0]!.id],
  );
}

test('accounts of earlier releases are looked at by a job', async () => {
  const { database, office } = fixture;
  const who = await fixture.person();
  await office.rememberUnseen();
  const rows = () => pool().query('select number_hash from person_number where person_id = $1', [who.id]);
  const { rows: stored } = await rows();
  expect(stored).toEqual([{ number_hash: office.personNumbers.hash.of('pinfl', who.pinfl) }]);
  await office.personNumbers.remember(database.db, who.id);
  expect((await rows()).rows).toEqual(stored);
});
