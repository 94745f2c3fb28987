import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SignerProblem } from '#client/lib/e-imzo/browser-signer.ts';
import { isAttached } from '#server/integrations/e-signature/cms-shape.ts';
import { signCms } from '#server/integrations/e-signature/development/cms.ts';
import { createDevelopmentKeysRepository } from '#server/integrations/e-signature/development/development-keys.repository.ts';
import { openESignature } from '#server/integrations/e-signature/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { testDatabase, testJobsRedis } from '../../fixtures/services.ts';
import {
  CALLER,
  developmentAdapter,
  eImzoAdapter,
  keyOf,
  LEGAL,
  NATURAL,
  PASSWORD,
  type SigningAdapter,
  type SigningServices,
} from '../../fixtures/signing-adapters.ts';

const logger = createLogger({ level: 'silent' });
const base64 = (bytes: Buffer) => bytes.toString('base64');

const jobs = testJobsRedis();
let parts: SigningServices;
beforeAll(async () => {
  parts = { database: await testDatabase(), jobs };
});
afterAll(async () => {
  jobs.close();
  await parts.database.close();
});

describe.each([
  ['the development signer', developmentAdapter],
  ['E-IMZO', eImzoAdapter as (given: SigningServices) => Promise<SigningAdapter>],
] as const)('signing with %s', (_name, open) => {
  let adapter: SigningAdapter;
  let serial: string;
  beforeAll(async () => {
    adapter = await open(parts);
    serial = await adapter.giveKey();
  });
  afterAll(() => adapter.close());

  const document = Buffer.from('Men shartlarga roziman. Я согласен. ЎҚҒҲ', 'utf8');
  const signed = async (what = document, password = PASSWORD, wanted = serial) => {
    const keys = await adapter.signer.keys();
    const key = keys.find((each) => each.serial.toLowerCase() === wanted);
    if (!key) throw new Error(`no key ${wanted} among ${keys.map((each) => each.serial).join()}`);
    return Buffer.from(await adapter.signer.sign(key, base64(what), adapter.type(password)), 'base64');
  };

  test('lists the key with its owner, number and days', async () => {
    const [key] = await adapter.signer.keys();
    expect(key).toMatchObject({
      owner: 'ALIYEV ALI',
      kind: 'natural',
      pinfl: NATURAL.pinfl,
      tin: NATURAL.tin,
    });
    expect(key!.validTo.getTime() - key!.validFrom.getTime()).toBe(2 * 365 * 86_400_000);
  });

  test('accepts a signature over the document and tells whose it is', async () => {
    const said = await adapter.port.accept(await signed(), document, CALLER);
    expect(said).toMatchObject({ verdict: 'right' });
    if (said.verdict !== 'right') return;
    expect(said.facts.certificate).toMatchObject({ ...NATURAL, serial });
    expect(Math.abs(said.facts.signedAt.getTime() - Date.now())).toBeLessThan(60_000);
    expect(await adapter.port.verify(said.archived, document, CALLER)).toMatchObject({ verdict: 'right' });
  });

  test('accepts a long document, which stays outside its signature on the way', async () => {
    const long = randomBytes(80_000);
    const pkcs7 = await signed(long);
    expect(isAttached(pkcs7)).toBe(false);
    expect(pkcs7.length).toBeLessThan(5_000);
    const said = await adapter.port.accept(pkcs7, long, CALLER);
    expect(said.verdict).toBe('right');
    if (said.verdict !== 'right') return;
    expect(isAttached(said.archived)).toBe(true);
    expect(await adapter.port.verify(said.archived, long, CALLER)).toMatchObject({ verdict: 'right' });
  });

  test('refuses a signature of a long document for another one', async () => {
    const pkcs7 = await signed(randomBytes(80_000));
    expect(await adapter.port.accept(pkcs7, document, CALLER)).toEqual({
      verdict: 'refused',
      reason: 'signature-invalid',
    });
  });

  test('refuses a wrong password', async () => {
    const problem = await signed(document, 'tulip-river-43').catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(SignerProblem);
    expect((problem as SignerProblem).trouble).toBe('wrong-password');
  });

  test('refuses a signature of another document', async () => {
    expect(await adapter.port.accept(await signed(Buffer.from('other')), document, CALLER)).toEqual({
      verdict: 'refused',
      reason: 'other-document',
    });
  });

  test('refuses a document or a signature that was changed by one byte', async () => {
    const pkcs7 = await signed();
    const changed = Buffer.from(pkcs7);
    changed[pkcs7.indexOf('roziman')]! ^= 1;
    expect(await adapter.port.accept(changed, document, CALLER)).toMatchObject({
      reason: 'signature-invalid',
    });
    const broken = Buffer.from(pkcs7);
    broken[pkcs7.length - 4]! ^= 1;
    expect(await adapter.port.accept(broken, document, CALLER)).toMatchObject({
      reason: 'signature-invalid',
    });
  });

  test.each(['', 'x', 'MIAGCSqGSIb3DQEHAqCAMIACAQExDzANBglghkgBZQMEAgEFADCA'])(
    'refuses what is no signature: "%s"',
    async (text) => {
      expect(await adapter.port.accept(Buffer.from(text, 'base64'), document, CALLER)).toEqual({
        verdict: 'refused',
        reason: 'unreadable',
      });
    },
  );

  test('refuses a key that has expired, and one that is not valid yet', async () => {
    const day = 86_400_000;
    const expired = await adapter.signStrangely(document, {
      validFrom: new Date(Date.now() - 3 * day),
      validTo: new Date(Date.now() - day),
    });
    const reason = 'certificate-not-valid-then';
    expect(await adapter.port.accept(expired, document, CALLER)).toEqual({ verdict: 'refused', reason });
    const early = await adapter.signStrangely(document, { validFrom: new Date(Date.now() + day) });
    expect(await adapter.port.accept(early, document, CALLER)).toEqual({ verdict: 'refused', reason });
  });

  test('refuses a certificate of an authority no one trusts, though it is sent along', async () => {
    const pkcs7 = await adapter.signStrangely(document, { foreign: true });
    expect(await adapter.port.accept(pkcs7, document, CALLER)).toEqual({
      verdict: 'refused',
      reason: 'certificate-invalid',
    });
  });

  test('tells an entity by its STIR', async () => {
    const legal = await adapter.giveKey({ owner: LEGAL });
    const [, key] = await adapter.signer.keys();
    expect(key).toMatchObject({ kind: 'legal', tin: LEGAL.tin, pinfl: LEGAL.pinfl });
    const said = await adapter.port.accept(await signed(document, PASSWORD, legal), document, CALLER);
    expect(said.verdict === 'right' && said.facts.certificate).toMatchObject(LEGAL);
  });

  test('knows the owner of a key by a signed challenge, once', async () => {
    const said = await adapter.port.challenge(CALLER);
    if (said.verdict !== 'right') throw new Error(said.reason);
    const pkcs7 = await signed(Buffer.from(said.challenge));
    expect(await adapter.port.authenticate(pkcs7, CALLER)).toMatchObject({
      verdict: 'right',
      certificate: { ...NATURAL, serial },
    });
    expect(await adapter.port.authenticate(pkcs7, CALLER)).toEqual({
      verdict: 'refused',
      reason: 'challenge-expired',
    });
    const unasked = await signed(Buffer.from('0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d001'));
    expect(await adapter.port.authenticate(unasked, CALLER)).toMatchObject({ reason: 'challenge-expired' });
  });
});

