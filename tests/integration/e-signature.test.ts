import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createEImzoSigner } from '#client/lib/e-imzo/e-imzo-signer.ts';
import { SignerProblem, type BrowserSigner } from '#client/lib/e-imzo/browser-signer.ts';
import { developmentSigner } from '#client/lib/e-imzo/development-signer.ts';
import {
  issueCertificate,
  makeAuthority,
  makeKeyPair,
  type Authority,
  type Owner,
} from '#server/integrations/e-signature/development/certificates.ts';
import { isAttached } from '#server/integrations/e-signature/cms-shape.ts';
import { signCms } from '#server/integrations/e-signature/development/cms.ts';
import { createDevelopmentKeysRepository } from '#server/integrations/e-signature/development/keys.repository.ts';
import { openESignature, type ESignature } from '#server/integrations/e-signature/index.ts';
import { createSignatures, registerDevelopmentKeyRoutes } from '#server/domains/signatures/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { startTestApp } from '../support/app.ts';
import { startFakeApplication, startFakeServer, verifiedSigner } from '../support/e-imzo-fake.ts';
import { testDatabase, testJobsRedis, type TestDatabase } from '../support/services.ts';

const NATURAL: Owner = { owner: 'ALIYEV ALI', kind: 'natural', pinfl: '30101000000005', tin: '400000001' };
const LEGAL: Owner = { owner: 'VALIYEV VALI', kind: 'legal', pinfl: '30101000000013', tin: '300000001' };
const CALLER = { address: '10.1.2.3', host: 'savdo.example' };
const PASSWORD = 'tulip-river-42';
const logger = createLogger({ level: 'silent' });

interface Making {
  owner?: Owner;
  validFrom?: Date;
  validTo?: Date;
  /** Issued by somebody nobody trusts. */
  foreign?: boolean;
}

/** One way of signing: what the server checks with, and the browser's side of it. */
interface Stand {
  port: ESignature;
  signer: BrowserSigner;
  /** Puts a key into the person's hands, with PASSWORD; answers its serial number. */
  giveKey(making?: Making): Promise<string>;
  /** What the person will type. */
  type(password: string): string;
  /** A signature by a key that the signer would not offer. */
  signStrangely(document: Buffer, making: Making): Promise<Buffer>;
  close(): Promise<void>;
}

let database: TestDatabase;
const jobs = testJobsRedis();
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  jobs.close();
  await database.close();
});

async function keyOf(authority: Authority, { owner = NATURAL, foreign, ...days }: Making) {
  const by = foreign ? await makeAuthority() : authority;
  const pair = await makeKeyPair();
  const certificate = await issueCertificate(by, pair.publicKey, owner, days);
  return { privateKey: pair.privateKey, certificate, authority: by.certificate };
}

async function developmentStand(): Promise<Stand> {
  const config = {
    eImzo: { url: null, apiKeys: [] },
    twinsAllowed: true,
    redisNamespace: jobs.namespace,
  };
  const { port, development } = openESignature({ config, db: database.db, redis: jobs.redis, logger });
  if (!port || !development) throw new Error('no development signer');
  const signatures = createSignatures({
    ...{ db: database.db, port },
    person: () => Promise.resolve(null),
    publicUrl: () => 'http://localhost',
  });
  const app = await startTestApp((http) => registerDevelopmentKeyRoutes(http, development, signatures));
  const { cookie, person } = await app.signIn();
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (!address.startsWith('/')) return plain(address, init);
    return plain(`${app.url}${address}`, { ...init, headers: { ...init.headers, cookie } } as RequestInit);
  });
  const keys = createDevelopmentKeysRepository(database.db);
  return {
    port,
    signer: developmentSigner,
    async giveKey({ owner = NATURAL, ...days } = {}) {
      const key = await development.issue(person.personId, owner, PASSWORD, days);
      if (key === 'too-many-keys') throw new Error(key);
      return key.serial;
    },
    type: (password) => password,
    async signStrangely(document, making) {
      return signCms({ document }, await keyOf(await keys.authority(), making));
    },
    async close() {
      vi.unstubAllGlobals();
      await app.close();
    },
  };
}

