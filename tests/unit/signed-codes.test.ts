import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase45, toBase45 } from '#shared/trust/base45.ts';
import { CborError, CborTag, decodeCbor, encodeCbor, type Cbor } from '#shared/trust/cbor.ts';
import { bytesToSign, decodeSign1, encodeSign1 } from '#shared/trust/cose-sign1.ts';
import { verifyEd25519 } from '#shared/trust/signed-statement.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const plain = (value: Cbor): unknown =>
  value instanceof Map
    ? Object.fromEntries([...value].map(([key, one]) => [key, plain(one)]))
    : value instanceof CborTag
      ? { tag: value.tag, value: plain(value.value) }
      : value instanceof Uint8Array
        ? toHex(value)
        : Array.isArray(value)
          ? value.map(plain)
          : value;

/** RFC 8949, appendix A: those of the kinds that are used here. */
const CBOR: [Cbor, string][] = [
  [0, '00'],
  [1, '01'],
  [10, '0a'],
  [23, '17'],
  [24, '1818'],
  [25, '1819'],
  [100, '1864'],
  [1_000, '1903e8'],
  [1_000_000, '1a000f4240'],
  [1_000_000_000_000, '1b000000e8d4a51000'],
  [-1, '20'],
  [-10, '29'],
  [-100, '3863'],
  [-1_000, '3903e7'],
  [null, 'f6'],
  [hex(''), '40'],
  [hex('01020304'), '4401020304'],
  ['', '60'],
  ['a', '6161'],
  ['IETF', '6449455446'],
  ['"\\', '62225c'],
  ['ü', '62c3bc'],
  ['水', '63e6b0b4'],
  ['𐅑', '64f0908591'],
  [[], '80'],
  [[1, 2, 3], '83010203'],
  [[1, [2, 3], [4, 5]], '8301820203820405'],
  [
    Array.from({ length: 25 }, (_, at) => at + 1),
    '98190102030405060708090a0b0c0d0e0f101112131415161718181819',
  ],
  [new Map(), 'a0'],
  [
    new Map([
      [1, 2],
      [3, 4],
    ]),
    'a201020304',
  ],
  [new CborTag(1, 1_363_896_240), 'c11a514b67b0'],
];

describe('CBOR', () => {
  test.each(CBOR)('is that of the RFC: %j', (value, bytes) => {
    expect(toHex(encodeCbor(value))).toBe(bytes);
    expect(plain(decodeCbor(hex(bytes)))).toEqual(plain(value));
  });

  test.each([
    ['1817', 'a number in two bytes that fits one'],
    ['190017', 'in three'],
    ['1b0000000000000001', 'in nine'],
    ['1bffffffffffffffff', 'a number that is not exact here'],
    ['a203040102', 'keys out of order'],
    ['a201020103', 'a key twice'],
    ['a1616101', 'a key that is a text'],
    ['5f42010243030405ff', 'a length that is not stated'],
    ['f93c00', 'a fraction'],
    ['f4', 'a truth value'],
    ['0000', 'two values'],
    ['8301', 'an end too early'],
    ['62c328', 'no UTF-8'],
    ['818181818181818181818100', 'too deep'],
    ['', 'nothing'],
  ])('refuses %s: %s', (bytes) => {
    expect(() => decodeCbor(hex(bytes))).toThrow(CborError);
  });

  test('has one spelling of each value, and never takes random bytes for another', () => {
    const spelledAgain = (bytes: Uint8Array<ArrayBuffer>) => {
      try {
        return toHex(encodeCbor(decodeCbor(bytes)));
      } catch (error) {
        if (error instanceof CborError) return 'refused';
        throw error;
      }
    };
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const again = spelledAgain(Uint8Array.from(bytes));
        expect(['refused', toHex(bytes)]).toContain(again);
        seen[again === 'refused' ? 'refused' : 'taken'] += 1;
      }),
      { numRuns: 5_000, seed: 3 },
    );
    expect(seen.taken).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(0);
  });
});

describe('base45', () => {
  test.each([
    ['AB', 'BB8'],
    ['Hello!!', '%69 VD92EX0'],
    ['base-45', 'UJCLQE7W581'],
    ['ietf!', 'QED8WEX0'],
  ])('is that of RFC 9285: %s', (text, encoded) => {
    expect(toBase45(Buffer.from(text))).toBe(encoded);
    expect(Buffer.from(fromBase45(encoded)!).toString()).toBe(text);
  });

  test.each(['GGW', ':::', 'A', 'BB8A', 'bb8', '::'])('refuses %s', (text) => {
    expect(fromBase45(text)).toBeNull();
  });
});

/** cose-wg/Examples, eddsa-examples/eddsa-sig-01, with the key of RFC 8032, 7.1, test 1. */
const MESSAGE =
  'd28445a201270300a10442313154546869732069732074686520636f6e74656e742e58407142fd2ff96d56db85bee905a76ba1d0b7321a95c8c4d3607c5781932b7afb8711497dfa751bf40b58b3bcc32300b1487f3db34085eef013bf08f4a44d6fef0d';
const KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex').toString(
    'base64url',
  ),
} as const;

test('COSE_Sign1 by EdDSA is that of the working group’s example', async () => {
  const message = decodeSign1(hex(MESSAGE))!;
  expect(Buffer.from(message.payload).toString()).toBe('This is the content.');
  expect(Buffer.from(message.keyId).toString()).toBe('11');
  expect(await verifyEd25519(KEY, message.signature, bytesToSign(message))).toBe(true);
  const changed = { ...message, payload: Uint8Array.from(Buffer.from('This is the content!')) };
  expect(await verifyEd25519(KEY, message.signature, bytesToSign(changed))).toBe(false);
  expect(decodeSign1(encodeSign1(message))).toBeNull();
});
