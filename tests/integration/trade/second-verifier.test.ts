import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toBatch } from '#server/auction/journal/commit-batch.ts';
import { JournalConnection } from '#server/auction/journal/journal-connection.repository.ts';
import { createAuctionLogRepository } from '#server/auction/state/auction-log.repository.ts';
import { canonicalBytes } from '#shared/trust/canonical-bytes.ts';
import { base64Of, openNote } from '#shared/trust/checkpoint.ts';
import type { SignedBlock } from '#shared/trust/inclusion.ts';
import { openedRecordsOf } from '../../fixtures/protocols.ts';
import { practiceTerms, progressFrom, ScriptedRoom } from '../../fixtures/scripted-room.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

/** Where Debian's package golang-golang-x-mod-dev has it. */
const LIBRARIES = '/usr/share/gocode';
const INSTALLED =
  existsSync(`${LIBRARIES}/src/golang.org/x/mod/sumdb/tlog`) &&
  ['/usr/bin/go', '/usr/local/go/bin/go'].some((file) => existsSync(file));
const PROGRAM = path.join(import.meta.dirname, '../../fixtures/second-verifier/main.go');
const LOT = 1;
const COMPILED_MS = 120_000;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'savdo-second-verifier-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

interface Check {
  entry?: string;
  place?: number;
  before?: number;
  beforeRoot?: string;
  size?: number;
  root?: string;
  path?: string[];
  note?: string;
  key?: string;
}

/** What the other implementation says of each: `right`, or why not. */
async function judge(checks: Check[]): Promise<string[]> {
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: LIBRARIES, GOCACHE: path.join(folder, 'cache') };
  const said = await new Promise<string>((resolve, reject) => {
    const child = execFile('go', ['run', PROGRAM], { env }, (error, out) =>
      error ? reject(error) : resolve(out),
    );
    child.stdin?.end(JSON.stringify(checks));
  });
  return said.trim().split('\n');
}

const fromHex = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

test.skipIf(!INSTALLED)(
  'an implementation that is not ours accepts every note and proof, and none that was changed',
  { timeout: COMPILED_MS },
  async () => {
    const opened = openedRecordsOf(database);
    const repository = createAuctionLogRepository(database.db);
    const terms = practiceTerms(LOT);
    await repository.openLot(terms);
    const room = new ScriptedRoom(terms);
    room.admit('ann', 'bob');
    const journal = await JournalConnection.open(database.url, 'writer');
    const bids: string[] = [];
    const notes: string[] = [];
    for (let block = 0; block < 7; block += 1) {
      for (let bid = 0; bid <= block; bid += 1) {
        bids.push(`bid-${block}-${bid}`);
        room.place(bid % 2 === 0 ? 'ann' : 'bob', (room.state.priceTiyin ?? 900) + 100, bids.at(-1));
      }
      const row = (await repository.readLot(LOT))!;
      await journal.commit(toBatch([progressFrom(row, room.take())]), false);
      await opened.logBlocks.add();
      notes.push(await opened.transparencyLog.checkpoint());
    }
    await journal.close();

    const { keys } = await opened.signedRecords.keys();
    const { x } = keys[0]!;
    const publicKey = Buffer.concat([Buffer.from([1]), Buffer.from(x, 'base64url')]);
    const id = Buffer.from(notes[0]!.split(' ').at(-1)!, 'base64').subarray(0, 4).toString('hex');
    const key = `savdo.example/log+${id}+${publicKey.toString('base64')}`;
    const heads = await Promise.all(notes.map(async (note) => (await openNote(note, keys))!));

    const right: Check[] = notes.map((note) => ({ note, key }));
    for (const bidId of bids) {
      const person = Number(bidId.split('-')[2]) % 2 === 0 ? 'ann' : 'bob';
      const file = await opened.signedRecords.receiptOf({ lotId: LOT, person, bidId });
      if (file === null || file === 'undecided' || !file.inclusion) throw new Error(`${bidId} has no proof`);
      const { leaf, place, path: inBlock, block, position, logPath, checkpoint } = file.inclusion;
      const { entries, attempts, counts, root } = (JSON.parse(block) as SignedBlock).statement;
      const head = (await openNote(checkpoint, keys))!;
      right.push(
        {
          entry: Buffer.from(canonicalBytes(leaf)).toString('base64'),
          place,
          size: entries + attempts + counts,
          root: fromHex(root),
          path: inBlock.map(fromHex),
        },
        {
          entry: Buffer.from(block).toString('base64'),
          place: position,
          size: head.size,
          root: base64Of(head.root),
          path: logPath.map(fromHex),
        },
      );
    }
    for (const [at, before] of heads.entries())
      for (const now of heads.slice(at + 1)) {
        const proof = await opened.transparencyLog.consistency(before.size, now.size);
        right.push({
          before: before.size,
          beforeRoot: base64Of(before.root),
          size: now.size,
          root: base64Of(now.root),
          path: proof.map((hash) => hash.toString('base64')),
        });
      }
    const wrong = right.map((check): Check => {
      if (check.note) return { ...check, note: check.note.replace(/\n(\d+)\n/, '\n1$1\n') };
      return { ...check, root: fromHex('0'.repeat(64)) };
    });
    const said = await judge([...right, ...wrong]);
    expect(said.slice(0, right.length).filter((one) => one !== 'right')).toEqual([]);
    expect(right.length).toBeGreaterThan(7 + 2 * 28);
    expect(said.slice(right.length).filter((one) => one === 'right')).toEqual([]);
    expect(said).toHaveLength(2 * right.length);
  },
);
