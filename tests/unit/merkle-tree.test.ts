import { describe, expect, test } from 'vitest';
import { inclusionPath, leafHash, rootOf } from '#server/domains/trade/signed-records/merkle-tree.ts';
import { checkpointText, openNote, signedNote } from '#shared/trust/checkpoint.ts';
import { hasOnlyGrown, hexOfHash, rootByInclusion } from '#shared/trust/merkle-proof.ts';
import { bundleOf, entriesOf, parseTile, tilePath } from '#server/domains/trade/signed-records/tiles.ts';
import { createLocalSigner } from '#server/integrations/signer/index.ts';

/** Leaves and roots of the reference implementation of RFC 6962. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

describe('the tree', () => {
  test.each(ROOTS.map((root, size) => [size, root]))('of %i leaves has the root of the RFC', (size, root) => {
    const hashes = LEAVES.map((leaf) => leafHash(Buffer.from(leaf, 'hex')));
    expect(rootOf(hashes, 0, Number(size)).toString('hex')).toBe(root);
    expect(rootOf(hashes.slice(0, Number(size))).toString('hex')).toBe(root);
  });
});

/** Nodes of the reference implementation's tree over these leaves, by the leaves under them. */
const NODES = {
  0: ROOTS[1]!,
  1: '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  '0-1': ROOTS[2]!,
  '2-3': '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  '0-3': ROOTS[4]!,
  4: 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  '4-5': '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  '6-7': 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  '4-7': '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
} as const;
type Node = keyof typeof NODES;

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

describe('a proof', () => {
  test.each<[leaf: number, size: number, path: Node[]]>([
    [0, 1, []],
    [0, 8, [1, '2-3', '4-7']],
    [5, 8, [4, '6-7', '0-3']],
    [2, 3, ['0-1']],
    [1, 5, [0, '2-3', 4]],
  ])(
    'that leaf %i is in the tree of %i is that of the reference implementation',
    async (leaf, size, path) => {
      const hashes = LEAVES.slice(0, size).map((text) => leafHash(Buffer.from(text, 'hex')));
      const right = path.map((node) => NODES[node]);
      expect(inclusionPath(Buffer.concat(hashes), leaf).map((hash) => hash.toString('hex'))).toEqual(right);
      const lead = async (place: number, of: number, by: string[]) => {
        const root = await rootByInclusion(Uint8Array.from(hashes[leaf]!), place, of, by.map(bytesOf));
        return root && hexOfHash(root);
      };
      expect(await lead(leaf, size, right)).toBe(ROOTS[size]);
      expect(await lead(size, size, right)).toBeNull();
      expect(await lead(leaf, size, [...right, NODES[0]])).toBeNull();
      for (const [at] of right.entries()) {
        expect(await lead(leaf, size, right.toSpliced(at, 1))).toBeNull();
        expect(await lead(leaf, size, right.with(at, '0'.repeat(64)))).not.toBe(ROOTS[size]);
      }
    },
  );

  test.each<[before: number, size: number, proof: Node[]]>([
    [1, 1, []],
    [1, 8, [1, '2-3', '4-7']],
    [6, 8, ['4-5', '6-7', '0-3']],
    [2, 5, ['2-3', 4]],
  ])(
    'that the tree of %i grew to that of %i is that of the reference implementation',
    async (before, size, proof) => {
      const head = (leaves: number, root = ROOTS[leaves]!) => ({ size: leaves, root: bytesOf(root) });
      const hashes = proof.map((node) => bytesOf(NODES[node]));
      expect(await hasOnlyGrown(head(before), head(size), hashes)).toBe(true);
      expect(await hasOnlyGrown(head(before, ROOTS[0]), head(size), hashes)).toBe(false);
      expect(await hasOnlyGrown(head(before), head(size, ROOTS[0]), hashes)).toBe(false);
      expect(await hasOnlyGrown(head(before), head(size), [...hashes, bytesOf(NODES[0])])).toBe(false);
      for (const [at] of hashes.entries())
        expect(await hasOnlyGrown(head(before), head(size), hashes.toSpliced(at, 1))).toBe(false);
      expect(await hasOnlyGrown(head(size), head(before), hashes)).toBe(before === size);
    },
  );
});

describe('tiles', () => {
  test.each([
    ['/log/tile/0/000', 0, 0, 256],
    ['/log/tile/0/255.p/7', 0, 255, 7],
    ['/log/tile/1/x001/234', 1, 1_234, 256],
    ['/log/tile/entries/x001/x234/067.p/255', 'entries', 1_234_067, 255],
  ] as const)('%s has its one address', (path, level, index, width) => {
    expect(parseTile(path)).toEqual({ level, index, width });
    expect(tilePath({ level, index, width })).toBe(path);
  });

  test.each([
    '/log/tile/0/0',
    '/log/tile/0/x000/001',
    '/log/tile/0/000.p/256',
    '/log/tile/0/000.p/0',
    '/log/tile/0/000.p/07',
    '/log/tile/64/000',
    '/log/tile/x/000',
    '/log/tile/0/001/002',
    '/log/tile/0/000/',
  ])('%s is none', (path) => expect(parseTile(path)).toBeNull());

  test('of entries are read as they were written, and not when they are cut', () => {
    const bundle = bundleOf(['', 'Тошкент', '{}']);
    expect(entriesOf(bundle)?.map(String)).toEqual(['', 'Тошкент', '{}']);
    for (const cut of [1, 3, bundle.length - 1]) expect(entriesOf(bundle.subarray(0, cut))).toBeNull();
  });
});

describe('a checkpoint', () => {
  const head = { origin: 'savdo.example/log', size: 8, root: Uint8Array.from(Buffer.from(ROOTS[8]!, 'hex')) };
  const noteOf = async (secret: string) => {
    const signer = createLocalSigner(secret);
    const { keyId, publicKey } = await signer.key();
    const { signature } = await signer.sign(Buffer.from(checkpointText(head)));
    return { note: await signedNote(head, publicKey.x, signature), key: { kid: keyId, ...publicKey } };
  };

  test('has the lines of C2SP and opens with its key alone', async () => {
    const { note, key } = await noteOf('one');
    expect(note).toMatch(
      /^savdo\.example\/log\n8\n[A-Za-z0-9+/]{43}=\n\n— savdo\.example\/log [A-Za-z0-9+/=]{92}\n$/,
    );
    expect(await openNote(note, [key])).toEqual(head);
    const other = await noteOf('two');
    expect(await openNote(note, [other.key])).toBeNull();
    expect(await openNote(note, [other.key, key])).toEqual(head);
  });

  test('is refused with any other line', async () => {
    const { note, key } = await noteOf('one');
    for (const changed of [
      note.replace('\n8\n', '\n9\n'),
      note.replace('\n8\n', '\n08\n'),
      note.replace('savdo.example/log\n', 'other.example/log\n'),
      note.replace('\n\n', '\nmore\n\n'),
      note.replace('— savdo', '— other'),
      note.slice(0, -8),
      '',
    ])
      expect(await openNote(changed, [key])).toBeNull();
  });
});
