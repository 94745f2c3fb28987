import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeQR } from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuctionLogRepository, writePublicLog } from '#server/auction/index.ts';
import { runVerifyReceiptCommand } from '#server/domains/trade/signed-records/verify-receipt-command.ts';
import { createLocalSigner } from '#server/integrations/signer/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { qrSvg, SIGNED_CODE_CORRECTION } from '#server/platform/pdf/index.ts';
import { checkFiles } from '#shared/trust/check-files.ts';
import { codeInPdf } from '#shared/trust/code-in-pdf.ts';
import { checkProtocolCode, encodeClaims } from '#shared/trust/protocol-code.ts';
import { checkSignature } from '#shared/trust/signed-statement.ts';
import { startProtocolCopiesApp, type ProtocolCopiesApp } from '../../fixtures/protocol-copies-app.ts';
import { PINFL, protocolsOf, signedRecordsOf } from '../../fixtures/protocols.ts';

let copies: ProtocolCopiesApp;
let folder: string;

beforeAll(async () => {
  copies = await startProtocolCopiesApp();
  folder = await mkdtemp(path.join(tmpdir(), 'savdo-protocols-'));
});
afterAll(async () => {
  await copies.close();
  await rm(folder, { recursive: true });
});

const WINNER = { personId: 'anvar', roles: [] };
const keys = async () => (await signedRecordsOf(copies.database).keys()).keys;
const codeOf = async (number: string) => (await copies.protocols.codeFor(number, WINNER))!;
const statements = async () => {
  const { rows } = await copies.database.pool.query<{ document: string }>(
    'select document from transparency_leaf order by position',
  );
  return rows.map(
    ({ document }) => JSON.parse(document) as { format: string; statement: { number?: string } },
  );
};

async function logOf(lotId: number): Promise<string> {
  const repository = createAuctionLogRepository(copies.database.db);
  const head = await signedRecordsOf(copies.database).headOf(lotId);
  let text = '';
  for await (const part of writePublicLog(repository, (await repository.readLot(lotId))!, head!))
    text += part;
  return text;
}

/** The squares of a drawn code, as a camera would see them. */
function picture(svg: string) {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)![1]);
  const scale = 4;
  const width = side * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dy = 0; dy < scale; dy += 1)
      for (let dx = 0; dx < scale; dx += 1)
        data.set([0, 0, 0], ((Number(y) * scale + dy) * width + Number(x) * scale + dx) * 4);
  return { side, pixels: { data, width, height: width } };
}

