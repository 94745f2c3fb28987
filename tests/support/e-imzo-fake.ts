import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { documentInside } from '#server/integrations/e-signature/cms-shape.ts';
import { attach, signCms, verifyCms } from '#server/integrations/e-signature/development/cms.ts';
import {
  readCertificate,
  type Authority,
} from '#server/integrations/e-signature/development/certificates.ts';
import type { CertificateFacts } from '#server/integrations/e-signature/index.ts';
import type { SignatureRefusal } from '#shared/api/signatures.ts';
import { answeringSocket } from './web-socket-answers.ts';

/**
 * Fakes of both halves of E-IMZO after its reference: the application on a person's machine and E-IMZO-SERVER. Their
 * signatures are real CMS of an authority of the test's own; only the algorithms are not the country's.
 */
export interface HeldKey {
  certificate: Buffer;
  privateKey: CryptoKey;
  authority: Buffer;
  password: string;
  place: 'file' | 'token';
}

const dotted = (at: Date): string =>
  new Date(at.getTime() + 5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '.');
const dashed = (at: Date): string => dotted(at).replace(/\./g, '-');

export function aliasOf(facts: CertificateFacts): string {
  const parts: [string, string | null][] = [
    ['cn', facts.owner.toLowerCase()],
    ['name', 'ali'],
    ['surname', 'aliyev'],
    ['o', facts.kind === 'legal' ? 'mchj "test, sinov"' : 'koʻrsatilmagan'],
    ['t', 'direktor'],
    ['uid', facts.kind === 'natural' ? facts.tin : '400000001'],
    ['1.2.860.3.16.1.1', facts.kind === 'legal' ? facts.tin : null],
    ['1.2.860.3.16.1.2', facts.pinfl],
    ['serialnumber', facts.serial],
    ['validfrom', dotted(facts.validFrom)],
    ['validto', dotted(facts.validTo)],
  ];
  return parts
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}

interface Said {
  plugin?: string;
  name: string;
  arguments?: string[];
}

export interface FakeApplication {
  url: string;
  keys: HeldKey[];
  /** What the person types into the application's window. */
  typed: string;
  version: { major: string; minor: string };
  /** Domains and keys it admits; anything else is refused. */
  admits: string[];
  /** Every message it got. */
  heard: Said[];
  /** Hangs up without a word, as when it crashes. */
  dead: boolean;
  close(): Promise<void>;
}

export async function startFakeApplication(): Promise<FakeApplication> {
  const loaded = new Map<string, HeldKey>();
  let site: string | null = null;
  const no = (reason: string) => ({ success: false, reason });

  async function answer({ plugin, name, arguments: given = [] }: Said): Promise<object> {
    if (!plugin && name === 'version') return { success: true, ...app.version };
    if (!plugin && name === 'apikey') {
      const pairs = given.join(',');
      if (!app.admits.some((pair) => pairs.includes(pair))) return no('API-key is not valid');
      site = pairs;
      return { success: true };
    }
    if (site === null) return no('API-key was not given');
    const facts = (key: HeldKey) => readCertificate(key.certificate);
    const files = app.keys.filter(({ place }) => place === 'file');
    const tokens = app.keys.filter(({ place }) => place === 'token');
    switch (`${plugin}.${name}`) {
      case 'pfx.list_all_certificates':
        return {
          success: true,
          certificates: files.map((key, at) => ({
            ...{ disk: 'C:\\', path: 'DSKEYS', name: `DS00${at}` },
            alias: aliasOf(facts(key)),
          })),
        };
      case 'ftjc.list_all_keys':
        return {
          success: true,
          tokens: tokens.map((key, at) => ({
            ...{ cardUID: `card-${at}`, statusInfo: 'ok', ownerName: facts(key).owner },
            info: aliasOf(facts(key)),
          })),
        };
      case 'pfx.load_key': {
        const key = files.find((each) => aliasOf(facts(each)) === given[3]);
        if (!key) return no('the file is not there');
        loaded.set(`key-${loaded.size + 1}`, key);
        return { success: true, keyId: `key-${loaded.size}` };
      }
      case 'ftjc.load_key': {
        const key = tokens[Number(given[0]?.slice(5))];
        if (!key) return no('the token is not there');
        loaded.set(`key-${loaded.size + 1}`, key);
        return { success: true, keyId: `key-${loaded.size}` };
      }
      case 'pkcs7.create_pkcs7': {
        const [data64 = '', id = '', detached = 'no'] = given;
        const key = loaded.get(id);
        if (!key) return no('the key is not loaded');
        if (app.typed !== key.password)
          return no('javax.crypto.BadPaddingException: Given final block not properly padded');
        const document = Buffer.from(data64, 'base64');
        const what =
          detached === 'yes'
            ? { sha256: Buffer.from(await crypto.subtle.digest('SHA-256', document)) }
            : { document };
        return { success: true, pkcs7_64: (await signCms(what, key)).toString('base64') };
      }
      default:
        return no(`unknown function ${plugin}.${name}`);
    }
  }

  const socket = await answeringSocket(async (text) => {
    const said = JSON.parse(text) as Said;
    app.heard.push(said);
    return app.dead ? null : JSON.stringify(await answer(said));
  });
  const app: FakeApplication = {
    url: socket.url,
    keys: [],
    typed: '',
    version: { major: '4', minor: '86' },
    admits: ['localhost,TEST-KEY'],
    heard: [],
    dead: false,
    close: () => socket.close(),
  };
  return app;
}