async function eImzoStand() {
  const authority = await makeAuthority();
  const [application, server] = [await startFakeApplication(), await startFakeServer(authority)];
  const config = {
    eImzo: { url: server.url, apiKeys: ['localhost', 'TEST-KEY'] },
    twinsAllowed: true,
    redisNamespace: jobs.namespace,
  };
  const { port, development, apiKeys } = openESignature({
    config,
    db: database.db,
    redis: jobs.redis,
    logger,
  });
  if (!port || development) throw new Error('E-IMZO is configured, and nothing else');
  const stand: Stand = {
    port,
    signer: createEImzoSigner(apiKeys, application.url),
    async giveKey(making = {}) {
      const key = await keyOf(authority, making);
      const place = application.keys.length % 2 === 0 ? 'file' : 'token';
      application.keys.push({ ...key, password: PASSWORD, place });
      const { readCertificate } =
        await import('#server/integrations/e-signature/development/certificates.ts');
      return readCertificate(key.certificate).serial;
    },
    type(password) {
      application.typed = password;
      return '';
    },
    async signStrangely(document, making) {
      return signCms({ document }, await keyOf(authority, making));
    },
    async close() {
      await application.close();
      await server.close();
    },
  };
  return { ...stand, application, server };
}

const base64 = (bytes: Buffer) => bytes.toString('base64');

