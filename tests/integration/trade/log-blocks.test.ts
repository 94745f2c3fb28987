import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { toBatch } from '#server/auction/journal/commit-batch.ts';
import { JournalConnection } from '#server/auction/journal/journal-connection.repository.ts';
import { createAuctionLogRepository, type Attempt } from '#server/auction/state/auction-log.repository.ts';
import { publicChain } from '#server/auction/index.ts';
import { openSignedRecords } from '#server/domains/trade/signed-records/index.ts';
import { hashesIn, leafHash, rootOfStored } from '#server/domains/trade/signed-records/merkle-tree.ts';
import { createLocalSigner } from '#server/integrations/signer/index.ts';
import { canonicalBytes } from '#shared/trust/canonical-bytes.ts';
import { runSigningKeysCommand } from '#server/domains/trade/signed-records/signing-keys-command.ts';
import { checkFiles } from '#shared/trust/check-files.ts';
import { openNote } from '#shared/trust/checkpoint.ts';
import { checkInclusion, type SignedBlock } from '#shared/trust/inclusion.ts';
import { checkProtocolCode } from '#shared/trust/protocol-code.ts';
import { checkSignature, signedBytes } from '#shared/trust/signed-statement.ts';
import { practiceTerms, progressFrom, ScriptedRoom } from '../../fixtures/scripted-room.ts';
import { eventually, testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  return () => database.close();
});

/** What one process has of the log. */
function aProcess(secret = 'signs blocks', db = database.db) {
  const changed: number[] = [];
  const opened = openSignedRecords(db, {
    signer: createLocalSigner(secret),
    origin: () => 'savdo.example/log',
    onChanged: (lotId) => changed.push(lotId),
  });
  return { ...opened, changed };
}

/** A room whose records are committed as they come. */
async function openedRoom(lotId: number) {
  const repository = createAuctionLogRepository(database.db);
  const terms = practiceTerms(lotId);
  await repository.openLot(terms);
  const room = new ScriptedRoom(terms);
  const commit = async () => {
    const row = (await repository.readLot(lotId))!;
    const journal = await JournalConnection.open(database.url, `writer ${lotId}`);
    await journal.commit(toBatch([progressFrom(row, room.take())]), false);
    await journal.close();
  };
  return { room, commit };
}

const attempt = (bidId: string): Attempt => ({
  lotId: 1,
  person: 'ann',
  bidId,
  command: 'place',
  amountTiyin: 5,
  verdict: 'refused',
  reason: 'below-suggested',
  epoch: 1,
  seq: 1,
  headHash: null,
  repeated: false,
  receivedAt: new Date(),
  decidedAt: new Date(),
});

async function stored(): Promise<{ statement: SignedBlock['statement']; leaves: Buffer[]; ids: number[] }[]> {
  const { rows } = await database.pool.query<{ document: string; leaves: Buffer; ids: number[] }>(
    `select document, leaves, attempt_ids as ids from transparency_block join transparency_leaf using (position)
     order by position`,
  );
  return rows.map(({ document, leaves, ids }) => ({
    statement: (JSON.parse(document) as SignedBlock).statement,
    leaves: hashesIn(leaves),
    ids,
  }));
}

/** The leaves that all entries of a room have to have. */
async function leavesOf(lotId: number): Promise<string[]> {
  const repository = createAuctionLogRepository(database.db);
  const chain = publicChain((await repository.readLot(lotId))!.termsHash);
  const entries = await repository.readEntries(lotId, 0, 10_000);
  return entries.map(({ entry }) => {
    const { hash, seq } = chain.add(entry);
    return leafHash(Buffer.from(canonicalBytes({ lotId, seq, hash }))).toString('hex');
  });
}

