import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsOfPerson } from '#server/domains/people/accounts/numbers/same-number.repository.ts';
import { createSignedInPerson } from '#server/domains/people/accounts/signed-in-person.ts';
import { SHIPPED_ISSUER } from '#server/identity/index.ts';
import type { Role } from '#shared/api/contract.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { startErasureApp, type Erasable, type ErasureApp } from '../../fixtures/erasure-app.ts';

let fixture: ErasureApp;
beforeAll(async () => {
  fixture = await startErasureApp();
}, 120_000);
afterAll(() => fixture?.close());

const pool = () => fixture.database.pool;
let count = 500;

/** A PINFL without an account. */
function freshPinfl(): string {
  const first = `3020280${String((count += 1)).padStart(6, '0')}`;
  return `${first}${pinflCheckDigit(first)}`;
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

test('whose number staff gave to somebody else by a false document inherits neither their debts nor their bars, once it was taken back', async () => {
  const stranger = await somebody();
  const number = freshPinfl();
  await changeNumber(stranger, number);
  await changeNumber(stranger, freshPinfl());
  // Its owner comes, and OneID vouches for them.
  const owner = await somebody(number);
  expect(await accountsOfPerson(fixture.database.db, owner.id)).toEqual([owner.id]);
});

test('a number that a service vouches for stays with the human, whatever staff have seen and taken back', async () => {
  const number = freshPinfl();
  const person = await somebody(number);
  await changeNumber(person, freshPinfl());
  const again = await somebody(number, { proven: false });
  expect(await accountsOfPerson(fixture.database.db, again.id)).toEqual([person.id, again.id].toSorted());
});

test('another name of who sells is decided by two, and voids neither number nor consent', async () => {
  const seller = await somebody();
  const { people, decisions } = fixture.office;
  const wish = { name: 'Nigora Aliyeva', reason: 'married last month' };
  const { id: requestId } = await people.editRequests.ask(seller.id, wish, '127.0.0.1');
  const proposed = { kind: 'correct-number', payload: { requestId } } as const;
  const made = await decisions.propose(proposed, WHY, await member());
  expect(made).toMatchObject({ outcome: 'done' });
  expect(await decisions.decide((made as { decisionId: number }).decisionId, await member())).toMatchObject({
    outcome: 'done',
  });
  const { rows } = await pool().query('select name, pinfl from person where id = $1', [seller.id]);
  expect(rows).toEqual([{ name: 'Nigora Aliyeva', pinfl: seller.pinfl }]);
  const { rows: facts } = await pool().query(
    `select facts from decision where payload ->> 'requestId' = $1`,
    [String(requestId)],
  );
  expect(JSON.stringify(facts)).toContain('name-after');
});
