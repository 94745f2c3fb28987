import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { growingTree, leafHash, rootOf } from '#server/domains/trade/signed-records/merkle-tree.ts';
import { runProgram } from '../../fixtures/program.ts';
import { testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';
import { storeEvidence, type StoredEvidence } from '../../fixtures/stored-evidence.ts';

const redis = testRedis();
const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-evidence-'));
let database: TestDatabase;
let evidence: StoredEvidence;

beforeEach(async () => {
  database = await testDatabase();
  evidence = await storeEvidence(database, folder);
});
afterEach(() => database.close('spoiled'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function check() {
  const { status, stdout, stderr } = runProgram('server/processes/cli.ts', {
    args: ['evidence', 'check'],
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      REDIS_NAMESPACE: redis.namespace,
      FILES_FOLDER: folder,
      SAVDO_TEST: '1',
      ALLOW_TWINS: '1',
      SESSION_SECRET: 's'.repeat(40),
      OIDC_CLIENT_SECRET: 'o'.repeat(40),
    },
  });
  const broken = stdout.split('\n').filter((line) => line.startsWith('BROKEN'));
  return { status, stdout, broken, faults: stderr };
}

test('what is as it was stored is whole, and everything is looked at', () => {
  const { status, stdout, faults } = check();
  expect(faults).toBe('');
  expect(status).toBe(0);
  const counts = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => /^whole +(\d+) (.*)$/.exec(line)!.slice(1).toReversed()),
  );
  expect(Object.keys(counts)).toHaveLength(9);
  expect(Number(counts['invariants of the ledger'])).toBeGreaterThan(20);
  expect(counts).toMatchObject({
    'logs of rooms': '1',
    'documents that people signed': '1',
    'copies of protocols': '1',
    'stored files': '1',
    'statements that the operator signed': '5',
    'leaves and states of the transparency log': '4',
    'files of open data': '0',
  });
});

test('everything that was changed behind its back is named, and the rest is still looked at', async () => {
  await database.pool.query(`
    update auction_lot set terms = jsonb_set(terms, '{startPriceTiyin}', '5');
    alter table signed_document disable trigger all;
    update signed_document set document = 'I disagree';
    update protocol_file set body = 'other minutes';
    update signed_statement set document = replace(document, '"lotId":2', '"lotId":9') where kind = 'log-head';
    update signed_statement set document = overlay(document placing '0' from 60) where kind = 'protocol-code';
    update transparency_leaf set document = document || ' ' where position = 1`);
  writeFileSync(evidence.file, 'the content of a fake');
  const { status, broken, faults } = check();
  expect(status).toBe(1);
  expect(broken).toHaveLength(6);
  for (const fault of [
    `lot ${evidence.lotId}, entry 0: the terms are not those the lot was opened with`,
    'document 1 was changed',
    'P-2026-000001.pdf (public) was changed',
    `file ${evidence.key} was changed`,
    'log-head 2: changed',
    'protocol-code P-2026-000001: malformed',
    'leaf 1 was changed',
  ])
    expect(faults).toContain(fault);
});

test('a file that is missing, a signature that is not genuine and a tree that was given out otherwise are named', async () => {
  await database.pool.query(`
    alter table signed_document disable trigger all;
    update signed_document set document = 'I disagree', sha256 = encode(sha256('I disagree'), 'hex');
    update transparency_leaf set document = 'x', leaf_hash = sha256('\\x0078') where position = 0;
    delete from transparency_leaf where position >= 2`);
  rmSync(evidence.file);
  const { status, faults } = check();
  expect(status).toBe(1);
  expect(faults).toMatch(/document 1 is not genuine: /);
  expect(faults).toContain(`file ${evidence.key} is missing`);
  expect(faults).toContain('the tree is not the one whose state of size 1 was given out');
  expect(faults).toContain('the tree is not the one whose state of size 2 was given out');
  expect(faults).toContain('a state of size 3 was given out, the tree has 2');
});

test('a tile of the tree that is not that of its leaves is named', async () => {
  await database.pool.query(`
    insert into transparency_leaf (position, document, leaf_hash)
    select at, at::text, sha256('\\x00'::bytea || convert_to(at::text, 'UTF8')) from generate_series(4, 300) as at;
    insert into transparency_tile (level, index, root) values (1, 0, sha256('another tile'))`);
  const { status, broken, faults } = check();
  expect(status).toBe(1);
  expect(broken).toHaveLength(1);
  expect(faults).toContain('tile 0 of level 1 is not that of its leaves');
});

test('a tree that grows has the root of RFC 6962 at every size', () => {
  const leaves = Array.from({ length: 40 }, (_, at) => leafHash(Buffer.from(String(at))));
  const tree = growingTree();
  for (const [at, leaf] of leaves.entries()) {
    expect(tree.root()).toEqual(rootOf(leaves, 0, at));
    tree.add(leaf);
  }
});