describe('blocks of what is committed', () => {
  test('have every entry of every room once, by several processes and after a crash', async () => {
    const rooms = await Promise.all([1, 2, 3].map(openedRoom));
    const [one, two] = [aProcess(), aProcess()];
    for (const { room, commit } of rooms) {
      room.admit('ann', 'bob');
      await commit();
    }
    expect(await one.logBlocks.add()).toBe(1);
    expect(await one.logBlocks.add()).toBe(0);
    const offersInAll = async () => {
      for (const [at, { room, commit }] of rooms.entries()) {
        for (let bid = 0; bid <= at; bid += 1)
          room.place(bid % 2 === 0 ? 'ann' : 'bob', (room.state.priceTiyin ?? 900) + 100);
        await commit();
      }
    };
    const addBoth = () => Promise.all([one.logBlocks.add(), two.logBlocks.add()]);
    for (let round = 0; round < 2; round += 1) {
      await offersInAll();
      await addBoth();
    }
    await offersInAll();
    // The transaction ends without effect.
    await database.pool.query('alter table transparency_block add constraint away check (false) not valid');
    await expect(one.logBlocks.add()).rejects.toThrow('away');
    await database.pool.query('alter table transparency_block drop constraint away');
    expect(await one.logBlocks.add()).toBe(1);
    await addBoth();
    await offersInAll();
    await addBoth();
    const blocks = await stored();
    const all = blocks.flatMap(({ leaves }) => leaves.map((leaf) => leaf.toString('hex')));
    const right = (await Promise.all([1, 2, 3].map(leavesOf))).flat();
    expect(all.toSorted()).toEqual(right.toSorted());
    expect(new Set(all).size).toBe(all.length);
    expect([...one.changed, ...two.changed]).toEqual([]);
    expect((await one.signedEvidence[2]!.check()).faults).toEqual([]);
  });

  test('go no further over entries that were changed, and say which room it is', async () => {
    const { room, commit } = await openedRoom(1);
    room.admit('ann', 'bob');
    room.place('ann', 1_000);
    await commit();
    await aProcess().logBlocks.add();
    await database.pool.query(`alter table auction_entry disable trigger auction_entry_final;
      update auction_entry set entry = jsonb_set(entry, '{amountTiyin}', '1100') where kind = 'price'`);
    room.place('bob', 1_100);
    await commit();
    const later = aProcess();
    expect(await later.logBlocks.add()).toBe(0);
    expect(later.changed).toEqual([1]);
    expect(await later.logBlocks.add()).toBe(0);
    expect(later.changed).toEqual([1]);
  });

  test('wait for an attempt that was begun before, so that none is left out', async () => {
    const repository = createAuctionLogRepository(database.db);
    const { logBlocks } = aProcess();
    const slow = await database.pool.connect();
    await slow.query('begin');
    await repository.insertAttempts([attempt('first-of-all')]);
    // Draws its id, and is committed after one with a later id.
    await slow.query(
      `insert into auction_attempt (lot_id, person, bid_id, command, verdict, received_at)
       values (1, 'bob', 'begun-before', 'place', 'refused', now())`,
    );
    await repository.insertAttempts([attempt('later-than-it')]);
    const adding = logBlocks.add();
    await eventually(async () => {
      const { rows } = await database.pool.query<{ waits: boolean }>(
        `select exists (select from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())) as waits`,
      );
      return rows[0]!.waits || null;
    }, 'the wait for the writer');
    await slow.query('commit');
    slow.release();
    await adding;
    const [block] = await stored();
    expect(block!.ids).toHaveLength(3);
    expect(block!.statement).toMatchObject({ entries: 0, attempts: 3, counts: 0 });
  });

  test('note how many attempts a storm shed, by room and minute', async () => {
    const minuteMs = Math.floor(Date.now() / 60_000) * 60_000 - 10 * 60_000;
    await createAuctionLogRepository(database.db).addAttemptCounts([
      { lotId: 1, minuteMs, person: 'ann', reason: 'below-suggested', times: 40 },
      { lotId: 1, minuteMs, person: '', reason: 'not-admitted', times: 2 },
      { lotId: 2, minuteMs, person: '', reason: 'not-admitted', times: 7 },
      { lotId: 2, minuteMs: minuteMs + 10 * 60_000, person: '', reason: 'not-admitted', times: 9 },
    ]);
    const { logBlocks } = aProcess();
    expect(await logBlocks.add()).toBe(1);
    expect(await logBlocks.add()).toBe(0);
    const [block] = await stored();
    const notes = [
      { lotId: 1, minuteUs: minuteMs * 1_000, counted: 42 },
      { lotId: 2, minuteUs: minuteMs * 1_000, counted: 7 },
    ];
    expect(block!.statement.counts).toBe(2);
    expect(block!.leaves).toEqual(notes.map((note) => leafHash(Buffer.from(canonicalBytes(note)))));
  });

  test('prove each attempt of more than one block takes', async () => {
    const repository = createAuctionLogRepository(database.db);
    const ids = Array.from({ length: 1_030 }, () => randomUUID());
    for (let at = 0; at < ids.length; at += 500)
      await repository.insertAttempts(ids.slice(at, at + 500).map(attempt));
    const { room, commit } = await openedRoom(1);
    room.admit('ann');
    await commit();
    const opened = aProcess();
    expect(await opened.logBlocks.add()).toBe(2);
    expect((await stored()).map(({ statement }) => statement.attempts)).toEqual([1_024, 6]);
    await opened.transparencyLog.checkpoint();
    for (const bidId of [ids[0]!, ids[1_023]!, ids[1_024]!, ids[1_029]!]) {
      const file = await opened.signedRecords.receiptOf({ lotId: 1, person: 'ann', bidId });
      expect(file).toMatchObject({ inclusion: { leaf: { bidId } } });
      if (file === null || file === 'undecided') throw new Error('it was refused');
      const { keys } = await opened.signedRecords.keys();
      expect(await checkInclusion(file.statement, file.inclusion, keys)).toBe('included');
    }
  });

  test('of one round are added together, with the tile that is whole with them, and nothing is asked twice', async () => {
    await database.pool.query(
      `insert into transparency_leaf (position, document, leaf_hash)
       select at, at::text, sha256('\\x00'::bytea || convert_to(at::text, 'UTF8')) from generate_series(0, 254) as at`,
    );
    let asked = 0;
    const counting = database.db.withPlugin({
      transformQuery({ node }) {
        asked += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const { logBlocks, transparencyLog, signedRecords, signedEvidence } = aProcess('signs blocks', counting);
    const { room, commit } = await openedRoom(1);
    room.admit('ann', 'bob');
    await commit();
    expect(await logBlocks.add()).toBe(1);
    for (let bid = 0; bid < 2_100; bid += 1)
      room.place(bid % 2 === 0 ? 'ann' : 'bob', (room.state.priceTiyin ?? 900) + 100, `bid ${bid}`);
    await commit();
    asked = 0;
    expect(await logBlocks.add()).toBe(3);
    // News, the lock, the last block, three reads, and the lock, leaves, blocks and rooms of the end.
    expect(asked).toBe(10);
    const note = await transparencyLog.checkpoint();
    asked = 0;
    expect(await logBlocks.add()).toBe(0);
    expect(await transparencyLog.checkpoint()).toBe(note);
    expect(asked).toBe(4);
    const { keys } = await signedRecords.keys();
    for (const bidId of ['bid 0', 'bid 1021', 'bid 2099']) {
      const bid = { lotId: 1, person: Number(bidId.slice(4)) % 2 === 0 ? 'ann' : 'bob', bidId };
      await signedRecords.receiptOf(bid);
      asked = 0;
      const file = await signedRecords.receiptOf(bid);
      if (file === null || file === 'undecided') throw new Error('it was refused');
      expect(await checkInclusion(file.statement, file.inclusion, keys)).toBe('included');
      // The statement, the block, the state and all hashes of the path.
      expect(asked).toBe(4);
    }
    for (const check of signedEvidence.slice(2)) expect((await check.check()).faults).toEqual([]);
    const { rows } = await database.pool.query<{ hash: Buffer; root: Buffer }>(
      `select string_agg(leaf_hash, '' order by position) as hash, (select root from transparency_tile) as root
       from transparency_leaf where position < 256`,
    );
    expect(rows[0]!.root).toEqual(rootOfStored(rows[0]!.hash));
  });

  test('are made again where the database is an older one that lacks the last', async () => {
    const { room, commit } = await openedRoom(1);
    room.admit('ann');
    await commit();
    const one = aProcess();
    await one.logBlocks.add();
    room.place('ann', 1_000);
    await commit();
    expect(await one.logBlocks.add()).toBe(1);
    const before = await stored();
    await database.pool.query(`
      alter table transparency_leaf disable trigger user;
      delete from transparency_block_room where position = 1;
      delete from transparency_block where position = 1;
      delete from transparency_leaf where position = 1`);
    expect(await one.logBlocks.add()).toBe(1);
    expect(await stored()).toEqual(before);
    expect(await one.logBlocks.add()).toBe(0);
  });

  test('have what is before a missing entry and leave the room out from there, and go on with all others', async () => {
    const [gap, whole] = [await openedRoom(1), await openedRoom(2)];
    const wanted: string[] = [];
    for (const { room, commit } of [gap, whole]) {
      room.admit('ann', 'bob');
      room.place('ann', 1_000);
      await commit();
    }
    wanted.push((await leavesOf(1))[0]!, ...(await leavesOf(2)));
    await database.pool.query(`alter table auction_entry disable trigger auction_entry_final;
      delete from auction_entry where lot_id = 1 and seq = 2`);
    const one = aProcess();
    expect(await one.logBlocks.add()).toBe(1);
    expect(one.changed).toEqual([1]);
    expect((await stored())[0]!.leaves.map((leaf) => leaf.toString('hex'))).toEqual(wanted);
    expect(await one.logBlocks.add()).toBe(0);
  });

  test('go on with another key and a clock that was set back in the middle of a room, and prove what was before', async () => {
    const { room, commit } = await openedRoom(1);
    room.admit('ann', 'bob');
    room.place('ann', 1_000, 'before-all-that');
    await commit();
    const before = aProcess();
    await before.logBlocks.add();
    await before.transparencyLog.checkpoint();
    const asked = { lotId: 1, person: 'ann', bidId: 'before-all-that' };
    const first = await before.signedRecords.receiptOf(asked);

    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2001-01-01T00:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const after = aProcess('the key that took its place');
    room.place('bob', 1_100, 'with-the-next-key');
    await commit();
    expect(await after.logBlocks.add()).toBe(1);
    await after.transparencyLog.checkpoint();
    expect(await after.signedRecords.receiptOf(asked)).toEqual(first);
    const { keys } = await after.signedRecords.keys();
    expect(keys).toHaveLength(2);
    const later = await after.signedRecords.receiptOf({
      ...asked,
      person: 'bob',
      bidId: 'with-the-next-key',
    });
    for (const file of [first, later]) {
      if (file === null || file === 'undecided') throw new Error('it was refused');
      expect(await checkSignature(file, keys)).toBe('valid');
      expect(await checkInclusion(file.statement, file.inclusion, keys)).toBe('included');
      expect(JSON.stringify(file)).not.toContain('2001');
    }
    expect(keys.map(({ listed_at: listedAt }) => new Date(listedAt).getUTCFullYear() > 2001)).toEqual([
      true,
      true,
    ]);
    // The key of the room's first half is listed for ever; a stranger with the present one alone learns that it lacks a key.
    if (first === null || first === 'undecided') throw new Error('it was refused');
    const present = keys.filter(({ retired_at: retiredAt }) => retiredAt === null);
    expect(await checkSignature(first, present)).toBe('unknown-key');
    for (const check of after.signedEvidence) expect((await check.check()).faults).toEqual([]);
  });
});

describe('a signing key that somebody else may have', () => {
  type Opened = ReturnType<typeof aProcess>;

  async function receiptOf({ signedRecords }: Opened, bidId: string, person = 'ann') {
    const file = await signedRecords.receiptOf({ lotId: 1, person, bidId });
    if (file === null || file === 'undecided') throw new Error('it was refused');
    return file;
  }

  async function signingKeys(opened: Opened, ...args: string[]) {
    const said = { out: '', err: '' };
    const out = { line: (line: string) => (said.out += line), error: (line: string) => (said.err += line) };
    return { code: await runSigningKeysCommand(args, { out, open: () => opened }), ...said };
  }

  /** What was signed with it in the middle of a room, and the process that has the next one. */
  async function stolenInARoom() {
    const { room, commit } = await openedRoom(1);
    room.admit('ann', 'bob');
    room.place('ann', 1_000, 'before-it');
    await commit();
    const stolen = aProcess('the stolen key');
    await stolen.logBlocks.add();
    const note = await stolen.transparencyLog.checkpoint();
    const receipt = await receiptOf(stolen, 'before-it');
    const [key] = (await stolen.signedRecords.keys()).keys;
    const placeNext = async () => {
      room.place('bob', 1_100, 'after-it');
      await commit();
    };
    return { stolen, note, receipt, keyId: key!.kid, placeNext };
  }

  test('is revoked by a command once another has its place, and listed with its dates', async () => {
    const { stolen, keyId } = await stolenInARoom();
    expect(await signingKeys(stolen, 'revoke', keyId)).toMatchObject({
      code: 2,
      err: expect.stringContaining('signs at present'),
    });
    const after = aProcess('the next key');
    expect(await signingKeys(after, 'revoke', 'another')).toMatchObject({ code: 2 });
    for (const wrong of [['revoke'], ['forget', keyId], ['revoke', keyId, 'more']])
      expect(await signingKeys(after, ...wrong)).toMatchObject({
        code: 2,
        err: expect.stringContaining('usage'),
      });
    const at = await Promise.all([1, 2].map(() => signingKeys(after, 'revoke', keyId)));
    expect(at.map(({ code }) => code)).toEqual([0, 0]);
    expect(at.filter(({ out }) => out.includes('was revoked before'))).toHaveLength(1);
    expect(await signingKeys(after)).toMatchObject({
      code: 0,
      out: expect.stringContaining('counts under the first 1 entries'),
    });
    const { keys } = await after.signedRecords.keys();
    expect(keys).toMatchObject([
      { retired_at: null, revoked_at: null, trusted_log_size: null },
      { kid: keyId, retired_at: expect.any(String), revoked_at: expect.any(String), trusted_log_size: 1 },
    ]);
    await expect(
      database.pool.query('update signing_key set revoked_at = null, trusted_log_size = null'),
    ).rejects.toThrow('never changed');
  });

  test('signs nothing more of the log, and the room goes on with the next', async () => {
    const { stolen, keyId, placeNext } = await stolenInARoom();
    const after = aProcess('the next key');
    await signingKeys(after, 'revoke', keyId);
    await placeNext();
    await expect(stolen.logBlocks.add()).rejects.toThrow('is revoked');
    await expect(aProcess('the stolen key').signedRecords.keys()).rejects.toThrow('is revoked');
    expect(await after.logBlocks.add()).toBe(1);
    // It would sign the next state.
    await expect(stolen.transparencyLog.checkpoint()).rejects.toThrow('is revoked');
    await after.transparencyLog.checkpoint();
    const { keys } = await after.signedRecords.keys();
    const later = await receiptOf(after, 'after-it', 'bob');
    const [checked] = await checkFiles([{ name: 'later', text: JSON.stringify(later) }], keys);
    expect(checked).toMatchObject({ proven: true, included: true });
    for (const check of after.signedEvidence) expect((await check.check()).faults).toEqual([]);
  });

  test('proves only what the log had before: its later signatures are refused', async () => {
    const { stolen, note, receipt, keyId } = await stolenInARoom();
    const protocol = {
      number: 'P-1',
      lotId: 1,
      cause: 'hammer',
      date: '2026-01-01',
      priceTiyin: 1,
      winnerNumber: 1,
      winner: 'A***',
      journalHead: null,
    } as const;
    const { text: code } = await stolen.signedRecords.protocols.codeOf(protocol);
    const after = aProcess('the next key');
    await signingKeys(after, 'revoke', keyId);
    const { keys } = await after.signedRecords.keys();
    const check = async (file: object) =>
      (await checkFiles([{ name: '', text: JSON.stringify(file) }], keys))[0];
    const again = await receiptOf(after, 'before-it');
    expect(again.statement).toEqual(receipt.statement);
    expect(again.keyId).not.toBe(keyId);
    expect(await check(again)).toMatchObject({ proven: true, included: true });

    const refused = { proven: false, problem: { kind: 'revoked-key' } };
    // Its content is the signature's alone, wherever the proof leads.
    for (const inclusion of [null, receipt.inclusion, again.inclusion])
      expect(await check({ ...receipt, inclusion })).toMatchObject(refused);
    expect(await openNote(note, keys)).toBeNull();
    expect((await checkProtocolCode(code, keys)).check).toBe('revoked-key');
    const thief = createLocalSigner('the stolen key');
    const statement = { ...receipt.statement, amountTiyin: 9_000 };
    const { signature } = await thief.sign(signedBytes({ ...receipt, statement }));
    const forged = { ...receipt, statement, signature: Buffer.from(signature).toString('base64url') };
    for (const inclusion of [null, receipt.inclusion, again.inclusion])
      expect(await check({ ...forged, inclusion })).toMatchObject(refused);
    const size = keys[1]!.trusted_log_size!;
    expect(await checkSignature(forged, keys, size - 1)).toBe('valid');
    expect(await checkSignature(forged, keys, size)).toBe('revoked-key');
  });
});
