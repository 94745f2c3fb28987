import { CborTag, decodeCbor, encodeCbor, type Cbor } from './cbor.ts';

/** COSE_Sign1 (RFC 9052) with Ed25519: a payload, the key's id, and the signature over both. */
export interface CoseSign1 {
  /** Header parameters as they are signed, encoded. */
  protectedBytes: Uint8Array<ArrayBuffer>;
  keyId: Uint8Array<ArrayBuffer>;
  payload: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

const TAG = 18;
const HEADER = { algorithm: 1, keyId: 4 } as const;
const EDDSA = -8;

export const protectedHeader = (keyId: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  encodeCbor(
    new Map<number, Cbor>([
      [HEADER.algorithm, EDDSA],
      [HEADER.keyId, keyId],
    ]),
  );

/** The bytes under the signature. */
export const bytesToSign = ({
  protectedBytes,
  payload,
}: Pick<CoseSign1, 'protectedBytes' | 'payload'>): Uint8Array<ArrayBuffer> =>
  encodeCbor(['Signature1', protectedBytes, new Uint8Array(), payload]);

export const encodeSign1 = ({ protectedBytes, payload, signature }: Omit<CoseSign1, 'keyId'>) =>
  encodeCbor(new CborTag(TAG, [protectedBytes, new Map(), payload, signature]));

/** null: the bytes are no such message. Throws a CborError where they are no CBOR. */
export function decodeSign1(bytes: Uint8Array<ArrayBuffer>): CoseSign1 | null {
  const message = decodeCbor(bytes);
  if (!(message instanceof CborTag) || message.tag !== TAG || !Array.isArray(message.value)) return null;
  const [protectedBytes, unprotected, payload, signature, ...more] = message.value;
  if (!(protectedBytes instanceof Uint8Array) || !(unprotected instanceof Map) || more.length > 0)
    return null;
  if (!(payload instanceof Uint8Array) || !(signature instanceof Uint8Array)) return null;
  const header = decodeCbor(protectedBytes);
  if (!(header instanceof Map) || header.get(HEADER.algorithm) !== EDDSA) return null;
  const keyId = header.get(HEADER.keyId) ?? unprotected.get(HEADER.keyId);
  return keyId instanceof Uint8Array ? { protectedBytes, keyId, payload, signature } : null;
}
