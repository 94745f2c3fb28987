import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runVerifySignatureCommand } from '#server/domains/people/signatures/verify-signature.ts';
import {
  agree,
  keyOf,
  startConsentApp,
  PASSWORD,
  signed,
  TEST_KEYS,
  type ConsentApp,
  type Somebody,
} from '../../fixtures/consent-app.ts';

let fixture: ConsentApp;
beforeAll(async () => {
  fixture = await startConsentApp();
});
afterAll(() => fixture.close());

describe('an archived document', () => {
  test('is listed to its owner, downloaded, and verified from its bytes', async () => {
    const person = await fixture.somebody();
    const { body, pkcs7 } = await agree(person);
    const { items } = (await person.ask('GET', '/api/shop/user/signed-documents')).body;
    expect(items).toMatchObject([
      { id: body.documentId, kind: 'consent', subject: '1', signer: 'development' },
    ]);
    const one = `/api/shop/user/signed-documents/${body.documentId}`;
    expect((await person.ask('GET', `${one}/verification`)).body).toMatchObject({
      verified: true,
      reason: null,
    });
    const stored = await fixture.signatures.document(person.id, body.documentId);
    expect(stored?.pkcs7.toString('base64')).toBe(pkcs7);
    const pdf = await person.ask('GET', `${one}/pdf`);
    expect(pdf.status).toBe(200);
    expect(String(pdf.body).startsWith('%PDF-')).toBe(true);
    expect((await person.ask('GET', `${one}/pkcs7`)).status).toBe(200);
  });

  test('is no one else’s business', async () => {
    const [person, other] = [await fixture.somebody(), await fixture.somebody()];
    const { body } = await agree(person);
    const one = `/api/shop/user/signed-documents/${body.documentId}`;
    for (const path of [`${one}/pdf`, `${one}/pkcs7`, `${one}/verification`]) {
      expect((await other.ask('GET', path)).status, path).toBe(404);
      expect((await fixture.app.call('GET', path)).status, path).toBe(401);
    }
    expect((await other.ask('GET', '/api/shop/user/signed-documents')).body.total).toBe(0);
  });

  test('can be neither changed nor deleted, and the command finds what was changed all the same', async () => {
    const person = await fixture.somebody();
    const { body } = await agree(person);
    const id = body.documentId as number;
    for (const statement of [
      `update signed_document set owner_name = 'x' where id = ${id}`,
      `delete from signed_document where id = ${id}`,
      'truncate signed_document cascade',
    ])
      await expect(fixture.database.pool.query(statement), statement).rejects.toMatchObject({
        code: 'SD001',
      });
    const lines: string[] = [];
    const out = {
      line: (text: string) => lines.push(text),
      error: (text: string) => lines.push(`! ${text}`),
    };
    expect(await runVerifySignatureCommand([String(id)], { signatures: fixture.signatures, out })).toBe(0);
    expect(lines[0]).toMatch(new RegExp(`^${id}: genuine \\(consent 1, key [0-9a-f]{16},`));
    await fixture.database.pool.query(
      'alter table signed_document disable trigger signed_document_append_only',
    );
    await fixture.database.pool.query(
      `update signed_document set document = convert_to('I agree to everything', 'UTF8') where id = ${id}`,
    );
    await fixture.database.pool.query(
      'alter table signed_document enable trigger signed_document_append_only',
    );
    expect(
      await runVerifySignatureCommand([String(id), '999999'], { signatures: fixture.signatures, out }),
    ).toBe(1);
    expect(lines.slice(1)).toEqual([
      expect.stringContaining('NOT genuine, other-document'),
      '! 999999: no such document',
    ]);
    expect(await runVerifySignatureCommand(['x'], { signatures: fixture.signatures, out })).toBe(2);
  });
});

describe('keys', () => {
  const LIST = '/api/shop/user/e-signature-keys';
  const add = async (person: Somebody, keyId: string) => {
    const { challengeBase64 } = (await person.ask('POST', `${LIST}/challenge`)).body;
    return person.ask('POST', `${LIST}/add`, { pkcs7: await signed(person, keyId, challengeBase64) });
  };

  test('are added by a signed challenge, listed, removed, and added again', async () => {
    const person = await fixture.somebody();
    const keyId = await keyOf(person);
    const added = await add(person, keyId);
    expect(added.body.outcome).toBe('added');
    const { serial } = added.body;
    expect((await person.ask('GET', LIST)).body).toMatchObject([
      {
        serial,
        kind: 'natural',
        status: 'valid',
        lastUsedAt: null,
        pinfl: fixture.people.get(person.id)!.pinfl,
      },
    ]);
    expect((await person.ask('POST', `${LIST}/remove`, { serial })).body).toEqual({ removed: true });
    expect((await person.ask('POST', `${LIST}/remove`, { serial })).body).toEqual({ removed: false });
    expect((await person.ask('GET', LIST)).body).toEqual([]);
    expect((await agree(person, keyId)).body).toEqual({ outcome: 'refused', reason: 'key-removed' });
    await add(person, keyId);
    expect((await agree(person, keyId)).body.outcome).toBe('signed');
    const [key] = (await person.ask('GET', LIST)).body;
    expect(key.lastUsedAt).not.toBeNull();
  });

  test('of other people are not added, and no one removes or signs with another’s', async () => {
    const [person, other] = [await fixture.somebody(), await fixture.somebody()];
    const theirs = await keyOf(other);
    const { challengeBase64 } = (await person.ask('POST', `${LIST}/challenge`)).body;
    const pkcs7 = await signed(other, theirs, challengeBase64);
    expect((await person.ask('POST', `${LIST}/add`, { pkcs7 })).body).toEqual({
      outcome: 'refused',
      reason: 'other-person',
    });
    const { serial } = (await add(other, theirs)).body;
    expect((await person.ask('POST', `${LIST}/remove`, { serial })).body).toEqual({ removed: false });
    const stolen = { keyId: theirs, password: PASSWORD, content: { documentBase64: 'eA==' } };
    expect((await person.ask('POST', '/api/shop/e-signature/development/sign', stolen)).status).toBe(404);
  });

  test('for tests are not made without end, and a wrong password opens none', async () => {
    const person = await fixture.somebody();
    const keyId = await keyOf(person);
    const wrong = { keyId, password: 'guess', content: { documentBase64: 'eA==' } };
    expect((await person.ask('POST', '/api/shop/e-signature/development/sign', wrong)).body).toEqual({
      outcome: 'wrong-password',
    });
    for (let at = 1; at < 10; at += 1) await keyOf(person);
    expect((await person.ask('POST', `${TEST_KEYS}/issue`, { password: PASSWORD })).body).toEqual({
      outcome: 'refused',
      reason: 'too-many-keys',
    });
    expect((await person.ask('POST', `${TEST_KEYS}/issue`, { password: '12345' })).status).toBe(400);
  });
});
