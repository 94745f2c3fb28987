import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSignedInPerson } from '#server/domains/people/accounts/signed-in-person.ts';
import { createConsents, createSignatures } from '#server/domains/people/signatures/create-signatures.ts';
import type { Signatory } from '#server/domains/people/signatures/signatures.policy.ts';
import { openESignature, type Signing } from '#server/integrations/e-signature/index.ts';
import type { Role } from '#shared/api/contract.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { startErasureApp, type Erasable, type ErasureApp } from '../../fixtures/erasure-app.ts';

const PASSWORD = 'tulip-river-42';
const ADDRESS = '127.0.0.1';

let fixture: ErasureApp;
let development: NonNullable<Signing['development']>;
let port: Signing['port'];
beforeAll(async () => {
  fixture = await startErasureApp();
  const { config, redis, logger } = fixture.base;
  const signing = openESignature({ config, db: fixture.database.db, redis, logger });
  development = signing.development!;
  port = signing.port;
  // The deadline of the shipped offer is long over: only a signature is consent.
  await fixture.database.pool.query(`update consent_version set deadline_on = current_date - 1`);
}, 120_000);
afterAll(() => fixture?.close());

let count = 800;
/** A PINFL without an account. */
function freshPinfl(): string {
  const first = `3020280${String((count += 1)).padStart(6, '0')}`;
  return `${first}${pinflCheckDigit(first)}`;
}

async function member(): Promise<{ personId: string; roles: Role[]; address: string }> {
  const { id: personId } = await fixture.person();
  await fixture.database.pool.query(`update person set roles = '{operator}' where id = $1`, [personId]);
  return { personId, roles: ['operator'], address: ADDRESS };
}

/** Asked for by its owner, decided by two members of staff. */
async function changeNumber({ id }: Pick<Erasable, 'id'>, nationalId: string): Promise<void> {
  const { people, decisions } = fixture.office;
  const wish = { nationalId, reason: 'the number was wrong' };
  const { id: requestId } = await people.editRequests.ask(id, wish, ADDRESS);
  const asked = { kind: 'correct-number', payload: { requestId } } as const;
  const why = { reason: 'the number was mistyped', document: 'Passport AA 1234567' };
  const made = await decisions.propose(asked, why, await member());
  if (made.outcome !== 'done') throw new Error(JSON.stringify(made));
  expect(await decisions.decide(made.decisionId, await member())).toMatchObject({ outcome: 'done' });
}

/** The offer to sign, and what a key of this number signs. */
async function signed(who: Erasable, pinfl: string, request?: { id: string; document: Buffer }) {
  const asked = request ?? (await fixture.office.consents.prepare(who.id, 'uz'));
  const owner = { owner: who.name, kind: 'natural', pinfl, tin: null } as const;
  const key = await development.issue(who.id, owner, PASSWORD);
  if (key === 'too-many-keys') throw new Error(key);
  const pkcs7 = await development.sign(who.id, key.keyId, PASSWORD, { document: asked.document });
  if (!Buffer.isBuffer(pkcs7)) throw new Error('not signed');
  return { requestId: asked.id, pkcs7: pkcs7.toString('base64') };
}

const inForce = ({ id }: Pick<Erasable, 'id'>) => fixture.office.offerConsent.inForce(id);
const EXPIRED = { outcome: 'refused', reason: 'request-expired' };

