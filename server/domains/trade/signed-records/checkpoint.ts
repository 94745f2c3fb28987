import { createHash, createPublicKey, verify } from 'node:crypto';
import type { ListedKey } from '#shared/trust/signed-statement.ts';

/** A state of the tree, as C2SP tlog-checkpoint writes it. */
export interface TreeHead {
  origin: string;
  size: number;
  root: Buffer;
}

type Key = Pick<ListedKey, 'kid' | 'kty' | 'crv' | 'x'>;

const SIGNATURE_BYTES = 64;
const KEY_HASH_BYTES = 4;
/** Ed25519 in C2SP signed-note. */
const ALGORITHM = Buffer.from([1]);

export const checkpointText = ({ origin, size, root }: TreeHead): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

function keyHash(name: string, publicKey: string): Buffer {
  const key = Buffer.from(publicKey, 'base64url');
  const digest = createHash('sha256').update(`${name}\n`).update(ALGORITHM).update(key).digest();
  return digest.subarray(0, KEY_HASH_BYTES);
}

/** The signed note of a checkpoint. */
export function signedNote(head: TreeHead, publicKey: string, signature: Uint8Array): string {
  const signed = Buffer.concat([keyHash(head.origin, publicKey), signature]).toString('base64');
  return `${checkpointText(head)}\n— ${head.origin} ${signed}\n`;
}

/** What a note states; null unless one of the keys signed it, by its own name. */
export function openNote(note: string, keys: readonly Key[]): TreeHead | null {
  const [text, signatures] = splitNote(note);
  const [origin = '', size = '', root = '', ...more] = text.split('\n').slice(0, -1);
  if (more.length > 0 || origin === '' || !/^(0|[1-9]\d{0,15})$/.test(size)) return null;
  const head = { origin, size: Number(size), root: Buffer.from(root, 'base64') };
  if (head.root.toString('base64') !== root || head.root.length !== 32) return null;
  const signed = signatures.split('\n').some((line) => {
    const [dash, name, value = ''] = line.split(' ');
    if (dash !== '—' || name !== origin) return false;
    const bytes = Buffer.from(value, 'base64');
    if (bytes.length !== KEY_HASH_BYTES + SIGNATURE_BYTES) return false;
    return keys.some(({ kty, crv, x }) => {
      if (!keyHash(origin, x).equals(bytes.subarray(0, KEY_HASH_BYTES))) return false;
      const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
      return verify(null, Buffer.from(text), key, bytes.subarray(KEY_HASH_BYTES));
    });
  });
  return signed ? head : null;
}

/** The signed text with its last line break, and the lines of signatures. */
function splitNote(note: string): [text: string, signatures: string] {
  const at = note.lastIndexOf('\n\n');
  return at < 0 ? ['', ''] : [note.slice(0, at + 1), note.slice(at + 2)];
}
