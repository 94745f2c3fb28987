import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignedInPerson } from '#server/domains/people/accounts/signed-in-person.ts';
import { SHIPPED_ISSUER } from '#server/identity/index.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { startErasureApp, type ErasureApp } from '../../fixtures/erasure-app.ts';

let fixture: ErasureApp;
beforeAll(async () => {
  fixture = await startErasureApp();
}, 120_000);
afterAll(() => fixture?.close());

const barredUntil = (id: string) => fixture.office.sanctions.personBarredUntil(id);

test('a barred person whose number a document had proven is not free of the bar with a second account that claims the number', async () => {
  const { database, office } = fixture;
  const first = '3020280000981';
  // One human: staff have seen the document of the first account, and the document of the claim is the same.
  const holder = await fixture.person({ pinfl: `${first}${pinflCheckDigit(first)}` });
  const { account: subject, kind, name, phone, email, pinfl, stir, language } = holder;
  await createSignedInPerson(
    database.db,
    office.personNumbers,
  )({ issuer: SHIPPED_ISSUER, subject, kind, name, phone, email, pinfl, stir, language });
  await database.db
    .transaction()
    .execute((tx) => office.personNumbers.proven(tx, holder.id, 'pinfl', holder.pinfl));
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
  expect(await barredUntil(holder.id)).not.toBeNull();
  const [claimant, staff] = [await fixture.person(), await fixture.person()];
  await database.pool.query('update person set pinfl = null where id = $1', [claimant.id]);
  await database.pool.query('update identity_account set pinfl = null where id = $1', [claimant.account]);
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
  expect(await barredUntil(claimant.id)).not.toBeNull();
});
