import { vi } from 'vitest';
import { createEImzoSigner } from '#client/lib/e-imzo/e-imzo-signer.ts';
import type { BrowserSigner } from '#client/lib/e-imzo/browser-signer.ts';
import { developmentSigner } from '#client/lib/e-imzo/development-signer.ts';
import {
  issueCertificate,
  makeAuthority,
  makeKeyPair,
  readCertificate,
  type Authority,
  type Owner,
} from '#server/integrations/e-signature/development/certificates.ts';
import { signCms } from '#server/integrations/e-signature/development/cms.ts';
import { createDevelopmentKeysRepository } from '#server/integrations/e-signature/development/keys.repository.ts';
import { openESignature, type ESignature } from '#server/integrations/e-signature/index.ts';
import { createSignatures, registerDevelopmentKeyRoutes } from '#server/domains/signatures/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { startTestApp } from './app.ts';
import { startFakeApplication, startFakeServer } from './e-imzo-fake.ts';
import type { TestDatabase, TestJobsRedis } from './services.ts';

export const NATURAL: Owner = {
  owner: 'ALIYEV ALI',
  kind: 'natural',
  pinfl: '30101000000005',
  tin: '400000001',
};
export const LEGAL: Owner = {
  owner: 'VALIYEV VALI',
  kind: 'legal',
  pinfl: '30101000000013',
  tin: '300000001',
};
export const CALLER = { address: '10.1.2.3', host: 'savdo.example' };
export const PASSWORD = 'tulip-river-42';
const logger = createLogger({ level: 'silent' });

export interface Making {
  owner?: Owner;
  validFrom?: Date;
  validTo?: Date;
  /** Issued by somebody nobody trusts. */
  foreign?: boolean;
}

/** Services of the test that opens a stand. */
export interface StandParts {
  database: TestDatabase;
  jobs: TestJobsRedis;
}

/** One way of signing: what the server checks with, and the browser's side of it. */
export interface Stand {
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

export async function keyOf(authority: Authority, { owner = NATURAL, foreign, ...days }: Making) {
  const by = foreign ? await makeAuthority() : authority;
  const pair = await makeKeyPair();
  const certificate = await issueCertificate(by, pair.publicKey, owner, days);
  return { privateKey: pair.privateKey, certificate, authority: by.certificate };
}

export async function developmentStand({ database, jobs }: StandParts): Promise<Stand> {
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
    record: () => Promise.resolve(),
  });
  const app = await startTestApp((http) => registerDevelopmentKeyRoutes(http, development, signatures));
  const { cookie, person } = await app.signIn();
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (!address.startsWith('/')) return plain(address, init);
    return plain(`${app.url}${address}`, { ...init, headers: { ...init.headers, cookie } });
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

export async function eImzoStand({ database, jobs }: StandParts) {
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