describe('the signed code of a protocol', () => {
  test('states what the operator signed, and proves it with the public key alone', async () => {
    const { number, lotId, hammer } = await copies.sold();
    const { check, claims } = await checkProtocolCode(await codeOf(number), await keys());
    expect(check).toBe('valid');
    expect(claims).toMatchObject({
      number,
      lotId,
      cause: 'hammer',
      priceTiyin: hammer.priceTiyin,
      winnerNumber: hammer.winnerNumber,
      winner: `**********${PINFL.slice(-4)} A*** B***`,
    });
    expect(JSON.stringify(claims)).not.toMatch(/Anvar|Bekmurodov/);
    expect((await checkProtocolCode(await codeOf(number), [])).check).toBe('unknown-key');
  });

  test('is read from a picture of it, whose code is below version 15, also with the longest name', async () => {
    const { number } = await copies.sold();
    const code = await codeOf(number);
    const { pixels, side } = picture(qrSvg(code, SIGNED_CODE_CORRECTION));
    expect(decodeQR(pixels, { effort: Infinity, timeLimit: 5_000 })).toBe(code);
    const longest = {
      ...(await checkProtocolCode(code, await keys())).claims!,
      number: 'P-2026-9999999999',
      lotId: 2 ** 40,
      priceTiyin: 2 ** 52,
      cause: 'purchase' as const,
      winner: `*****6789 «${'Ўзбекистон '.repeat(20)}» МЧЖ`,
    };
    const more =
      encodeClaims(longest).length -
      encodeClaims((await checkProtocolCode(code, await keys())).claims!).length;
    const longer = `${code}${'A'.repeat(Math.ceil(more * 1.5))}`;
    const modulesOf = (drawn: number) => drawn - 8;
    for (const each of [side, picture(qrSvg(longer, SIGNED_CODE_CORRECTION)).side])
      expect((modulesOf(each) - 17) / 4).toBeLessThan(15);
  });

  test('is refused with any of its characters changed', async () => {
    const { number } = await copies.sold();
    const code = await codeOf(number);
    const trusted = await keys();
    for (let at = 0; at < code.length; at += 1) {
      const changed = `${code.slice(0, at)}${code[at] === '7' ? '8' : '7'}${code.slice(at + 1)}`;
      expect((await checkProtocolCode(changed, trusted)).check, `${at}`).not.toBe('valid');
    }
    for (const cut of [code.slice(0, -3), `${code}000`, code.toLowerCase(), ''])
      expect((await checkProtocolCode(cut, trusted)).check).toBe('malformed');
  });

  test('is the same for ever, asked for at once and after the key was changed', async () => {
    const { number } = await copies.sold();
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(number)));
    expect(new Set(codes).size).toBe(1);
    const claims = (await checkProtocolCode(codes[0]!, await keys())).claims!;
    const rotated = signedRecordsOf(copies.database, 'the key after that');
    expect(await rotated.protocols.codeOf(claims)).toEqual({ text: codes[0], signedAgainBy: null });
    expect((await checkProtocolCode(codes[0]!, (await rotated.keys()).keys)).check).toBe('valid');
    // Listed again as the present one.
    await signedRecordsOf(copies.database).keys();
  });

  test('is in the file of every copy, from which the command reads it', async () => {
    const { number } = await copies.sold();
    const pdf = await copies.bytes(`/api/shop/lot-protocols/file/${number}`, 'anvar');
    expect(await codeInPdf(Uint8Array.from(pdf))).toBe(await codeOf(number));
    const file = path.join(folder, 'protocol.pdf');
    await writeFile(file, pdf);
    const said = { out: '', err: '' };
    const out = { line: (line: string) => (said.out += line), error: (line: string) => (said.err += line) };
    const ownKeys = async () => ({ keys: await keys() });
    expect(await runVerifyReceiptCommand([file], { out, ownKeys })).toBe(0);
    expect(said.out).toContain(`protocol ${number} of lot`);
    const other = path.join(folder, 'other.pdf');
    await writeFile(other, '%PDF-1.3\nno protocol');
    expect(await runVerifyReceiptCommand([other], { out, ownKeys })).toBe(1);
  });

  test('agrees with the log of its auction, and contradicts one with another result', async () => {
    const one = await copies.sold();
    const two = await copies.sold();
    const files = async (number: string, lotId: number) => [
      { name: 'protocol', text: await codeOf(number) },
      { name: 'log', text: await logOf(lotId) },
    ];
    const [same, log] = await checkFiles(await files(one.number, one.lotId), await keys());
    expect(log).toMatchObject({ proven: true });
    expect(same).toMatchObject({ proven: true, compared: true });
    const [apart] = await checkFiles(await files(one.number, two.lotId), await keys());
    expect(apart).toMatchObject({ proven: true, compared: false });
    // A second history of the same lot, with the operator's key: its head states another journal.
    const { claims } = await checkProtocolCode(await codeOf(one.number), await keys());
    const { text: forged } = await signedRecordsOf(copies.database).protocols.codeOf({
      ...claims!,
      number: 'P-1999-000001',
      winnerNumber: 93,
    });
    const [contradicts] = await checkFiles(
      [
        { name: 'protocol', text: forged },
        { name: 'log', text: await logOf(one.lotId) },
      ],
      await keys(),
    );
    expect(contradicts).toMatchObject({ proven: false, problem: { kind: 'other-result' } });
  });
});

