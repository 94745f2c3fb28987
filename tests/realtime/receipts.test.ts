import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuctionLogRepository,
  createOwnAttemptsRepository,
  writePublicLog,
} from '#server/auction/index.ts';
import { readHistories } from '#server/auction/replay/history.ts';
import { createSignedRecords } from '#server/domains/trade/signed-records/signed-records.service.ts';
import { createSignedStatementsRepository } from '#server/domains/trade/signed-records/signed-statements.repository.ts';
import { runVerifyReceiptCommand } from '#server/domains/trade/signed-records/verify-receipt-command.ts';
import { createLocalSigner } from '#server/integrations/signer/index.ts';
import { checkFiles } from '#shared/trust/check-files.ts';
import type { PublicLog } from '#shared/trust/public-log.ts';
import type { ReceiptFile } from '#shared/trust/inclusion.ts';
import type { SignedReceipt } from '#shared/trust/receipt.ts';
import { checkSignature, signedBytes } from '#shared/trust/signed-statement.ts';
import { openedRecordsOf, signedRecordsOf } from '../fixtures/protocols.ts';
import { accepted, refused } from '../fixtures/bidder.ts';
import { checkLedger } from '../fixtures/check-ledger.ts';
import { eventually } from '../fixtures/services.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../fixtures/live-node.ts';

let services: LiveServices;
let node: LiveNode;
let folder: string;
/** A finished room with a bid of each kind, and who is in it. */
let lotId: number;
let anna: string;
let bek: string;

beforeAll(async () => {
  services = await startLiveServices();
  node = await startLiveNode(services);
  folder = await mkdtemp(path.join(tmpdir(), 'savdo-receipts-'));
  anna = (await node.signIn('anna')).cookie;
  bek = (await node.signIn('bek')).cookie;
  lotId = await openRoom(node, terms({ rules: { leaderMayRaise: false } }), ['anna', 'bek']);
  const [one, two] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);
  accepted(await one.place(lotId, 1_000, { bidId: 'anna-first-1' }));
  refused(await one.place(lotId, 1_100, { bidId: 'anna-leads-1' }));
  refused(await two.place(lotId, 1_050, { bidId: 'bek-too-low-1' }));
  accepted(await two.setAuto(lotId, 2_000, 'bek-maximum-1'));
  refused(await one.setAuto(lotId, 2_000, 'anna-matched-1'));
  accepted(await two.clearAuto(lotId, 'bek-cleared-1'));
  for (const bidder of [one, two]) bidder.close();
  for (const cookie of [anna, bek])
    await eventually(
      async () => ((await attempts(cookie)).attempts.length === 3 ? true : null),
      'recorded bids',
    );
});
afterAll(async () => {
  await node.close();
  await services.close();
  await rm(folder, { recursive: true });
});

const attempts = async (cookie: string) =>
  (await node.call('GET', `/api/shop/game-view/attempts/${lotId}`, { cookie })).body as {
    attempts: {
      bidId: string;
      command: string;
      amountTiyin: number;
      verdict: string;
      reason: string | null;
    }[];
    more: boolean;
    counted: number;
  };

const text = async (address: string, cookie?: string) => {
  const answer = await fetch(`${node.url}${address}`, { headers: cookie ? { cookie } : {} });
  return { status: answer.status, text: await answer.text() };
};
const receiptFile = (bidId: string, cookie: string) =>
  text(`/api/shop/game-view/receipt/${lotId}/${bidId}`, cookie);
const receipt = async (bidId: string, cookie: string) =>
  JSON.parse((await receiptFile(bidId, cookie)).text) as SignedReceipt;
/** The domain of the node once more, with another key when one is given. */
const recordsOf = (key?: string) => signedRecordsOf(services.database, key);
const publishedKeys = async () => (await recordsOf().keys()).keys;

async function verify(...files: [name: string, content: string][]) {
  const named = await Promise.all(
    files.map(async ([name, content]) => {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return file;
    }),
  );
  const keys = path.join(folder, 'keys.json');
  await writeFile(keys, JSON.stringify({ keys: await publishedKeys() }));
  const said = { out: '', err: '' };
  const out = { line: (line: string) => (said.out += line), error: (line: string) => (said.err += line) };
  const ownKeys = () => Promise.reject(new Error('keys are given'));
  const code = await runVerifyReceiptCommand([...named, '--keys', keys], { out, ownKeys });
  return { code, ...said };
}

