import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserSigner, SignerProblem } from '#client/lib/e-imzo/browser-signer.ts';
import { createEImzoSigner } from '#client/lib/e-imzo/e-imzo-signer.ts';
import { verifiedSigner } from '../../fixtures/e-imzo-fake.ts';
import { testDatabase, testJobsRedis } from '../../fixtures/services.ts';
import {
  CALLER,
  eImzoAdapter,
  NATURAL,
  PASSWORD,
  type SigningServices,
} from '../../fixtures/signing-adapters.ts';

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

describe('E-IMZO', () => {
  let adapter: Awaited<ReturnType<typeof eImzoAdapter>>;
  beforeAll(async () => {
    adapter = await eImzoAdapter(parts);
    await adapter.giveKey();
  });
  afterAll(() => adapter.close());

  const document = Buffer.from('document');
  const sign = async (what = document) => {
    const [key] = await adapter.signer.keys();
    return Buffer.from(await adapter.signer.sign(key!, base64(what), adapter.type(PASSWORD)), 'base64');
  };
  const VERIFY = '/backend/pkcs7/verify/attached';

  test('is spoken to as its reference says, message by message', async () => {
    adapter.application.heard.length = 0;
    adapter.server.heard.length = 0;
    const fresh = createEImzoSigner(['localhost', 'TEST-KEY'], adapter.application.url);
    const [key] = await fresh.keys();
    adapter.type(PASSWORD);
    const pkcs7 = await fresh.sign(key!, base64(document), '');
    const { heard } = adapter.application;
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
    await adapter.port.accept(Buffer.from(pkcs7, 'base64'), document, CALLER);
    expect(adapter.server.heard).toEqual(
      ['/frontend/timestamp/pkcs7', VERIFY].map((path) => ({
        method: 'POST',
        path,
        ip: '10.1.2.3',
        host: 'savdo.example',
        body: pkcs7,
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
    adapter.server.forced.push({ path: VERIFY, body: { status, message: 'x' } });
    expect(await adapter.port.accept(await sign(), document, CALLER)).toEqual({ verdict: 'refused', reason });
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
    adapter.server.forced.push({ path: '/backend/auth', body: { status, message: 'x' } });
    expect(await adapter.port.authenticate(await sign(), CALLER)).toEqual({ verdict: 'refused', reason });
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
      adapter.server.forced.push({ path: VERIFY, body: { status: 1, message: '', pkcs7Info } });
      expect(await adapter.port.accept(await sign(), document, CALLER)).toEqual({
        verdict: 'refused',
        reason,
      });
    },
  );

  test('accepts neither two signers, nor none, nor an answer without the document', async () => {
    for (const pkcs7Info of [
      { signers: [good, good], documentBase64: base64(document) },
      { signers: [], documentBase64: base64(document) },
      { signers: [good] },
    ]) {
      adapter.server.forced.push({ path: VERIFY, body: { status: 1, message: '', pkcs7Info } });
      expect((await adapter.port.accept(await sign(), document, CALLER)).verdict).toBe('refused');
    }
  });

  test.each([
    ['answers 503', { status: 503, body: 'busy' }],
    ['answers 400', { status: 400, body: 'bad parameter' }],
    ['answers something else', { status: 200, body: '<html>' }],
    ['answers half', { status: 200, body: { status: 1, pkcs7Info: { signers: [{}] } } }],
  ])('says that the service is away when it %s', async (_what, forced) => {
    adapter.server.forced.push({ path: VERIFY, ...forced });
    expect(await adapter.port.accept(await sign(), document, CALLER)).toEqual({
      verdict: 'refused',
      reason: 'service-away',
    });
  });

  test('says that the service is away when no one listens', async () => {
    const gone = await eImzoAdapter(parts);
    await gone.server.close();
    expect(await gone.port.challenge(CALLER)).toEqual({ verdict: 'refused', reason: 'service-away' });
    await gone.application.close();
  });

  test('tells a closed window from a wrong password and a failure, by its number or by its words', async () => {
    const { application, signer } = adapter;
    const [key] = await signer.keys();
    const trouble = () =>
      signer.sign(key!, base64(document), '').then(
        () => null,
        (error: unknown) => (error as SignerProblem).trouble,
      );
    for (const at of ['load_key', 'create_pkcs7'] as const)
      for (const withNumbers of [true, false]) {
        Object.assign(application, { closesWindowAt: at, numbersReasons: withNumbers });
        expect(await trouble(), at).toBe('cancelled');
      }
    application.closesWindowAt = null;
    adapter.type('another password');
    expect(await trouble()).toBe('wrong-password');
    application.dead = true;
    expect(await trouble()).toBe('not-installed');
    application.dead = false;
    adapter.type(PASSWORD);
    expect(await trouble()).toBeNull();
  });

  test('tells an application that is missing, dead, old or does not admit the site', async () => {
    const trouble = async (signer: BrowserSigner) =>
      signer.keys().then(
        () => null,
        (error: unknown) => (error as SignerProblem).trouble,
      );
    expect(await trouble(createEImzoSigner([], 'ws://127.0.0.1:9/service/cryptapi'))).toBe('not-installed');
    const { application } = adapter;
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
