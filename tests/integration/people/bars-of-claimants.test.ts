import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignedInPerson } from '#server/domains/people/accounts/signed-in-person.ts';
import { SHIPPED_ISSUER } from '#server/identity/index.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { startErasureApp, type Erasable, type ErasureApp } from '../../fixtures/erasure-app.ts';

let fixture: ErasureApp;
beforeAll(async () => {
  fixture = await startErasureApp();
}, 120_000);
afterAll(() => fixture?.close());

const pool = () => fixture.database.pool;
let count = 700;
function freshPinfl(): string {
  const first = `3020280${String((count += 1)).padStart(6, '0')}`;
  return `${first}${pinflCheckDigit(first)}`;
}
const signedIn = ({ account: subject, kind, name, phone, email, pinfl, stir, language }: Erasable) =>
  createSignedInPerson(
    fixture.database.db,
    fixture.office.personNumbers,
  )({ issuer: SHIPPED_ISSUER, subject, kind, name, phone, email, pinfl, stir, language });
const barredUntil = ({ id }: Pick<Erasable, 'id'>) => fixture.office.sanctions.personBarredUntil(id);

test('a barred person whose number OneID vouches for is not free of the bar with a second account that claims the number', async () => {
  const { database, office } = fixture;
  // One human: OneID vouches for the number of the first account, and the document of the claim is their own.
  const holder = await fixture.person({ pinfl: freshPinfl() });
  await pool().query(
    `insert into identity_proven_number (field, value, account_id, way, proven_at)
     values ('pinfl', $1, $2, 'oneid', now())`,
    [holder.pinfl, holder.account],
  );
  await signedIn(holder);
  expect(await barredUntil(holder)).toBeNull();
  await office.sanctions.bar({
    kind: 'pinfl',
    value: holder.pinfl,
    person: { kind: 'natural', name: 'Sinov Shaxsi' },
    personId: holder.id,
    lotId: null,
    cause: 'collusion',
    reason: 'a test',
    by: 'rules',
    startDate: tashkentDay(Date.now()),
    endDate: tashkentDay(Date.now() + 30 * DAY_MS),
  });
  expect(await barredUntil(holder)).not.toBeNull();
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
      evidence: 'claim:7',
    });
  });
  expect(await barredUntil(claimant)).not.toBeNull();
});