describe('a receipt', () => {
  it('can be had for every command of one’s own, accepted or refused, while the room runs', async () => {
    const own = await attempts(anna);
    expect(own).toMatchObject({
      more: false,
      counted: 0,
      attempts: [
        {
          bidId: 'anna-matched-1',
          command: 'set-auto',
          amountTiyin: 2_000,
          verdict: 'refused',
          reason: 'matched',
        },
        { bidId: 'anna-leads-1', command: 'place', verdict: 'refused', reason: 'already-leading' },
        { bidId: 'anna-first-1', command: 'place', amountTiyin: 1_000, verdict: 'accepted', reason: null },
      ],
    });
    const keys = await publishedKeys();
    const stated: Record<string, unknown> = {};
    for (const [cookie, { attempts: list }] of [
      [anna, own],
      [bek, await attempts(bek)],
    ] as const)
      for (const { bidId, verdict, reason } of list) {
        const signed = await receipt(bidId, cookie);
        expect(await checkSignature(signed, keys)).toBe('valid');
        expect(signed.statement).toMatchObject({
          lotId,
          bidId,
          verdict,
          reason,
          number: cookie === anna ? 1 : 2,
        });
        const { leastTiyin, seq } = signed.statement;
        stated[bidId] = [leastTiyin, seq];
      }
    // Admissions and the opening are entries 1 to 3; the maximum leads to a price of its own.
    expect(stated).toMatchObject({
      'anna-first-1': [1_000, 4],
      'anna-leads-1': [1_100, 4],
      'bek-too-low-1': [1_100, 4],
      'bek-maximum-1': [1_100, 5],
    });
  });

  it('is listed as the log has it, also where the attempt itself is recorded no more', async () => {
    const listed = () => createOwnAttemptsRepository(services.database.db).list(lotId, 'anna', 10);
    const before = await listed();
    // As months that are over are taken out.
    await services.database.pool.query(
      `set session_replication_role = replica;
       delete from auction_attempt where lot_id = ${lotId} and bid_id in ('anna-matched-1', 'anna-first-1');
       set session_replication_role = default`,
    );
    expect(await listed()).toEqual(before);
  });

  it('is only its owner’s', async () => {
    for (const bidId of ['anna-first-1', 'anna-leads-1'])
      expect((await receiptFile(bidId, bek)).status).toBe(404);
    expect((await receiptFile('never-sent-1', anna)).status).toBe(404);
    expect((await text(`/api/shop/game-view/receipt/${lotId}/anna-first-1`)).status).toBe(401);
  });

  it('is the same for ever: asked for at once, again, and after the key was changed', async () => {
    const at = await Promise.all(Array.from({ length: 8 }, () => receiptFile('bek-cleared-1', bek)));
    expect(new Set(at.map((one) => one.text)).size).toBe(1);
    const rotated = recordsOf('the key after that');
    const again = await rotated.receiptOf({ lotId, person: 'bek', bidId: 'bek-cleared-1' });
    expect(again).toEqual(JSON.parse(at[0]!.text));
    await services.database.pool.query(`delete from signed_statement where subject like '%:bek-too-low-1'`);
    const later = (await rotated.receiptOf({
      lotId,
      person: 'bek',
      bidId: 'bek-too-low-1',
    })) as SignedReceipt;
    const { keys } = await rotated.keys();
    expect(later.keyId).not.toBe((again as SignedReceipt).keyId);
    expect(keys.map(({ kid, retired_at: retiredAt }) => [kid, retiredAt === null])).toEqual([
      [later.keyId, true],
      [(again as SignedReceipt).keyId, false],
    ]);
    for (const signed of [again, later]) expect(await checkSignature(signed, keys)).toBe('valid');
  });

  it('shows before the close that the log commits to the maximum, and to no other', async () => {
    const stored = await receiptFile('bek-maximum-1', bek);
    const { out, code } = await verify(['maximum.json', stored.text]);
    expect(out).toContain('the log commits to its maximum');
    expect(code).toBe(0);
    const signed = JSON.parse(stored.text) as SignedReceipt;
    for (const change of [
      { amountTiyin: 2_001 },
      { salt: '0'.repeat(32) },
      { previousHash: '0'.repeat(64) },
    ]) {
      const statement = { ...signed.statement, ...change };
      const bytes = signedBytes({ ...signed, statement });
      const { signature } = await createLocalSigner('a secret of this test').sign(bytes);
      const forged = { ...signed, statement, signature: Buffer.from(signature).toString('base64url') };
      // The operator changed the maximum after it was committed to, and signs that.
      const said = await verify(['forged.json', JSON.stringify(forged)]);
      expect(said).toMatchObject({
        code: 1,
        err: expect.stringContaining('not the one the log committed to'),
      });
    }
  });

  it('has the proof that the transparency log has its own attempt, once it does', async () => {
    const sent: Record<string, string> = {
      'anna-first-1': anna,
      'anna-leads-1': anna,
      'anna-matched-1': anna,
    };
    const others: Record<string, string> = { 'bek-maximum-1': bek, 'bek-too-low-1': bek };
    const files = async () => {
      const all: Record<string, ReceiptFile> = {};
      for (const [bidId, cookie] of Object.entries({ ...sent, ...others }))
        all[bidId] = (await receipt(bidId, cookie)) as ReceiptFile;
      return all;
    };
    const check = async (file: object) =>
      (await checkFiles([{ name: 'one', text: JSON.stringify(file) }], await publishedKeys()))[0]!;
    for (const file of Object.values(await files())) {
      expect(file.inclusion).toBeNull();
      expect(await check(file)).toMatchObject({ proven: true, included: false });
    }
    const { logBlocks, transparencyLog } = openedRecordsOf(services.database);
    await logBlocks.add();
    await transparencyLog.checkpoint();
    const proven = await files();
    for (const file of Object.values(proven))
      expect(await check(file)).toMatchObject({ proven: true, included: true });
    expect(await logBlocks.add()).toBe(0);
    expect(await files()).toEqual(proven);

    const [first, leads] = [proven['anna-first-1']!, proven['anna-leads-1']!];
    const tooLow = proven['bek-too-low-1']!;
    const other = { proven: false, problem: { kind: 'other-attempt' } };
    expect(await check({ ...first, inclusion: leads.inclusion })).toMatchObject(other);
    expect(await check({ ...leads, inclusion: tooLow.inclusion })).toMatchObject(other);
    expect(await check({ ...leads, inclusion: first.inclusion })).toMatchObject(other);
    const { leaf } = leads.inclusion!;
    for (const change of [
      { leaf: { ...leaf, salt: '0'.repeat(32) } },
      { place: leads.inclusion!.place + 1 },
      { path: leads.inclusion!.path.toReversed() },
      { logPath: [...leads.inclusion!.logPath, '0'.repeat(64)] },
      { position: leads.inclusion!.position + 1 },
      { checkpoint: leads.inclusion!.checkpoint.replace(/\n\d+\n/, '\n9\n') },
      { more: 'than a proof has' },
    ]) {
      const changed = { ...leads, inclusion: { ...leads.inclusion, ...change } };
      expect(await check(changed), JSON.stringify(change)).toMatchObject({
        proven: false,
        problem: { kind: 'not-included' },
      });
    }
    expect(await check({ ...leads, more: 'than a receipt has' })).toMatchObject({
      proven: false,
      problem: { kind: 'malformed' },
    });
    // Nothing is learnt from the log what was sent: the leaf is not that of the attempt without its salt.
    expect(
      JSON.stringify(await services.database.pool.query('select document from transparency_leaf')),
    ).not.toMatch(/anna|bek|too-low/);
  });

  it('is proven with a downloaded log after the hammer, and no changed byte of either is', async () => {
    expect((await text(`/api/shop/game-view/log/${lotId}`)).status).toBe(409);
    await node.door.withdraw({ lotId, reason: 'by the customer' });
    await expect.poll(async () => (await text(`/api/shop/game-view/log/${lotId}`)).status).toBe(200);
    const log = (await text(`/api/shop/game-view/log/${lotId}`)).text;
    const names = { 'anna-first-1': anna, 'anna-leads-1': anna, 'anna-matched-1': anna };
    const others = { 'bek-too-low-1': bek, 'bek-maximum-1': bek, 'bek-cleared-1': bek };
    const files: [string, string][] = [];
    for (const [bidId, cookie] of Object.entries({ ...names, ...others }))
      files.push([`${bidId}.json`, (await receiptFile(bidId, cookie)).text]);
    const { code, out, err } = await verify(['log.jsonl', log], ...files);
    expect(err).toBe('');
    expect(out.match(/the log of its lot agrees/g)).toHaveLength(6);
    expect(code).toBe(0);
    const histories = path.join(folder, 'log.jsonl');
    expect((await readHistories([histories]))[0]!.expected).toMatchObject({
      outcome: 'withdrawn',
      winner: null,
    });
    expect(log).not.toMatch(/anna|bek/);

    const first = files[0]![1];
    for (const [from, to] of [
      ['"amountTiyin": 1000', '"amountTiyin": 1001'],
      ['"verdict": "accepted"', '"verdict": "refused"'],
      ['"number": 1', '"number": 2'],
    ] as const) {
      expect(first).toContain(from);
      expect((await verify(['edited.json', first.replace(from, to)])).err).toContain(
        'the signature does not fit',
      );
    }
    const keys = await publishedKeys();
    for (let at = 0; at < first.length - 1; at += 7) {
      const changed = `${first.slice(0, at)}${first[at] === '1' ? '2' : '1'}${first.slice(at + 1)}`;
      const [checked] = await checkFiles([{ name: 'one', text: changed }], keys);
      // A space between two members may be anything JSON allows; no digit is.
      expect(checked?.proven, changed.slice(at - 10, at + 10)).toBe(false);
    }
  });

  it('differs from a maximum that was changed in the database after it was committed to, which the ledger check finds', async () => {
    const { pool, db } = services.database;
    const broken = async () => (await checkLedger(db)).filter(({ number }) => number === 24);
    expect(await broken()).toEqual([]);
    // By somebody with the keys of the database.
    const change = async (by: number) => {
      await pool.query('alter table auction_entry disable trigger all');
      await pool.query(
        `update auction_entry set secret_maximum_tiyin = secret_maximum_tiyin + $1
         where lot_id = $2 and own_bid_id = 'bek-maximum-1'`,
        [by, lotId],
      );
      await pool.query('alter table auction_entry enable trigger all');
    };
    await change(1);
    expect(await broken()).toEqual([expect.objectContaining({ rows: [{ lot_id: lotId, seq: 5 }] })]);
    await change(-1);
    expect(await broken()).toEqual([]);
  });

  it('contradicts a log from which its bid was taken, although the operator signs that log', async () => {
    const log = (await text(`/api/shop/game-view/log/${lotId}`)).text;
    const parsed = JSON.parse(log) as PublicLog;
    const { db } = services.database;
    const repository = createAuctionLogRepository(db);
    const all = await repository.readEntries(lotId, 0, 100);
    // The same room without the first price, written and signed again by who has the key.
    const rest = all
      .filter(({ entry }) => entry.kind !== 'price' || entry.bidId !== 'anna-first-1')
      .map((one, i) => ({ ...one, entry: { ...one.entry, seq: i + 1 } }));
    const forger = createSignedRecords({
      signer: createLocalSigner('a secret of this test'),
      statements: {
        ...createSignedStatementsRepository(db),
        findSigned: async () => null,
        add: async (_name, { document }) => document,
      },
      log: { ...repository, readEntries: async (_lot, after, limit) => rest.slice(after, after + limit) },
      attempts: createOwnAttemptsRepository(db),
      inclusionOf: () => Promise.resolve(null),
    });
    const head = await forger.headOf(lotId);
    const lot = (await repository.readLot(lotId))!;
    let forged = '';
    const readEntries = async (_lot: number, after: number, limit: number) =>
      rest.slice(after, after + limit);
    for await (const part of writePublicLog({ readEntries }, lot, head!)) forged += part;
    const alone = await checkFiles([{ name: 'log', text: forged }], await publishedKeys());
    // One price fewer than the lot's row says is a contradiction within the file already.
    expect(alone[0]!.problem?.log).toBe('head');
    expect(parsed.entries).toHaveLength(all.length);

    const honest = JSON.parse(forged) as PublicLog;
    honest.head.statement.prices -= 1;
    const resigned = await sign(honest);
    const mine = (await receiptFile('anna-first-1', anna)).text;
    const [checkedLog, checkedReceipt] = await checkFiles(
      [
        { name: 'log', text: JSON.stringify(resigned) },
        { name: 'receipt', text: mine },
      ],
      await publishedKeys(),
    );
    expect(checkedLog!.proven).toBe(true);
    expect(checkedReceipt).toMatchObject({ proven: false, problem: { kind: 'other-history' } });
  });
});

/** A log with the operator's signature under whatever its head states. */
async function sign(log: PublicLog): Promise<PublicLog> {
  const { signature } = await createLocalSigner('a secret of this test').sign(signedBytes(log.head));
  return { ...log, head: { ...log.head, signature: Buffer.from(signature).toString('base64url') } };
}
