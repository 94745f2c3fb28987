import { randomBytes } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { statedName } from '#shared/validation/person-name.ts';
import type { CertificateFacts } from '../port.ts';

/** Names of a certificate's subject, as the country's authorities write them. */
const OID = {
  commonName: '2.5.4.3',
  /** The person's own STIR. */
  uid: '0.9.2342.19200300.100.1.1',
  /** STIR of the entity the person acts for. */
  legalTin: '1.2.860.3.16.1.1',
  pinfl: '1.2.860.3.16.1.2',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
} as const;

export const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
/** digitalSignature and nonRepudiation; keyCertSign. */
const USAGE = { sign: 0xc0, authority: 0x04 } as const;

export const makeKeyPair = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);

/** A buffer of its own: pkijs takes whole ArrayBuffers. */
export const bytesOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

const derOf = (made: { toSchema(encode?: boolean): asn1js.AsnType }): Buffer =>
  Buffer.from(made.toSchema(true).toBER(false));

type Name = pkijs.RelativeDistinguishedNames;

function nameOf(parts: readonly (readonly [oid: string, value: string | null])[]): Name {
  const typesAndValues = parts
    .filter((part): part is readonly [string, string] => part[1] !== null)
    .map(
      ([type, value]) => new pkijs.AttributeTypeAndValue({ type, value: new asn1js.Utf8String({ value }) }),
    );
  return new pkijs.RelativeDistinguishedNames({ typesAndValues });
}

interface Making {
  subject: Name;
  issuer: Name;
  publicKey: CryptoKey;
  signingKey: CryptoKey;
  validFrom: Date;
  validTo: Date;
  authority: boolean;
}

async function make(making: Making): Promise<Buffer> {
  const serial = randomBytes(8);
  // Positive, and of full length.
  serial[0] = (serial[0]! & 0x3f) | 0x40;
  const made = new pkijs.Certificate({
    version: 2,
    serialNumber: new asn1js.Integer({ valueHex: bytesOf(serial) }),
    subject: making.subject,
    issuer: making.issuer,
  });
  made.notBefore.value = making.validFrom;
  made.notAfter.value = making.validTo;
  const constraints = new pkijs.BasicConstraints(making.authority ? { cA: true, pathLenConstraint: 0 } : {});
  const usage = new asn1js.BitString({
    valueHex: bytesOf(Uint8Array.of(making.authority ? USAGE.authority : USAGE.sign)),
  });
  made.extensions = [
    new pkijs.Extension({
      extnID: OID.basicConstraints,
      critical: true,
      extnValue: constraints.toSchema().toBER(false),
    }),
    new pkijs.Extension({ extnID: OID.keyUsage, critical: true, extnValue: usage.toBER(false) }),
  ];
  await made.subjectPublicKeyInfo.importKey(making.publicKey);
  await made.sign(making.signingKey, 'SHA-256');
  return derOf(made);
}

export interface Authority {
  certificate: Buffer;
  privateKey: CryptoKey;
}

const YEAR_MS = 365 * 24 * 60 * 60_000;
const AUTHORITY = nameOf([[OID.commonName, 'Savdo development authority (worth nothing)']]);

/** A new throw-away authority, valid for ten years. */
export async function makeAuthority(now = new Date()): Promise<Authority> {
  const keys = await makeKeyPair();
  const certificate = await make({
    subject: AUTHORITY,
    issuer: AUTHORITY,
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    validFrom: new Date(now.getTime() - YEAR_MS),
    validTo: new Date(now.getTime() + 10 * YEAR_MS),
    authority: true,
  });
  return { certificate, privateKey: keys.privateKey };
}

export type Owner = Pick<CertificateFacts, 'owner' | 'kind' | 'pinfl' | 'tin'>;

/** A person's certificate; without other days it is valid for two years. */
export function issueCertificate(
  authority: Authority,
  publicKey: CryptoKey,
  owner: Owner,
  days: { validFrom?: Date; validTo?: Date } = {},
): Promise<Buffer> {
  const validFrom = days.validFrom ?? new Date(Math.floor(Date.now() / 1_000) * 1_000);
  return make({
    subject: nameOf([
      [OID.commonName, owner.owner],
      [OID.uid, owner.kind === 'natural' ? owner.tin : null],
      [OID.legalTin, owner.kind === 'legal' ? owner.tin : null],
      [OID.pinfl, owner.pinfl],
    ]),
    issuer: pkijs.Certificate.fromBER(bytesOf(authority.certificate)).subject,
    publicKey,
    signingKey: authority.privateKey,
    validFrom,
    validTo: days.validTo ?? new Date(validFrom.getTime() + 2 * YEAR_MS),
    authority: false,
  });
}

/** What a certificate says. Throws when the bytes are none. */
export function readCertificate(certificate: Buffer | pkijs.Certificate): CertificateFacts {
  const read =
    certificate instanceof pkijs.Certificate ? certificate : pkijs.Certificate.fromBER(bytesOf(certificate));
  const part = (oid: string): string | null => {
    const found = read.subject.typesAndValues.find(({ type }) => type === oid);
    return found ? String(found.value.valueBlock.value) : null;
  };
  const legalTin = part(OID.legalTin);
  return {
    serial: Buffer.from(read.serialNumber.valueBlock.valueHexView).toString('hex'),
    owner: statedName(part(OID.commonName) ?? '').name,
    kind: legalTin === null ? 'natural' : 'legal',
    pinfl: part(OID.pinfl),
    tin: legalTin ?? part(OID.uid),
    validFrom: read.notBefore.value,
    validTo: read.notAfter.value,
  };
}