describe('a protocol that is cancelled after its code was printed', () => {
  test('is in the next signed list, which tells all that are from an instant', async () => {
    const [gone, stays] = [await copies.sold(), await copies.sold()];
    const printed = await codeOf(gone.number);
    const before = await protocolsOf(copies.database).status();
    const [inForce] = await checkFiles([{ name: 'code', text: printed }], await keys(), before);
    expect(inForce).toMatchObject({
      proven: true,
      force: { asOf: before.statement.asOf, cancelledOn: null },
    });

    await inTransaction(copies.database.db, (tx) =>
      copies.protocols.cancelIn(tx, gone.lotId, 'result-cancelled'),
    );
    const after = await protocolsOf(copies.database).status();
    const texts = [printed, await codeOf(stays.number)].map((text) => ({ name: 'code', text }));
    const [cancelled, other] = await checkFiles(texts, await keys(), after);
    expect(cancelled).toMatchObject({ proven: true, force: { cancelledOn: expect.stringMatching(/^20/) } });
    expect(other).toMatchObject({ proven: true, force: { cancelledOn: null } });
    // Of two lists the later one counts, whichever was known before.
    for (const [known, given] of [
      [before, after],
      [after, before],
    ] as const) {
      const list = { name: 'list', text: JSON.stringify(given) };
      const [checked, listed] = await checkFiles([...texts.slice(0, 1), list], await keys(), known);
      expect(checked?.force?.asOf).toBe(after.statement.asOf);
      expect(listed).toMatchObject({ proven: true, list: given.statement });
    }
    // One that somebody else wrote counts for nothing.
    const forged = structuredClone(after);
    forged.statement.cancelled = [];
    forged.statement.asOf = '2999-01-01T00:00:00.000Z';
    const [still, refused] = await checkFiles(
      [...texts.slice(0, 1), { name: 'list', text: JSON.stringify(forged) }],
      await keys(),
      after,
    );
    expect(still?.force?.cancelledOn).not.toBeNull();
    expect(refused).toMatchObject({ proven: false, problem: { kind: 'changed' } });
  });

  test('is in the transparency log twice: when it was signed and when it was cancelled, without its buyer', async () => {
    const { number, lotId } = await copies.sold();
    await Promise.all([copies.protocols.sign(number), copies.protocols.sign(number)]);
    await inTransaction(copies.database.db, (tx) => copies.protocols.cancelIn(tx, lotId, 'result-cancelled'));
    await copies.protocols.sign(number);
    await copies.protocols.sign(number);
    const own = (await statements()).filter(({ statement }) => statement.number === number);
    expect(own.map(({ format }) => format)).toEqual(['savdo-protocol-1', 'savdo-protocol-cancelled-1']);
    expect(JSON.stringify(own)).not.toMatch(/Anvar|A\*\*\*|winner|price/);
    for (const one of own) expect(await checkSignature(one, await keys())).toBe('valid');
    const { rows } = await copies.database.pool.query(
      `select topic from outbox where payload ->> 'number' = $1 order by id`,
      [number],
    );
    expect(rows.map(({ topic }) => topic as string)).toEqual(['protocol.recorded', 'protocol.cancelled']);
  });
});

// The key of this file's server: the last test.
describe('a protocol whose key was revoked after its code was printed', () => {
  test('has another code with the same claims, in new copies and in the transparency log; the first is refused', async () => {
    const { number } = await copies.sold();
    const printed = await codeOf(number);
    const before = await copies.bytes(`/api/shop/lot-protocols/file/${number}`, 'anvar');
    const { claims } = await checkProtocolCode(printed, await keys());
    const next = signedRecordsOf(copies.database, 'the key in its place');
    await next.keys();
    const { keyId: stolen } = await createLocalSigner('a secret of this test').key();
    expect((await next.protocols.codeOf(claims!)).text).toBe(printed);
    expect(await next.revokeKey(stolen)).toBe('revoked');

    // Two askers at once get one.
    const again = await Promise.all([1, 2, 3].map(() => next.protocols.codeOf(claims!)));
    const { keys: listed } = await next.keys();
    const code = again[0]!.text;
    expect(new Set(again.map(({ text }) => text)).size).toBe(1);
    expect(again[0]!.signedAgainBy).toBe(listed[0]!.kid);
    // What is signed again is what was signed, whatever is asked.
    const asked = { ...claims!, priceTiyin: 1 };
    expect((await next.protocols.codeOf(asked)).text).toBe(code);
    expect(await checkProtocolCode(code, listed)).toEqual({ check: 'valid', claims });
    const [old] = await checkFiles([{ name: 'code', text: printed }], listed);
    expect(old).toMatchObject({
      proven: false,
      problem: { kind: 'revoked-code', revokedOn: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) },
    });
    const inLog = (await statements()).filter(({ statement }) => statement.number === number);
    expect(inLog.map(({ format }) => format)).toEqual(['savdo-protocol-1', 'savdo-protocol-1']);
    expect(new Set(inLog.map((one) => JSON.stringify(one.statement))).size).toBe(2);

    // A process that still has the stolen key reads the new code, and signs no other.
    expect(await codeOf(number)).toBe(code);
    const file = await copies.bytes(`/api/shop/lot-protocols/file/${number}`, 'anvar');
    expect(await codeInPdf(Uint8Array.from(file))).toBe(code);
    expect(await codeInPdf(Uint8Array.from(before))).toBe(printed);
    expect(await copies.bytes(`/api/shop/lot-protocols/file/${number}`, 'anvar')).toEqual(file);
    const other = { ...claims!, number: 'P-1999-000002' };
    await expect(signedRecordsOf(copies.database).protocols.codeOf(other)).rejects.toThrow('is revoked');
  });
});
