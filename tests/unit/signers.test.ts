import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createLocalSigner, type Signer } from '#server/integrations/signer/index.ts';
import { checkSignature, signedBytes, type SignedStatement } from '#shared/trust/signed-statement.ts';

/** Each adapter with a key of its own for each name. */
const ADAPTERS: Record<string, (key: string) => Signer> = {
  local: createLocalSigner,
};

async function signed(signer: Signer, statement: object): Promise<SignedStatement> {
  const { keyId } = await signer.key();
  const { signature } = await signer.sign(signedBytes({ format: 'test-1', keyId, statement }));
  return { format: 'test-1', keyId, statement, signature: Buffer.from(signature).toString('base64url') };
}

const listed = async (...signers: Signer[]) =>
  Promise.all(
    signers.map(async (signer) => {
      const { keyId, publicKey } = await signer.key();
      return { kid: keyId, ...publicKey };
    }),
  );

describe.each(Object.entries(ADAPTERS))('the %s signer', (_name, open) => {
  test('makes signatures that another implementation of Ed25519 accepts', async () => {
    const signer = open('one');
    const bytes = Buffer.from('any bytes');
    const { keyId, signature } = await signer.sign(bytes);
    const { keyId: present, publicKey } = await signer.key();
    expect(keyId).toBe(present);
    const key = createPublicKey({ key: { ...publicKey }, format: 'jwk' });
    expect(verify(null, bytes, key, signature)).toBe(true);
    expect(verify(null, Buffer.from('other bytes'), key, signature)).toBe(false);
  });

  test('has the same key after a restart, and another one for another secret', async () => {
    const [before, after, other] = await Promise.all([
      open('one').key(),
      open('one').key(),
      open('two').key(),
    ]);
    expect(after).toEqual(before);
    expect(other.keyId).not.toBe(before.keyId);
  });

  test('names its key by the thumbprint of RFC 7638', async () => {
    const { keyId, publicKey } = await open('one').key();
    const canonical = `{"crv":"Ed25519","kty":"OKP","x":"${publicKey.x}"}`;
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical));
    expect(keyId).toBe(Buffer.from(digest).toString('base64url'));
  });

  test('signs statements that only its own key proves, and no changed byte', async () => {
    const signer = open('one');
    const statement = { lotId: 1, text: 'Тошкент', nothing: null };
    const made = await signed(signer, statement);
    const keys = await listed(signer, open('two'));
    expect(await checkSignature(made, keys)).toBe('valid');
    expect(
      await checkSignature({ ...made, statement: { nothing: null, text: 'Тошкент', lotId: 1 } }, keys),
    ).toBe('valid');
    for (const changed of [
      { ...statement, lotId: 2 },
      { ...statement, more: 1 },
      { lotId: 1, text: 'Тошкент' },
    ])
      expect(await checkSignature({ ...made, statement: changed }, keys)).toBe('changed');
    expect(await checkSignature({ ...made, format: 'test-2' }, keys)).toBe('changed');
    expect(await checkSignature({ ...made, keyId: keys[1]!.kid }, keys)).toBe('changed');
    expect(await checkSignature(made, await listed(open('two')))).toBe('unknown-key');
    for (const signature of ['', '!', made.signature.slice(1)])
      expect(await checkSignature({ ...made, signature }, keys)).toBe('malformed');
    for (const value of [null, 1, 'text', [], {}, { ...made, statement: null }])
      expect(await checkSignature(value, keys)).toBe('malformed');
  });
});
