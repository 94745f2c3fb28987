import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createSignedStatementsRepository } from '#server/domains/trade/signed-records/signed-statements.repository.ts';
import {
  checkpointText,
  cosignatureLine,
  cosignedBytes,
  openNote,
  signedNote,
  textOfNote,
  witnessText,
} from '#shared/trust/checkpoint.ts';
import { CopyContradictsLog, createLogCopy } from '#server/domains/trade/signed-records/log-copy.ts';
import { leafHash, rootOf } from '#server/domains/trade/signed-records/merkle-tree.ts';
import { runMonitorCommand } from '#server/domains/trade/signed-records/monitor-command.ts';
import { bundleOf, parseTile, tilePath, TILE_WIDTH } from '#server/domains/trade/signed-records/tiles.ts';
import { createTransparencyLogRepository } from '#server/domains/trade/signed-records/transparency-log.repository.ts';
import { createTransparencyLog } from '#server/domains/trade/signed-records/transparency-log.ts';
import { createFolderStorage, StorageAway } from '#server/integrations/file-storage/index.ts';
import { createLocalSigner } from '#server/integrations/signer/index.ts';
import { migrateToLatest } from '#server/platform/database/index.ts';
import { HEAD_FORMAT } from '#shared/trust/public-log.ts';
import { signedBytes } from '#shared/trust/signed-statement.ts';
import { migrateBefore } from '../../fixtures/older-schema.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const ORIGIN = 'savdo.example/log';
const signer = createLocalSigner('signs this log');