describe('the development signer', () => {
  test('refuses a signature made with a wrong clock', async () => {
    const adapter = await developmentAdapter(parts);
    const keys = createDevelopmentKeysRepository(parts.database.db);
    const key = await keyOf(await keys.authority(), { validFrom: new Date(Date.now() - 86_400_000) });
    const document = Buffer.from('late');
    const pkcs7 = await signCms({ document }, key, new Date(Date.now() - 3_600_000));
    expect(await adapter.port.accept(pkcs7, document, CALLER)).toMatchObject({ reason: 'clock-wrong' });
    // Verified later the hour is no fault.
    expect(await adapter.port.verify(pkcs7, document, CALLER)).toMatchObject({ verdict: 'right' });
    await adapter.close();
  });

  test('refuses a certificate that a person, and no authority, has issued', async () => {
    const adapter = await developmentAdapter(parts);
    const keys = createDevelopmentKeysRepository(parts.database.db);
    const authority = await keys.authority();
    const person = await keyOf(authority, {});
    const issued = await keyOf({ certificate: person.certificate, privateKey: person.privateKey }, {});
    const document = Buffer.from('chain');
    const pkcs7 = await signCms({ document }, { ...issued, authority: person.certificate });
    expect(await adapter.port.accept(pkcs7, document, CALLER)).toEqual({
      verdict: 'refused',
      reason: 'certificate-invalid',
    });
    await adapter.close();
  });

  test('keeps one authority when several processes make the first', async () => {
    const own = await testDatabase();
    const keys = createDevelopmentKeysRepository(own.db);
    const made = await Promise.all(Array.from({ length: 4 }, () => keys.authority()));
    expect(new Set(made.map(({ certificate }) => certificate.toString('hex'))).size).toBe(1);
    await own.close();
  });

  test('does not exist in a real installation', () => {
    const config = { eImzo: { url: null, apiKeys: [] }, sandboxesAllowed: false, redisNamespace: 'x' };
    expect(openESignature({ config, db: parts.database.db, redis: jobs.redis, logger })).toEqual({
      port: null,
      development: null,
      apiKeys: [],
    });
  });
});
