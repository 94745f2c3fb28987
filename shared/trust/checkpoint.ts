import { hexOfHash } from './merkle-proof.ts';
import { bytesOfBase64Url, isTrusted, verifyEd25519, type VerifyingKey } from './signed-statement.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A state of the tree, as C2SP tlog-checkpoint writes it. */
export interface TreeHead {
  origin: string;
  size: number;
  /** 32 bytes. */
  root: Bytes;
}

type Key = Omit<VerifyingKey, 'kid'>;

const SIGNATURE_BYTES = 64;
const KEY_HASH_BYTES = 4;
const HASH_BYTES = 32;
/** Signature types of C2SP signed-note: Ed25519 under the text, and a witness's under the text and its time. */
const ED25519 = 1;
const COSIGNATURE = 4;
const TIME_BYTES = 8;

const utf8 = new TextEncoder();

export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** null: not base64, or not as it is written. */
export function bytesOfBase64(text: string): Bytes | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return base64Of(bytes) === text ? bytes : null;
}

function joined(...parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export const checkpointText = ({ origin, size, root }: TreeHead): string =>
  `${origin}\n${size}\n${base64Of(root)}\n`;

async function keyHash(name: string, type: number, publicKey: string): Promise<Bytes> {
  const named = joined(utf8.encode(`${name}\n`), Uint8Array.of(type), bytesOfBase64Url(publicKey));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', named)).slice(0, KEY_HASH_BYTES);
}

/** The signed note of a checkpoint. */
export async function signedNote(head: TreeHead, publicKey: string, signature: Uint8Array): Promise<string> {
  const signed = joined(await keyHash(head.origin, ED25519, publicKey), signature);
  return `${checkpointText(head)}\n— ${head.origin} ${base64Of(signed)}\n`;
}

/** What a note states; null unless one of the keys signed it, by its own name: one that is not revoked. */
export async function openNote(note: string, keys: readonly Key[]): Promise<TreeHead | null> {
  const [text, lines] = splitNote(note);
  const head = headOfText(text);
  if (!head) return null;
  for (const { name, bytes } of lines) {
    if (name !== head.origin || bytes.length !== KEY_HASH_BYTES + SIGNATURE_BYTES) continue;
    for (const key of keys)
      if (
        isTrusted(key, null) &&
        startsWith(bytes, await keyHash(name, ED25519, key.x)) &&
        (await verifyEd25519(key, bytes.slice(KEY_HASH_BYTES), utf8.encode(text)))
      )
        return head;
  }
  return null;
}

/** A witness that others know: the name and the key of C2SP tlog-cosignature. */
export interface KnownWitness {
  name: string;
  key: Key;
}

/** `name+hash+key`, as C2SP signed-note writes the key of a witness; null where it is not that. */
export async function witnessOfText(text: string): Promise<KnownWitness | null> {
  // The base64 of the key may have plus signs, too.
  const [, name = '', hash, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = bytesOfBase64(encoded);
  if (bytes?.length !== 1 + HASH_BYTES || bytes[0] !== COSIGNATURE) return null;
  const witness: KnownWitness = { name, key: { kty: 'OKP', crv: 'Ed25519', x: base64UrlOf(bytes.slice(1)) } };
  return hexOfHash(await keyHash(name, COSIGNATURE, witness.key.x)) === hash ? witness : null;
}

export async function witnessText({ name, key }: KnownWitness): Promise<string> {
  const hash = hexOfHash(await keyHash(name, COSIGNATURE, key.x));
  return `${name}+${hash}+${base64Of(joined(Uint8Array.of(COSIGNATURE), bytesOfBase64Url(key.x)))}`;
}

/** The bytes that a witness signs: that at this time (s since 1970) the log had this state, and no other at that size. */
export const cosignedBytes = (text: string, atSeconds: number): Bytes =>
  utf8.encode(`cosignature/v1\ntime ${atSeconds}\n${text}`);

/** The line of a witness's signature in a note. */
export async function cosignatureLine(
  { name, key }: KnownWitness,
  atSeconds: number,
  signature: Uint8Array,
): Promise<string> {
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(atSeconds));
  return `— ${name} ${base64Of(joined(await keyHash(name, COSIGNATURE, key.x), time, signature))}\n`;
}

/** When a witness signed the text of a note, s since 1970, by the first line that is its own; null: by none of these lines. */
export async function cosignedAt(
  note: string,
  { name, key }: KnownWitness,
): Promise<{ atSeconds: number; line: string } | null> {
  const [text, lines] = splitNote(note);
  const hash = await keyHash(name, COSIGNATURE, key.x);
  for (const one of lines) {
    if (one.name !== name || !startsWith(one.bytes, hash)) continue;
    if (one.bytes.length !== KEY_HASH_BYTES + TIME_BYTES + SIGNATURE_BYTES) continue;
    const atSeconds = Number(new DataView(one.bytes.buffer).getBigUint64(KEY_HASH_BYTES));
    const signature = one.bytes.slice(KEY_HASH_BYTES + TIME_BYTES);
    if (await verifyEd25519(key, signature, cosignedBytes(text, atSeconds)))
      return { atSeconds, line: `— ${name} ${base64Of(one.bytes)}\n` };
  }
  return null;
}

/** What the text of a note states, without a look at its signatures; null: it is no checkpoint. */
export const headOfNote = (note: string): TreeHead | null => headOfText(textOfNote(note));

/** The text of a note that is signed, with its last line break. */
export const textOfNote = (note: string): string => splitNote(note)[0];

interface SignatureLine {
  name: string;
  bytes: Bytes;
}

/** null: it is no checkpoint's text. */
function headOfText(text: string): TreeHead | null {
  const [origin = '', size = '', encoded = '', ...more] = text.split('\n').slice(0, -1);
  if (more.length > 0 || origin === '' || !/^(0|[1-9]\d{0,15})$/.test(size)) return null;
  const root = bytesOfBase64(encoded);
  return root?.length === HASH_BYTES ? { origin, size: Number(size), root } : null;
}

function splitNote(note: string): [text: string, signatures: SignatureLine[]] {
  const at = note.lastIndexOf('\n\n');
  if (at < 0) return ['', []];
  const signatures = note
    .slice(at + 2)
    .split('\n')
    .flatMap((line): SignatureLine[] => {
      const [dash, name = '', value = ''] = line.split(' ');
      const bytes = bytesOfBase64(value);
      return dash === '—' && bytes ? [{ name, bytes }] : [];
    });
  return [note.slice(0, at + 1), signatures];
}

const base64UrlOf = (bytes: Uint8Array): string =>
  base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean =>
  bytes.length >= start.length && start.every((byte, at) => bytes[at] === byte);