let database: TestDatabase;
let folder: string;
let server: Server;
let url: string;
/** What the server at `url` answers. */
let serve: (address: string) => Promise<Buffer | string | null>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'savdo-monitor-'));
  server = createServer((req, res) => {
    void serve(req.url ?? '').then((body) => res.writeHead(body === null ? 404 : 200).end(body ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  database = await testDatabase();
  return () => database.close();
});

async function headOf(
  lotId: number,
  winnerNumber = 1,
  by = signer,
): Promise<{ keyId: string; document: string }> {
  const { keyId } = await by.key();
  const statement = { lotId, winnerNumber };
  const { signature } = await by.sign(signedBytes({ format: HEAD_FORMAT, keyId, statement }));
  const signed = {
    format: HEAD_FORMAT,
    keyId,
    statement,
    signature: Buffer.from(signature).toString('base64url'),
  };
  return { keyId, document: JSON.stringify(signed) };
}

function theLog({ db }: Pick<TestDatabase, 'db'> = database) {
  const statements = createSignedStatementsRepository(db);
  const listKey = async () => {
    const { keyId, publicKey } = await signer.key();
    await statements.listKey(keyId, publicKey.x);
  };
  const leaves = createTransparencyLogRepository(db);
  const log = createTransparencyLog({ leaves, signer, listKey, origin: () => ORIGIN });
  const close = async (lotId: number) => {
    await listKey();
    const name = { kind: 'log-head', subject: String(lotId) } as const;
    await statements.add(name, { lotId, person: null, ...(await headOf(lotId)) });
  };
  return { log, leaves, close };
}

const keys = async () => {
  const { keyId, publicKey } = await signer.key();
  return JSON.stringify({ keys: [{ kid: keyId, ...publicKey }] });
};

/** Leaves without any tiles, faster than one by one. */
const insertLeaves = ({ pool }: TestDatabase, size: number) =>
  pool.query(
    `insert into transparency_leaf (position, document, leaf_hash)
     select at, at::text, sha256('\\x00'::bytea || convert_to(at::text, 'UTF8'))
     from generate_series(0, $1::int - 1) as at`,
    [size],
  );

/** The real log, as its routes give it out. */
const serveLog = ({ log }: ReturnType<typeof theLog>) => {
  serve = async (address) => {
    if (address === '/.well-known/savdo-keys.json') return keys();
    if (address === '/log/checkpoint') return log.checkpoint();
    const tile = parseTile(address);
    return tile && log.tile(tile);
  };
};

/** A log of these documents with a signed checkpoint, right in itself: what an operator with the key could show. */
const serveDocuments = (documents: readonly string[], by = signer) => {
  serve = async (address) => {
    if (address === '/.well-known/savdo-keys.json') return keys();
    if (address === '/log/checkpoint') {
      const root = rootOf(documents.map((document) => leafHash(Buffer.from(document))));
      const head = { origin: ORIGIN, size: documents.length, root: Uint8Array.from(root) };
      const { publicKey } = await by.key();
      const { signature } = await by.sign(Buffer.from(checkpointText(head)));
      return signedNote(head, publicKey.x, signature);
    }
    const tile = parseTile(address);
    return tile && bundleOf(documents.slice(tile.index * TILE_WIDTH, tile.index * TILE_WIDTH + tile.width));
  };
};

async function look(state: string, ...more: string[]) {
  const said = { out: '', err: '' };
  const out = { line: (line: string) => (said.out += line), error: (line: string) => (said.err += line) };
  const code = await runMonitorCommand([url, '--state', path.join(folder, state), ...more], out);
  return { code, ...said };
}

const documentsOf = (...lots: (number | [lotId: number, winner: number])[]) =>
  Promise.all(
    lots.map(async (lot) => (await (typeof lot === 'number' ? headOf(lot) : headOf(...lot))).document),
  );

describe('the log of finished rooms', () => {
  test('grows by each head once, also of many at once, and a monitor follows it', async () => {
    const own = theLog();
    serveLog(own);
    const empty = await openNote(await own.log.checkpoint(), [(await signer.key()).publicKey]);
    expect(empty).toMatchObject({ size: 0, root: Uint8Array.from(rootOf([])) });
    expect(await look('grows')).toMatchObject({ code: 0, out: expect.stringContaining('0 entries') });
    await Promise.all(Array.from({ length: 20 }, (_, at) => own.close(at + 1)));
    await own.close(1);
    expect(await look('grows')).toMatchObject({
      code: 0,
      out: expect.stringContaining('20 entries, 20 of them new'),
    });
    const note = await own.log.checkpoint();
    expect(await own.log.checkpoint()).toBe(note);
    for (let lotId = 21; lotId <= 300; lotId += 1) await own.close(lotId);
    expect(await look('grows')).toMatchObject({
      code: 0,
      out: expect.stringContaining('300 entries, 280 of them new'),
    });
    expect(await look('grows')).toMatchObject({ code: 0, out: expect.stringContaining('0 of them new') });

    const hashes = await own.leaves.hashes(0, 0, 300);
    const whole = await own.log.tile({ level: 0, index: 0, width: 256 });
    expect(whole).toEqual(Buffer.concat(hashes.slice(0, 256)));
    expect(await own.log.tile({ level: 0, index: 1, width: 44 })).toEqual(Buffer.concat(hashes.slice(256)));
    expect(await own.log.tile({ level: 1, index: 0, width: 1 })).toEqual(rootOf(hashes, 0, 256));
    for (const missing of [
      { level: 0, index: 1, width: 45 },
      { level: 0, index: 2, width: 1 },
      { level: 1, index: 0, width: 2 },
    ] as const)
      expect(await own.log.tile(missing)).toBeNull();
  });

  test('has the root of all its leaves, made from the tiles that an earlier release did not have', async () => {
    const earlier = await testDatabase('empty');
    onTestFinished(() => earlier.close());
    await migrateBefore(earlier, '0323');
    const before = TILE_WIDTH ** 2 - 1;
    await insertLeaves(earlier, before);
    await migrateToLatest(earlier);
    const own = theLog(earlier);
    // One leaf before a tile of tiles is whole, with it, and one behind it.
    for (let size = before; size <= before + 2; size += 1) {
      const hashes = await own.leaves.hashes(0, 0, size);
      expect(hashes).toHaveLength(size);
      const note = await own.log.checkpoint();
      expect(note.split('\n').slice(1, 3)).toEqual([`${size}`, rootOf(hashes).toString('base64')]);
      await own.close(size);
    }
    const whole = await own.leaves.hashes(0, 0, TILE_WIDTH ** 2);
    const last = rootOf(whole, before + 1 - TILE_WIDTH);
    expect((await own.log.tile({ level: 1, index: 0, width: 256 }))?.subarray(-32)).toEqual(last);
    expect(await own.log.tile({ level: 2, index: 0, width: 1 })).toEqual(rootOf(whole));
    expect(await own.log.tile({ level: 2, index: 0, width: 2 })).toBeNull();
  });

  test('has a copy in file storage that a monitor follows as the log itself', async () => {
    const own = theLog();
    const storage = createFolderStorage(path.join(folder, 'copied'));
    const { update } = createLogCopy({ ...own, storage });
    serve = async (address) => {
      if (address === '/.well-known/savdo-keys.json') return keys();
      // As a server of static files reads a folder, whatever is behind the question mark.
      const name = address.slice(1).split('?')[0] as string;
      return (await storage.sizeOf(name)) === null ? null : buffer(await storage.read(name));
    };
    expect(await update()).toBe(0);
    expect(await look('copy')).toMatchObject({ code: 0, out: expect.stringContaining('0 entries') });
    for (const size of [1, 255, 256, 300]) {
      for (let lotId = (await own.leaves.size()) + 1; lotId <= size; lotId += 1) await own.close(lotId);
      expect(await update()).toBe(size);
      expect(await look('copy')).toMatchObject({
        code: 0,
        out: expect.stringContaining(`${size} entries`),
      });
      for (const tile of [
        { level: 'entries', index: 0, width: Math.min(size, TILE_WIDTH) },
        { level: 0, index: 0, width: Math.min(size, TILE_WIDTH) },
      ] as const) {
        const copied = await buffer(await storage.read(tilePath(tile).slice(1)));
        expect(copied).toEqual(await own.log.tile(tile));
      }
    }
    expect(await buffer(await storage.read('log/tile/1/000.p/1'))).toHaveLength(32);
    // What only former states needed is gone.
    const names = await readdir(path.join(folder, 'copied', 'log'), { recursive: true });
    expect(names.filter((name) => /\.p\/\d+$/.test(name)).toSorted()).toEqual([
      'tile/0/001.p/44',
      'tile/1/000.p/1',
      'tile/entries/001.p/44',
    ]);
    // Several workers at once leave a whole copy.
    for (let lotId = 301; lotId <= 310; lotId += 1) await own.close(lotId);
    await Promise.all([update(), update(), update()]);
    expect(await look('copy')).toMatchObject({ code: 0, out: expect.stringContaining('310 entries') });
  });

  test('has a copy that stays as it was where writing ends midway, and is whole with the next round', async () => {
    const own = theLog();
    const storage = createFolderStorage(path.join(folder, 'interrupted'));
    await own.close(1);
    await createLogCopy({ ...own, storage }).update();
    const before = await buffer(await storage.read('log/checkpoint'));
    await own.close(2);
    let left = 1;
    const full: typeof storage = {
      ...storage,
      put: async (key, file) => {
        if ((left -= 1) < 0) throw new StorageAway(new Error('no space left'));
        await storage.put(key, file);
      },
    };
    await expect(createLogCopy({ ...own, storage: full }).update()).rejects.toThrow(StorageAway);
    expect(await buffer(await storage.read('log/checkpoint'))).toEqual(before);
    expect(await storage.sizeOf('log/tile/entries/000.p/1')).not.toBeNull();
    expect(await createLogCopy({ ...own, storage }).update()).toBe(2);
  });

  test('is not written over a copy of another log, a longer one, or another history', async () => {
    const storage = createFolderStorage(path.join(folder, 'other'));
    const other = await testDatabase();
    onTestFinished(() => other.close());
    const longer = theLog(other);
    for (const lotId of [7, 8]) await longer.close(lotId);
    await createLogCopy({ ...longer, storage }).update();
    const before = await buffer(await storage.read('log/checkpoint'));
    const own = theLog();
    const { update } = createLogCopy({ ...own, storage });
    for (const size of [1, 2, 3]) {
      await own.close(size);
      await expect(update()).rejects.toThrow(CopyContradictsLog);
    }
    expect(await buffer(await storage.read('log/checkpoint'))).toEqual(before);
  });

  test('is not written over once a leaf was changed under a state that was published, which the database still has', async () => {
    const storage = createFolderStorage(path.join(folder, 'rewritten'));
    const own = theLog();
    for (const lotId of [1, 2]) await own.close(lotId);
    const { update } = createLogCopy({ ...own, storage });
    await update();
    const before = await buffer(await storage.read('log/checkpoint'));
    const { document } = await headOf(1, 9);
    await database.pool.query(`
      alter table transparency_leaf disable trigger user;
      update transparency_leaf set document = '${document}', leaf_hash = '\\x${leafHash(Buffer.from(document)).toString('hex')}'
      where position = 0;
      alter table transparency_leaf enable trigger user`);
    await own.close(3);
    await expect(update()).rejects.toThrow(CopyContradictsLog);
    expect(await buffer(await storage.read('log/checkpoint'))).toEqual(before);
  });

  test('writes a new head and a new state without reading them again', async () => {
    const asked: string[] = [];
    const db = database.db.withPlugin({
      transformQuery({ node }) {
        asked.push(node.kind);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const statements = createSignedStatementsRepository(db);
    const head = await headOf(1);
    await theLog().close(2);
    const name = { kind: 'log-head', subject: '1' } as const;
    expect(await statements.add(name, { lotId: 1, person: null, ...head })).toBe(head.document);
    const leaves = createTransparencyLogRepository(db);
    expect(await leaves.addCheckpoint(1, 'note', head.keyId)).toBe('note');
    expect(asked).not.toContain('SelectQueryNode');
    // What is there already counts.
    const later = { lotId: 1, person: null, ...(await headOf(1, 9)) };
    expect(await statements.add(name, later)).toBe(head.document);
    expect(await leaves.addCheckpoint(1, 'another', head.keyId)).toBe('note');
  });

  test('signs no state of a tree that lacks a tile', async () => {
    const own = theLog();
    await insertLeaves(database, TILE_WIDTH + 1);
    await expect(own.log.checkpoint()).rejects.toThrow('tiles of level 1 are missing');
    expect(await own.leaves.checkpoint(TILE_WIDTH + 1)).toBeNull();
  });

  test.each([
    ['a head is edited', [1, [2, 9], 3], 'another history'],
    ['the end is cut off', [1, 2], 'shorter than it was'],
    ['two heads change places', [2, 1, 3], 'another history'],
    ['a former head is edited while the log grows', [1, [2, 9], 3, 4], 'another history'],
    ['a head is left out while the log grows', [1, 3, 4, 5], 'another history'],
  ] as const)('alarms the monitor when %s, although it is signed again', async (name, lots, words) => {
    serveDocuments(await documentsOf(1, 2, 3));
    expect((await look(name)).code).toBe(0);
    serveDocuments(await documentsOf(...(lots as readonly (number | [number, number])[])));
    const { code, err } = await look(name);
    expect(err).toContain(words);
    // Both signed notes: with them anybody else is convinced, too.
    expect(err.match(new RegExp(`— ${ORIGIN}`, 'g'))).toHaveLength(2);
    expect(code).toBe(1);
    expect((await look(name)).code).toBe(1);
  });

  test('alarms the monitor when the key is another, an entry is foreign, or a tile does not fit', async () => {
    serveDocuments(await documentsOf(1, 2, 3));
    expect((await look('others')).code).toBe(0);
    serveDocuments(await documentsOf(1, 2, 3, 4), createLocalSigner('somebody else'));
    expect(await look('others')).toMatchObject({
      code: 1,
      err: expect.stringContaining('not signed with a known key'),
    });
    const foreign = await headOf(4, 1, createLocalSigner('somebody else'));
    serveDocuments([...(await documentsOf(1, 2, 3)), foreign.document]);
    expect(await look('others')).toMatchObject({
      code: 1,
      err: expect.stringContaining('not signed by the operator'),
    });
    const honest = await documentsOf(1, 2, 3, 4);
    serveDocuments(honest);
    const whole = serve;
    serve = async (address) =>
      address.startsWith('/log/tile') ? bundleOf(honest.toReversed()) : whole(address);
    expect(await look('others')).toMatchObject({
      code: 1,
      err: expect.stringContaining('do not lead to the root'),
    });
    serve = async () => null;
    expect((await look('others')).code).toBe(2);
    serveDocuments(honest);
    expect((await look('others')).code).toBe(0);
  });

  test('is read by the monitor from where it was verified, also by one of an earlier release', async () => {
    const own = theLog();
    serveLog(own);
    for (let lotId = 1; lotId <= 300; lotId += 1) await own.close(lotId);
    await look('goes-on');
    for (let lotId = 301; lotId <= 310; lotId += 1) await own.close(lotId);
    const asked: string[] = [];
    const whole = serve;
    serve = (address) => {
      asked.push(address);
      return whole(address);
    };
    expect(await look('goes-on')).toMatchObject({ code: 0, out: expect.stringContaining('10 of them new') });
    expect(asked).toEqual(['/log/checkpoint', '/log/tile/entries/001.p/54']);
    // A state without subtrees, and one whose subtrees somebody changed.
    const file = path.join(folder, 'goes-on');
    const state = JSON.parse(await readFile(file, 'utf8')) as { subtrees?: string[] };
    await writeFile(file, JSON.stringify({ ...state, subtrees: undefined }));
    expect(await look('goes-on')).toMatchObject({ code: 0, out: expect.stringContaining('0 of them new') });
    expect((JSON.parse(await readFile(file, 'utf8')) as { subtrees: string[] }).subtrees).toEqual(
      state.subtrees,
    );
    await writeFile(file, JSON.stringify({ ...state, subtrees: state.subtrees!.toReversed() }));
    expect(await look('goes-on')).toMatchObject({ code: 2, err: expect.stringContaining('state file') });
  });
});

/** A witness's signature under a signed note. */
async function aWitness() {
  const own = createLocalSigner('the key of the witness');
  const witness = { name: 'witness.example/one', key: (await own.key()).publicKey };
  const sign = async (note: string) => {
    const { signature } = await own.sign(cosignedBytes(textOfNote(note), 1_700_000_000));
    return `${note}${await cosignatureLine(witness, 1_700_000_000, signature)}`;
  };
  return { text: await witnessText(witness), sign };
}

describe('a monitor that asks for a witness', () => {
  /** Shows this log with the state of that one as the witness signed it. */
  async function shown(documents: readonly string[], witnessed: readonly string[] | null) {
    const { text, sign } = await aWitness();
    serveDocuments(witnessed ?? documents);
    const note = await serve('/log/checkpoint');
    const signed = witnessed && (await sign(String(note)));
    serveDocuments(documents);
    const whole = serve;
    serve = async (address) => (address.includes('witness=witness.example%2Fone') ? signed : whole(address));
    return text;
  }

  test.each([
    ['the same log', [1, 2, 3], [1, 2, 3], 0, '3 entries'],
    ['an earlier state of it', [1, 2, 3, 4], [1, 2], 0, '4 entries'],
    ['a log that is forked for this reader only', [1, 2, 7, 8], [1, 2, 3], 1, 'another log'],
    ['a log in which one head is edited for this reader', [1, [2, 9], 3], [1, 2, 3], 1, 'another log'],
    ['a log that is shortened for this reader', [1, 2], [1, 2, 3], 1, 'another log'],
    ['a log that the witness never signed', [1, 2], null, 1, 'no state of this log'],
  ] as const)('compares it with %s', async (name, lots, witnessed, code, words) => {
    const listOf = (some: readonly (number | readonly [number, number])[]) =>
      documentsOf(...(some as readonly (number | [number, number])[]));
    const witness = await shown(await listOf(lots), witnessed && (await listOf(witnessed)));
    const said = await look(`witnessed ${name}`, '--witness', witness);
    expect(said).toMatchObject({ code });
    expect(`${said.out}${said.err}`).toContain(words);
    expect((await look(`not witnessed ${name}`)).code).toBe(0);
  });

  test('compares a state that is behind its own last look, and takes no signature of another', async () => {
    const documents = await documentsOf(1, 2, 3, 4);
    const witness = await shown(documents, documents.slice(0, 2));
    expect((await look('behind')).code).toBe(0);
    expect((await look('behind', '--witness', witness)).code).toBe(0);
    const { publicKey } = await createLocalSigner('another witness').key();
    const other = await witnessText({ name: 'witness.example/one', key: publicKey });
    expect(await look('behind', '--witness', other)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no state of this log'),
    });
    expect(await look('behind', '--witness', 'no key')).toMatchObject({
      code: 2,
      err: expect.stringContaining('name+hash+key'),
    });
  });

  test('is shown the last state that a witness signed', async () => {
    const own = theLog();
    const { sign } = await aWitness();
    expect(await own.log.checkpointOf('witness.example/one')).toBeNull();
    await own.close(1);
    const first = await own.log.checkpoint();
    const signed = await sign(first);
    await own.leaves.addCosignature('witness.example/one', 1, signed.slice(first.length));
    await own.close(2);
    await own.log.checkpoint();
    expect(await own.log.checkpointOf('witness.example/one')).toBe(signed);
    expect(await own.log.checkpointOf('witness.example/two')).toBeNull();
  });
});
