import type * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

/** The envelope of a CMS SignedData (RFC 5652), for any algorithm. */
export const SIGNED_DATA = '1.2.840.113549.1.7.2';

/** Null: not a CMS SignedData with exactly one signer. */
export function decode(pkcs7: Buffer): pkijs.SignedData | null {
  try {
    const info = pkijs.ContentInfo.fromBER(new Uint8Array(pkcs7).buffer);
    if (info.contentType !== SIGNED_DATA) return null;
    const signed = new pkijs.SignedData({ schema: info.content as asn1js.AsnType });
    return signed.signerInfos.length === 1 ? signed : null;
  } catch {
    return null; // not retried: the same bytes stay unreadable
  }
}

/** Whether the document is inside; null: not a CMS SignedData. */
export function isAttached(pkcs7: Buffer): boolean | null {
  const signed = decode(pkcs7);
  return signed && signed.encapContentInfo.eContent !== undefined;
}

/** The document inside; null: none, or unreadable. */
export function documentInside(pkcs7: Buffer): Buffer | null {
  const inside = decode(pkcs7)?.encapContentInfo.eContent;
  return inside ? Buffer.from(inside.getValue()) : null;
}

/** Why bytes are not a signature over this challenge; null: they are, or none is expected. */
export function otherThan(
  pkcs7: Buffer,
  challenge: string | undefined,
): 'unreadable' | 'other-document' | null {
  if (challenge === undefined) return null;
  const inside = documentInside(pkcs7);
  if (!inside) return 'unreadable';
  return inside.equals(Buffer.from(challenge)) ? null : 'other-document';
}