const STATUS: Partial<Record<SignatureRefusal, number>> = {
  'signature-invalid': -10,
  'certificate-invalid': -11,
  'certificate-not-valid-then': -12,
  unreadable: -10,
};

export interface FakeServer {
  url: string;
  /** Answered instead, once for each place in the list. */
  forced: { path: string; status?: number; body: object | string }[];
  heard: { method: string; path: string; ip: string | undefined; host: string | undefined; body: string }[];
  close(): Promise<void>;
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

const named = (facts: CertificateFacts) => ({
  CN: facts.owner,
  ...(facts.kind === 'legal' ? { '1.2.860.3.16.1.1': facts.tin } : facts.tin ? { UID: facts.tin } : {}),
  ...(facts.pinfl ? { '1.2.860.3.16.1.2': facts.pinfl } : {}),
});

export async function startFakeServer(authority: Authority): Promise<FakeServer> {
  const challenges = new Set<string>();

  async function answer(path: string, body: string): Promise<object> {
    const pkcs7 = Buffer.from(body, 'base64');
    switch (path) {
      case '/frontend/challenge': {
        const challenge = randomUUID();
        challenges.add(challenge);
        return { challenge, ttl: 120, status: 1, message: '' };
      }
      case '/backend/auth': {
        const said = await verifyCms(pkcs7, authority.certificate);
        if (said.verdict === 'refused') return { status: STATUS[said.reason] ?? -1, message: said.reason };
        if (!challenges.delete(documentInside(pkcs7)?.toString('utf8') ?? ''))
          return { status: -20, message: 'challenge' };
        const { certificate } = said.facts;
        return {
          subjectCertificateInfo: {
            serialNumber: certificate.serial,
            X500Name: `CN=${certificate.owner}`,
            subjectName: named(certificate),
            validFrom: dashed(certificate.validFrom),
            validTo: dashed(certificate.validTo),
          },
          status: 1,
          message: '',
        };
      }
      case '/frontend/timestamp/pkcs7':
        return { pkcs7b64: body, timestampedSignerList: [], status: 1, message: '' };
      case '/frontend/pkcs7/make-attached': {
        const [data = '', signature = ''] = body.split('|');
        const made = attach(Buffer.from(signature, 'base64'), Buffer.from(data, 'base64'));
        return { pkcs7b64: made?.toString('base64'), status: 1, message: '' };
      }
      case '/backend/pkcs7/verify/attached': {
        const said = await verifyCms(pkcs7, authority.certificate);
        if (said.verdict === 'refused') return { status: STATUS[said.reason] ?? -1, message: said.reason };
        const { certificate, signedAt } = said.facts;
        return {
          pkcs7Info: {
            signers: [verifiedSigner(certificate, signedAt)],
            documentBase64: documentInside(pkcs7)?.toString('base64'),
          },
          status: 1,
          message: '',
        };
      }
      default:
        return { status: -9, message: 'no such function' };
    }
  }

  const server = createServer((req, res) => {
    void (async () => {
      const body = await bodyOf(req);
      const path = req.url ?? '';
      const ip = req.headers['x-real-ip'] as string | undefined;
      fake.heard.push({ method: req.method ?? '', path, ip, host: req.headers.host, body });
      const at = fake.forced.findIndex((each) => each.path === path);
      const [forced] = at < 0 ? [] : fake.forced.splice(at, 1);
      const said = forced?.body ?? (await answer(path, body));
      res.writeHead(forced?.status ?? 200, { 'Content-Type': 'application/json' });
      res.end(typeof said === 'string' ? said : JSON.stringify(said));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forced: [],
    heard: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return fake;
}

/** A signer as the service describes one about whom everything is true. */
export const verifiedSigner = (certificate: CertificateFacts, signedAt: Date) => ({
  signerId: { issuer: 'CN=TEST', subjectSerialNumber: certificate.serial },
  signingTime: dashed(signedAt),
  signature: '00',
  digest: '00',
  timeStampInfo: { time: dashed(signedAt), serialNumber: '1', tsaPolicy: '1.2.3', verified: true },
  certificate: [
    {
      subjectInfo: named(certificate),
      issuerInfo: { CN: 'TEST' },
      serialNumber: certificate.serial,
      subjectName: `CN=${certificate.owner}`,
      validFrom: dashed(certificate.validFrom),
      validTo: dashed(certificate.validTo),
      publicKey: { keyAlgName: 'OZDST-1092-2009-2' },
    },
  ],
  verified: true,
  certificateVerified: true,
  certificateValidAtSigningTime: true,
});