describe.each([
  ['the development signer', developmentStand],
  ['E-IMZO', eImzoStand as () => Promise<Stand>],
] as const)('signing with %s', (_name, open) => {
  let stand: Stand;
  let serial: string;
  beforeAll(async () => {
    stand = await open();
    serial = await stand.giveKey();
  });
  afterAll(() => stand.close());

  const document = Buffer.from('Men shartlarga roziman. Я согласен. ЎҚҒҲ', 'utf8');
  const signed = async (what = document, password = PASSWORD, wanted = serial) => {
    const keys = await stand.signer.keys();
    const key = keys.find((each) => each.serial.toLowerCase() === wanted);
    if (!key) throw new Error(`no key ${wanted} among ${keys.map((each) => each.serial).join()}`);
    return Buffer.from(await stand.signer.sign(key, base64(what), stand.type(password)), 'base64');
  };

  test('lists the key with its owner, number and days', async () => {
    const [key] = await stand.signer.keys();
    expect(key).toMatchObject({
      owner: 'ALIYEV ALI',
      kind: 'natural',
      pinfl: NATURAL.pinfl,
      tin: NATURAL.tin,
    });
    expect(key!.validTo.getTime() - key!.validFrom.getTime()).toBe(2 * 365 * 86_400_000);
  });

  test('accepts a signature over the document and tells whose it is', async () => {
    const said = await stand.port.accept(await signed(), document, CALLER);
    expect(said).toMatchObject({ verdict: 'right' });
    if (said.verdict !== 'right') return;
    expect(said.facts.certificate).toMatchObject({ ...NATURAL, serial });
    expect(Math.abs(said.facts.signedAt.getTime() - Date.now())).toBeLessThan(60_000);
    expect(await stand.port.verify(said.archived, document, CALLER)).toMatchObject({ verdict: 'right' });
  });

  test('accepts a long document, which stays outside its signature on the way', async () => {
    const long = randomBytes(80_000);
    const pkcs7 = await signed(long);
    expect(isAttached(pkcs7)).toBe(false);
    expect(pkcs7.length).toBeLessThan(5_000);
    const said = await stand.port.accept(pkcs7, long, CALLER);
    expect(said.verdict).toBe('right');
    if (said.verdict !== 'right') return;
    expect(isAttached(said.archived)).toBe(true);
    expect(await stand.port.verify(said.archived, long, CALLER)).toMatchObject({ verdict: 'right' });
  });

  test('refuses a signature of a long document for another one', async () => {
    const pkcs7 = await signed(randomBytes(80_000));
    expect(await stand.port.accept(pkcs7, document, CALLER)).toEqual({
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
    expect(await stand.port.accept(await signed(Buffer.from('other')), document, CALLER)).toEqual({
      verdict: 'refused',
      reason: 'other-document',
    });
  });

  test('refuses a document or a signature that was changed by one byte', async () => {
    const pkcs7 = await signed();
    const changed = Buffer.from(pkcs7);
    changed[pkcs7.indexOf('roziman')]! ^= 1;
    expect(await stand.port.accept(changed, document, CALLER)).toMatchObject({ reason: 'signature-invalid' });
    const broken = Buffer.from(pkcs7);
    broken[pkcs7.length - 4]! ^= 1;
    expect(await stand.port.accept(broken, document, CALLER)).toMatchObject({ reason: 'signature-invalid' });
  });

  test.each(['', 'x', 'MIAGCSqGSIb3DQEHAqCAMIACAQExDzANBglghkgBZQMEAgEFADCA'])(
    'refuses what is no signature: "%s"',
    async (text) => {
      expect(await stand.port.accept(Buffer.from(text, 'base64'), document, CALLER)).toEqual({
        verdict: 'refused',
        reason: 'unreadable',
      });
    },
  );

  test('refuses a key that has expired, and one that is not valid yet', async () => {
    const day = 86_400_000;
    const expired = await stand.signStrangely(document, {
      validFrom: new Date(Date.now() - 3 * day),
      validTo: new Date(Date.now() - day),
    });
    const reason = 'certificate-not-valid-then';
    expect(await stand.port.accept(expired, document, CALLER)).toEqual({ verdict: 'refused', reason });
    const early = await stand.signStrangely(document, { validFrom: new Date(Date.now() + day) });
    expect(await stand.port.accept(early, document, CALLER)).toEqual({ verdict: 'refused', reason });
  });

  test('refuses a certificate of an authority nobody trusts, though it is sent along', async () => {
    const pkcs7 = await stand.signStrangely(document, { foreign: true });
    expect(await stand.port.accept(pkcs7, document, CALLER)).toEqual({
      verdict: 'refused',
      reason: 'certificate-invalid',
    });
  });

  test('tells an entity by its STIR', async () => {
    const legal = await stand.giveKey({ owner: LEGAL });
    const [, key] = await stand.signer.keys();
    expect(key).toMatchObject({ kind: 'legal', tin: LEGAL.tin, pinfl: LEGAL.pinfl });
    const said = await stand.port.accept(await signed(document, PASSWORD, legal), document, CALLER);
    expect(said.verdict === 'right' && said.facts.certificate).toMatchObject(LEGAL);
  });

  test('knows the owner of a key by a signed challenge, once', async () => {
    const said = await stand.port.challenge(CALLER);
    if (said.verdict !== 'right') throw new Error(said.reason);
    const pkcs7 = await signed(Buffer.from(said.challenge));
    expect(await stand.port.authenticate(pkcs7, CALLER)).toMatchObject({
      verdict: 'right',
      certificate: { ...NATURAL, serial },
    });
    expect(await stand.port.authenticate(pkcs7, CALLER)).toEqual({
      verdict: 'refused',
      reason: 'challenge-expired',
    });
    const unasked = await signed(Buffer.from('0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d001'));
    expect(await stand.port.authenticate(unasked, CALLER)).toMatchObject({ reason: 'challenge-expired' });
  });
});

describe('the development signer', () => {
  test('refuses a signature made with a wrong clock', async () => {
    const stand = await developmentStand();
    const keys = createDevelopmentKeysRepository(database.db);
    const key = await keyOf(await keys.authority(), { validFrom: new Date(Date.now() - 86_400_000) });
    const document = Buffer.from('late');
    const pkcs7 = await signCms({ document }, key, new Date(Date.now() - 3_600_000));
    expect(await stand.port.accept(pkcs7, document, CALLER)).toMatchObject({ reason: 'clock-wrong' });
    // Verified later the hour is no fault.
    expect(await stand.port.verify(pkcs7, document, CALLER)).toMatchObject({ verdict: 'right' });
    await stand.close();
  });

  test('keeps one authority when several processes make the first', async () => {
    const own = await testDatabase();
    const keys = createDevelopmentKeysRepository(own.db);
    const made = await Promise.all(Array.from({ length: 4 }, () => keys.authority()));
    expect(new Set(made.map(({ certificate }) => certificate.toString('hex'))).size).toBe(1);
    await own.close();
  });

  test('does not exist in a real installation', () => {
    const config = { eImzo: { url: null, apiKeys: [] }, twinsAllowed: false, redisNamespace: 'x' };
    expect(openESignature({ config, db: database.db, redis: jobs.redis, logger })).toEqual({
      port: null,
      development: null,
      apiKeys: [],
    });
  });
});

describe('E-IMZO', () => {
  let stand: Awaited<ReturnType<typeof eImzoStand>>;
  beforeAll(async () => {
    stand = await eImzoStand();
    await stand.giveKey();
  });
  afterAll(() => stand.close());

  const document = Buffer.from('document');
  const sign = async (what = document) => {
    const [key] = await stand.signer.keys();
    return Buffer.from(await stand.signer.sign(key!, base64(what), stand.type(PASSWORD)), 'base64');
  };
  const VERIFY = '/backend/pkcs7/verify/attached';

  test('is spoken to as its reference says, message by message', async () => {
    stand.application.heard.length = 0;
    stand.server.heard.length = 0;
    const fresh = createEImzoSigner(['localhost', 'TEST-KEY'], stand.application.url);
    const [key] = await fresh.keys();
    stand.type(PASSWORD);
    const pkcs7 = await fresh.sign(key!, base64(document), '');
    const { heard } = stand.application;
    expect(heard.map(({ plugin, name }) => (plugin ? `${plugin}.${name}` : name))).toEqual([
      'version',
      'apikey',
      'pfx.list_all_certificates',
      'ftjc.list_all_keys',
      'pfx.load_key',
      'pkcs7.create_pkcs7',
    ]);
    expect(heard[0]).toEqual({ name: 'version' });
    expect(heard[1]).toEqual({ name: 'apikey', arguments: ['localhost', 'TEST-KEY'] });
    expect(heard[3]!.arguments).toEqual(['']);
    expect(heard[4]!.arguments!.slice(0, 3)).toEqual(['C:\\', 'DSKEYS', 'DS000']);
    expect(heard[5]!.arguments).toEqual([base64(document), expect.stringMatching(/^key-/), 'no']);
    await stand.port.accept(Buffer.from(pkcs7, 'base64'), document, CALLER);
    expect(stand.server.heard).toEqual(
      ['/frontend/timestamp/pkcs7', VERIFY].map((path) => ({
        ...{ method: 'POST', path, ip: '10.1.2.3', host: 'savdo.example', body: pkcs7 },
      })),
    );
  });

  test.each([
    [-1, 'status-check-failed'],
    [-10, 'signature-invalid'],
    [-11, 'certificate-invalid'],
    [-12, 'certificate-not-valid-then'],
    [-20, 'timestamp-status-check-failed'],
    [-21, 'timestamp-signature-invalid'],
    [-22, 'timestamp-certificate-invalid'],
    [-23, 'timestamp-not-valid-then'],
    [-99, 'service-refused'],
    [0, 'service-refused'],
  ] as const)('gives status %i of a document its own reason', async (status, reason) => {
    stand.server.forced.push({ path: VERIFY, body: { status, message: 'x' } });
    expect(await stand.port.accept(await sign(), document, CALLER)).toEqual({ verdict: 'refused', reason });
  });

  test.each([
    [-1, 'status-check-failed'],
    [-5, 'clock-wrong'],
    [-10, 'signature-invalid'],
    [-11, 'certificate-invalid'],
    [-12, 'certificate-not-valid-then'],
    [-20, 'challenge-expired'],
    [-21, 'service-refused'],
  ] as const)('gives status %i of a challenge its own reason', async (status, reason) => {
    stand.server.forced.push({ path: '/backend/auth', body: { status, message: 'x' } });
    expect(await stand.port.authenticate(await sign(), CALLER)).toEqual({ verdict: 'refused', reason });
  });

  const certificate = { ...NATURAL, serial: '77', validFrom: new Date(0), validTo: new Date(4e12) };
  const good = verifiedSigner(certificate, new Date());
  test.each([
    ['verified', { ...good, verified: false }, 'signature-invalid'],
    ['certificateVerified', { ...good, certificateVerified: false }, 'certificate-invalid'],
    [
      'certificateValidAtSigningTime',
      { ...good, certificateValidAtSigningTime: false },
      'certificate-not-valid-then',
    ],
    ['revokedStatusInfo', { ...good, revokedStatusInfo: { reason: 'lost' } }, 'certificate-revoked'],
  ] as const)(
    'accepts nothing of which %s is not as it should be, though the status is 1',
    async (_what, signer, reason) => {
      const pkcs7Info = { signers: [signer], documentBase64: base64(document) };
      stand.server.forced.push({ path: VERIFY, body: { status: 1, message: '', pkcs7Info } });
      expect(await stand.port.accept(await sign(), document, CALLER)).toEqual({ verdict: 'refused', reason });
    },
  );

  test('accepts neither two signers, nor none, nor an answer without the document', async () => {
    for (const pkcs7Info of [
      { signers: [good, good], documentBase64: base64(document) },
      { signers: [], documentBase64: base64(document) },
      { signers: [good] },
    ]) {
      stand.server.forced.push({ path: VERIFY, body: { status: 1, message: '', pkcs7Info } });
      expect((await stand.port.accept(await sign(), document, CALLER)).verdict).toBe('refused');
    }
  });

  test.each([
    ['answers 503', { status: 503, body: 'busy' }],
    ['answers 400', { status: 400, body: 'bad parameter' }],
    ['answers something else', { status: 200, body: '<html>' }],
    ['answers half', { status: 200, body: { status: 1, pkcs7Info: { signers: [{}] } } }],
  ])('says that the service is away when it %s', async (_what, forced) => {
    stand.server.forced.push({ path: VERIFY, ...forced });
    expect(await stand.port.accept(await sign(), document, CALLER)).toEqual({
      verdict: 'refused',
      reason: 'service-away',
    });
  });

  test('says that the service is away when nobody listens', async () => {
    const gone = await eImzoStand();
    await gone.server.close();
    expect(await gone.port.challenge(CALLER)).toEqual({ verdict: 'refused', reason: 'service-away' });
    await gone.application.close();
  });

  test('tells an application that is missing, dead, old or does not admit the site', async () => {
    const trouble = async (signer: BrowserSigner) =>
      signer.keys().then(
        () => null,
        (error: unknown) => (error as SignerProblem).trouble,
      );
    expect(await trouble(createEImzoSigner([], 'ws://127.0.0.1:9/service/cryptapi'))).toBe('not-installed');
    const { application } = stand;
    const fresh = (keys = ['localhost', 'TEST-KEY']) => createEImzoSigner(keys, application.url);
    application.dead = true;
    expect(await trouble(fresh())).toBe('not-installed');
    application.dead = false;
    application.version = { major: '3', minor: '36' };
    expect(await trouble(fresh())).toBe('too-old');
    application.version = { major: '3', minor: '37' };
    expect(await trouble(fresh())).toBe(null);
    expect(await trouble(fresh(['savdo.example', 'WRONG']))).toBe('not-licensed');
  });
});
