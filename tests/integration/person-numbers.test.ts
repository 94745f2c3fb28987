import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountsOfPerson, actedUnderNumber } from '#server/domains/accounts/index.ts';
import { createSignedInPerson } from '#server/domains/accounts/signed-in-person.ts';
import { SHIPPED_ISSUER } from '#server/integrations/sign-in/index.ts';
import { createPrepareBar } from '#server/workflows/index.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { startErasureApp, type Erasable, type ErasureApp } from '../fixtures/erasure-app.ts';
import { sampleOrders } from '../fixtures/order-samples.ts';

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

async function changeNumber(who: Erasable, pinfl: string): Promise<void> {
  const { editRequests } = fixture.office.people;
  const staff = { personId: (await fixture.person()).id, address: '127.0.0.1' };
  const asked = await editRequests.ask(
    who.id,
    { nationalId: pinfl, reason: 'the number was wrong' },
    '127.0.0.1',
  );
  await editRequests.approve(asked.id, staff);
}

const day = (ms: number) => tashkentDay(Date.now() + ms);
async function bar(who: Pick<Erasable, 'id' | 'pinfl'>): Promise<void> {
  await fixture.office.sanctions.bar({
    ...{ kind: 'pinfl', value: who.pinfl, person: { kind: 'natural', name: 'Sinov Shaxsi' } },
    ...{ personId: who.id, lotId: null, cause: 'collusion', reason: 'a test', by: 'rules' },
    ...{ startDate: day(0), endDate: day(30 * DAY_MS) },
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
    const found = await bars.proposing.find({ by: 'pinfl', value: who.pinfl });
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
    const move = { claimantId: claimant.id, field: 'pinfl', number: holder.pinfl } as const;
    await database.db.transaction().execute(async (tx) => {
      const locked = await office.numberMoves.lock(tx, { ...move, holderIds: [holder.id] });
      if (locked.outcome !== 'locked') throw new Error(locked.outcome);
      const by = { personId: staff.id, name: 'Xodim' };
      await office.numberMoves.move(tx, locked, { ...move, by, reason: 'a document', evidence: 'claim:1' });
    });
    expect(await accountsOfPerson(database.db, claimant.id)).toEqual([claimant.id]);
  });
});

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
