import { describe, expect, test } from 'vitest';
import { leafHash, rootOf } from '#server/domains/trade/signed-records/merkle-tree.ts';
import { checkpointText, openNote, signedNote } from '#shared/trust/checkpoint.ts';
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
