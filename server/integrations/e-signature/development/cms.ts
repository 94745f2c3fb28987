import { createHash } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { decode, SIGNED_DATA } from '../cms-shape.ts';
import { refused, type Verified } from '../port.ts';
import { bytesOf, readCertificate } from './certificates.ts';

const OID = {
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
} as const;

export interface SigningKey {
  privateKey: CryptoKey;
  certificate: Buffer;
  /** Certificate of the authority: included, but not trusted because of that. */
  authority: Buffer;
}

/** What is signed: the document, attached; or its SHA-256, for a detached signature. */
export type ToSign = { document: Buffer } | { sha256: Buffer };

const attribute = (type: string, value: asn1js.AsnType): pkijs.Attribute =>
  new pkijs.Attribute({ type, values: [value] });

const encode = (signed: pkijs.SignedData): Buffer =>
  Buffer.from(
    new pkijs.ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) })
      .toSchema()
      .toBER(false),
  );

const content = (document: Buffer): pkijs.EncapsulatedContentInfo =>
  new pkijs.EncapsulatedContentInfo({
    eContentType: OID.data,
    eContent: new asn1js.OctetString({ valueHex: bytesOf(document) }),
  });

/** CMS SignedData (RFC 5652) with signed type, digest and time of the content; ECDSA P-256 over SHA-256. */
export async function signCms(what: ToSign, key: SigningKey, at = new Date()): Promise<Buffer> {
  const certificate = pkijs.Certificate.fromBER(bytesOf(key.certificate));
  const digest = 'sha256' in what ? what.sha256 : createHash('sha256').update(what.document).digest();
  const signed = new pkijs.SignedData({
    version: 1,
    encapContentInfo:
      'document' in what
        ? content(what.document)
        : new pkijs.EncapsulatedContentInfo({ eContentType: OID.data }),
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(OID.contentType, new asn1js.ObjectIdentifier({ value: OID.data })),
            attribute(OID.signingTime, new asn1js.UTCTime({ valueDate: at })),
            attribute(OID.messageDigest, new asn1js.OctetString({ valueHex: bytesOf(digest) })),
          ],
        }),
      }),
    ],
    certificates: [certificate, pkijs.Certificate.fromBER(bytesOf(key.authority))],
  });
  // With signed attributes only those are signed: the placeholder of a detached content is never read.
  await signed.sign(key.privateKey, 0, 'SHA-256', new ArrayBuffer(0));
  return encode(signed);
}

/** A detached signature with its document put inside; the signature itself stays as it is. Null: unreadable. */
export function attach(pkcs7: Buffer, document: Buffer): Buffer | null {
  const signed = decode(pkcs7);
  if (!signed) return null;
  signed.encapContentInfo = content(document);
  return encode(signed);
}

function signingTime(signed: pkijs.SignedData): Date | null {
  const found = signed.signerInfos[0]?.signedAttrs?.attributes.find(({ type }) => type === OID.signingTime);
  const value: unknown = found?.values[0];
  return value instanceof asn1js.UTCTime || value instanceof asn1js.GeneralizedTime ? value.toDate() : null;
}

/** Code pkijs gives when the chain, its days or its uses do not hold. */
const CHAIN = 5;

/**
 * An attached signature: chain up to the authority, all valid when it was signed, and the signature itself.
 * The caller compares the document inside.
 */
export async function verifyCms(pkcs7: Buffer, authority: Buffer): Promise<Verified> {
  const signed = decode(pkcs7);
  const at = signed && signingTime(signed);
  const serial = signed?.signerInfos[0]?.sid;
  if (!signed || !at || !(serial instanceof pkijs.IssuerAndSerialNumber)) return refused('unreadable');
  const own = signed.certificates?.find(
    (each): each is pkijs.Certificate =>
      each instanceof pkijs.Certificate && each.serialNumber.isEqual(serial.serialNumber),
  );
  if (!own) return refused('unreadable');
  const certificate = readCertificate(own);
  const right = await verdictOf(signed, authority, at);
  if (right === 'chain')
    return refused(
      at < certificate.validFrom || at > certificate.validTo
        ? 'certificate-not-valid-then'
        : 'certificate-invalid',
    );
  if (right === 'signature') return refused('signature-invalid');
  return { verdict: 'right', facts: { certificate, signedAt: at, timestampedAt: null, said: null } };
}

async function verdictOf(
  signed: pkijs.SignedData,
  authority: Buffer,
  at: Date,
): Promise<'right' | 'chain' | 'signature'> {
  try {
    const said = await signed.verify({
      signer: 0,
      trustedCerts: [pkijs.Certificate.fromBER(bytesOf(authority))],
      checkChain: true,
      checkDate: at,
      extendedMode: true,
    });
    if (!said.signerCertificateVerified) return 'chain';
    return said.signatureVerified ? 'right' : 'signature';
  } catch (error) {
    // Not retried: pkijs throws its verdicts; any other error counts as a broken signature as well.
    return (error as { code?: unknown }).code === CHAIN ? 'chain' : 'signature';
  }
}