describe('the offer does not count for who has another number', () => {
  test('where it is signed with the key of the number before at the very instant of the correction', async () => {
    const who = await fixture.person({ pinfl: freshPinfl() });
    const answer = await signed(who, who.pinfl);
    const { db } = fixture.database;
    let corrected = false;
    const signatures = createSignatures({
      db,
      port,
      publicUrl: () => 'http://localhost',
      record: () => Promise.resolve(),
      /** The number is another one as soon as the key was compared with it. */
      person: async (id): Promise<Signatory | null> => {
        const before = await fixture.office.accounts.byId(id);
        await changeNumber(who, freshPinfl());
        corrected = true;
        return before;
      },
    });
    const consents = createConsents({
      db,
      signatures,
      texts: fixture.base.texts,
      figures: () => Promise.resolve({}),
      record: () => Promise.resolve(),
      notify: () => Promise.resolve(),
      changed: () => Promise.resolve(),
    });
    expect(await consents.agree(who.id, answer, ADDRESS)).toEqual(EXPIRED);
    expect(corrected).toBe(true);
    expect(await inForce(who)).toBe(false);
  });

  test('where it was made out to the number before, and is signed with a key of the one after', async () => {
    const who = await fixture.person({ pinfl: freshPinfl() });
    const request = await fixture.office.consents.prepare(who.id, 'uz');
    expect(request.document.toString('utf8')).toContain(who.pinfl);
    const next = freshPinfl();
    await changeNumber(who, next);
    const answer = await signed(who, next, request);
    expect(await fixture.office.consents.agree(who.id, answer, ADDRESS)).toEqual(EXPIRED);
    expect(await inForce(who)).toBe(false);
    // A new one names them, and is signed.
    const again = await signed(who, next);
    expect(await fixture.office.consents.agree(who.id, again, ADDRESS)).toMatchObject({ outcome: 'signed' });
    expect(await inForce(who)).toBe(true);
  });

  test('where staff gave the number to another account of its owner, and the shut one is opened again', async () => {
    const { database, office } = fixture;
    const holder = await fixture.person({ pinfl: freshPinfl() });
    const { consents, numberMoves } = office;
    expect(await consents.agree(holder.id, await signed(holder, holder.pinfl), ADDRESS)).toMatchObject({
      outcome: 'signed',
    });
    const claimant = await fixture.person();
    await database.pool.query('update person set pinfl = null where id = $1', [claimant.id]);
    await database.pool.query('update identity_account set pinfl = null where id = $1', [claimant.account]);
    const [first, second] = [await member(), await member()];
    const move = { claimantId: claimant.id, field: 'pinfl', number: holder.pinfl } as const;
    await database.db.transaction().execute(async (tx) => {
      const locked = await numberMoves.lock(tx, { ...move, holderIds: [holder.id] });
      if (locked.outcome !== 'locked') throw new Error(locked.outcome);
      const by = { personId: second.personId, name: 'Xodim' };
      const why = { reason: 'a document', evidence: 'claim:9', proposedBy: first.personId };
      await numberMoves.move(tx, locked, { ...move, ...why, by });
    });
    await database.pool.query('update person set disabled_at = null where id = $1', [holder.id]);
    await office.people.profile.setNationalId(holder.id, freshPinfl(), ADDRESS);
    expect(await inForce(holder)).toBe(false);
  });
});

test('an identity provider that states another number, or another kind of person, changes neither', async () => {
  const { database, office } = fixture;
  const store = createSignedInPerson(database.db, office.personNumbers);
  const provider = {
    issuer: 'https://id.example',
    subject: 'one',
    phone: null,
    email: null,
    language: 'uz',
  } as const;
  const natural = { kind: 'natural', name: 'Sinov Shaxsi', stir: null } as const;
  // Not stated at first, and then once.
  expect(await store({ ...provider, ...natural, pinfl: null })).toMatchObject({ pinfl: null });
  const pinfl = freshPinfl();
  expect(await store({ ...provider, ...natural, pinfl })).toMatchObject({ pinfl });
  const other = { ...natural, name: 'Sinov Boshqacha', pinfl: freshPinfl() };
  expect(await store({ ...provider, ...other })).toMatchObject({ pinfl, name: 'Sinov Boshqacha' });
  const firm = { kind: 'legal', name: '«Namuna» MChJ', pinfl: null, stir: '301234567' } as const;
  expect(await store({ ...provider, ...firm })).toMatchObject({ kind: 'natural', pinfl, stir: null });
});

test('an identity provider that leaves out what is known replaces none of it', async () => {
  const { database, office } = fixture;
  const store = createSignedInPerson(database.db, office.personNumbers);
  const who = {
    issuer: 'https://id.example',
    subject: 'two',
    language: 'uz',
    pinfl: null,
    stir: null,
  } as const;
  const known = { kind: 'legal', name: '«Namuna» MChJ', phone: '+998901112233', email: 'a@b.uz' } as const;
  await store({ ...who, ...known });
  const left = { kind: 'natural', name: 'two', phone: null, email: null } as const;
  expect(await store({ ...who, ...left, unstated: ['name', 'kind'] })).toMatchObject(known);
  // Somebody new has what is in its place until the provider states it.
  const fresh = { ...who, subject: 'three' };
  expect(await store({ ...fresh, ...left, unstated: ['name', 'kind'] })).toMatchObject(left);
  expect(await store({ ...fresh, ...known, unstated: [] })).toMatchObject(known);
});
