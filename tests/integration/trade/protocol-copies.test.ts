import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuctionLogRepository } from '#server/auction/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { qrSvg } from '#server/platform/pdf/index.ts';
import { customerProtocols, lotProtocols } from '#shared/api/cabinet/protocols.ts';
import type { Contract } from '#shared/api/contract.ts';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { ProtocolCancelReason } from '#shared/lifecycles/protocol.ts';
import { formatMoney } from '#shared/money/money.ts';
import { tashkentDateTime } from '#shared/time/tashkent.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { startProtocolCopiesApp, type ProtocolCopiesApp } from '../../fixtures/protocol-copies-app.ts';
import { readPdf } from '../../fixtures/pdf-text.ts';
import { ADDRESS, PINFL, REGION } from '../../fixtures/protocols.ts';

let copies: ProtocolCopiesApp;
let { database, app, protocols, cookies, ended, sold, get, bytes, fullText } = {} as ProtocolCopiesApp;

beforeAll(async () => {
  copies = await startProtocolCopiesApp();
  ({ database, app, protocols, cookies, ended, sold, get, bytes, fullText } = copies);
});
afterAll(() => copies.close());

/** Not on every machine: where it is, the documents pass its check. */
const QPDF = 'qpdf';

const cancel = (lotId: number, reason: ProtocolCancelReason) =>
  inTransaction(database.db, (tx) => protocols.cancelIn(tx, lotId, reason));

/** The masked copy, as anybody with the word gets it. */
async function maskedPdf(lotId: number, number: string): Promise<Buffer> {
  const shown = await protocols.shownTo(lotId, { personId: 'seller', roles: [] });
  return (await protocols.file(number, shown!.word!))!.body;
}

const list = async (contract: Contract, who: string, query = '') => {
  const answer = await app.call('GET', `${contract.path}${query}`, { cookie: cookies[who]! });
  expect(answer.status).toBe(200);
  return answer.body as { total: number; items: { number: string; status: string; cause: string }[] };
};
const exact = (entry: AuctionEntry): string => {
  const ms = Math.floor(entry.atUs / 1000);
  return `${tashkentDateTime(ms)}.${String(ms % 1000).padStart(3, '0')}`;
};

describe('the full copy', () => {
  test('states terms, participants by number, prices, exact times, the end of the log and both parties', async () => {
    const { number, lotId, entries, hammer } = await sold();
    const text = await fullText(number);
    const head = await createAuctionLogRepository(database.db).readLot(lotId);
    const hash = head!.headHash.match(/.{16}/g)!;
    const stated = [
      number,
      `№ ${lotId}`,
      '№ 1001',
      'Chevrolet Cobalt 2021',
      '4, 17, 93',
      'Auksion natijasi toʻgʻrisidagi bayonnoma',
      'Протокол о результатах торгов',
      'Erkin xususiy savdo',
      'Свободная частная продажа',
      formatMoney(100_000_00),
      `${formatMoney(hammer.priceTiyin!)} (ishtirokchi № ${hammer.winnerNumber})`,
      `${formatMoney(hammer.reservePriceTiyin!)} (участник № ${hammer.reserveNumber})`,
      exact(entries.find(({ kind }) => kind === 'opened')!),
      exact(entries.findLast(({ kind }) => kind === 'price')!),
      exact(hammer),
      `${entries.length} yozuv`,
      `${entries.length} записей`,
      ...hash,
      'Anvar Bekmurodov',
      PINFL,
      '+998901234567',
      ADDRESS.uz,
      ADDRESS.ru,
      '«Sotuvchi» MChJ',
      '307654321',
      '+998712345678',
      REGION.uz,
      REGION.ru,
      'Savdo, savdo.example',
      'help@savdo.example',
    ];
    // Line breaks depend on the width of a column.
    const flat = text.replaceAll(/\s+/g, ' ');
    for (const each of stated) expect(flat, each).toContain(each.replaceAll(/\s+/g, ' '));
    const confirmed = entries.filter(({ kind }) => kind === 'price').length;
    expect(text).toMatch(
      new RegExp(`Tasdiqlangan narxlar soni:\\s+${confirmed}\\s+Подтверждённых цен:\\s+${confirmed}`),
    );
  });

  test('is for the winner, the customer and staff; for others there is no such protocol', async () => {
    const { number } = await sold();
    for (const kind of ['file', 'qr', 'code']) {
      const address = `/api/shop/lot-protocols/${kind}/${number}`;
      for (const who of ['anvar', 'seller', 'operator'])
        expect((await get(address, who)).status, who).toBe(200);
      const [other, absent] = await Promise.all([
        get(address, 'firm'),
        get(`/api/shop/lot-protocols/${kind}/P-1999-000001`, 'firm'),
      ]);
      expect([other.status, absent.status]).toEqual([404, 404]);
      expect(withoutRequest(await other.json())).toEqual(withoutRequest(await absent.json()));
      expect((await get(address)).status).toBe(401);
      expect((await get(`/api/shop/lot-protocols/${kind}/%00`, 'anvar')).status).toBe(400);
    }
  });

  test('shows account numbers to no member of staff who sees them masked elsewhere', async () => {
    const { number, lotId } = await sold();
    expect((await get(`/api/shop/lot-protocols/file/${number}`, 'auditor')).status).toBe(404);
    expect((await get(`/api/shop/lot-protocols/qr/${number}`, 'auditor')).status).toBe(200);
    const shown = await protocols.shownTo(lotId, { personId: 'auditor', roles: ['auditor'] });
    expect(shown).toMatchObject({ word: expect.any(String), fileUrl: null });
  });

  test('is a sound PDF with its fonts in it, without scripts, and never changes', async () => {
    const { number } = await sold();
    const address = `/api/shop/lot-protocols/file/${number}`;
    const copies = await Promise.all([1, 2, 3].map(() => bytes(address, 'anvar')));
    const [pdf] = copies as [Buffer];
    expect(copies.every((each) => each.equals(pdf))).toBe(true);
    const { objects } = readPdf(pdf);
    expect(objects).not.toMatch(/JavaScript|\/JS\b|\/AA\b|\/OpenAction|\/Launch/);
    // The signed code alone.
    expect(objects.match(/\/Type \/EmbeddedFile/g)).toHaveLength(1);
    expect(objects.match(/\/Type \/FontDescriptor/g)?.length).toBe(objects.match(/\/FontFile2/g)?.length);
    expect((await PDFDocument.load(pdf)).getTitle()).toBe(number);
    const answer = await get(address, 'anvar');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${number}-winner.pdf"`);
    if (spawnSync(QPDF, ['--version']).status !== 0) return;
    const file = path.join(tmpdir(), `${number}-${process.pid}.pdf`);
    writeFileSync(file, pdf);
    execFileSync(QPDF, ['--check', file]);
    rmSync(file);
  });
});

const withoutRequest = (body: unknown) => {
  const { requestId: _, ...rest } = (body as { ERROR: Record<string, unknown> }).ERROR;
  return rest;
};

describe('the masked copy', () => {
  test('has everything of the auction and nothing by which a person is known; word and QR code are on it', async () => {
    const { number, lotId, hammer } = await sold();
    const { text } = readPdf(await maskedPdf(lotId, number));
    for (const secret of ['Anvar', 'Bekmurodov', PINFL, '+99890', ADDRESS.ru, '307654321', '+998712345678'])
      expect(text, secret).not.toContain(secret);
    for (const open of [
      'A*** B***',
      `**********${PINFL.slice(-4)}`,
      '4, 17, 93',
      formatMoney(hammer.priceTiyin!),
    ])
      expect(text.replaceAll(/\s+/g, ' '), open).toContain(open.replaceAll(/\s+/g, ' '));
    const { word } = (await protocols.shownTo(lotId, { personId: 'anvar', roles: [] }))!;
    const url = `https://savdo.example/check-protocol?number=${number}&word=${word}`;
    // A line may break after a dash.
    const unbroken = text.replaceAll(/\s+/g, '');
    expect(unbroken).toContain(url);
    expect(unbroken.split(word!).length).toBeGreaterThan(3);
    const qr = await (await get(`/api/shop/lot-protocols/qr/${number}`, 'anvar')).text();
    expect(qr).toBe(qrSvg(url));
  });

  test('made by an earlier release stays as it is, and states no more when it is made now', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private', customerPersonId: 'seller' });
    const old = async (number: string, at: number) => {
      const { rows } = await database.pool.query(
        `insert into protocol (number, lot_id, cause, signed_on, price_tiyin, winner_person_id, winner_number,
           winner_kind, winner_name, winner_pinfl, check_word)
         values ($1, $2, 'hammer', '2025-03-01', 90000, 'anvar', 7, 'natural', 'Anvar Bekmurodov', $3, 'ABCD2345')
         returning id`,
        [number, at, PINFL],
      );
      return rows[0].id as number;
    };
    const sealed = await old('P-2025-000001', lotId);
    const body = Buffer.from('%PDF-1.3 of the earlier release');
    await database.pool.query(
      "insert into protocol_file (protocol_id, name, body, size_bytes, sha256) values ($1, 'P-2025-000001.pdf', $2, $3, 'x')",
      [sealed, body, body.length],
    );
    expect((await protocols.file('P-2025-000001', 'ABCD-2345'))?.body.equals(body)).toBe(true);
    await old('P-2025-000002', await publishTestLot(database, { ruleSet: 'private' }));
    const { text } = readPdf((await protocols.file('P-2025-000002', 'ABCD-2345'))!.body);
    expect(text).toContain('A*** B***');
    expect(text).not.toContain('SHA-256');
    expect(
      (await list(customerProtocols, 'seller', '?size=100')).items.map(({ number }) => number),
    ).toContain('P-2025-000001');
    expect(await cancel(lotId, 'defaulted')).toEqual(['P-2025-000001']);
    expect(readPdf((await protocols.file('P-2025-000001', 'ABCD-2345'))!.body).text).toContain(
      'BEKOR QILINDI',
    );
  });
});

describe('a cancelled protocol', () => {
  test('keeps its bytes of before; copies made from now on say when and why, across every page', async () => {
    const { number, lotId } = await sold();
    const address = `/api/shop/lot-protocols/file/${number}`;
    const before = await bytes(address, 'anvar');
    expect(readPdf(before).text).not.toContain('BEKOR QILINDI');
    expect(await cancel(lotId, 'refused')).toEqual([number]);
    const pages = (await PDFDocument.load(await bytes(address, 'anvar'))).getPageCount();
    for (const pdf of [await bytes(address, 'anvar'), await maskedPdf(lotId, number)]) {
      const { text } = readPdf(pdf);
      const flat = text.replaceAll(/\s+/g, '');
      expect(flat).toContain('Gʻolibmol-mulkdanvozkechdi');
      expect(flat).toContain('Победительотказалсяотимущества');
      expect(text.match(/BEKOR QILINDI · ОТМЕНЁН/g)).toHaveLength(pages);
    }
    const { rows } = await database.pool.query(
      `select kind, body from protocol_copy join protocol on protocol.id = protocol_id where number = $1 order by kind`,
      [number],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['public-cancelled', 'winner', 'winner-cancelled']);
    expect(rows[1].body.equals(before)).toBe(true);
  });

  test('gives way to the reserve winner’s; minutes stay unless the auction itself is undone', async () => {
    const { number, lotId, hammer } = await sold();
    await cancel(lotId, 'refused');
    const prepared = await protocols.prepare({
      lotId,
      cause: 'reserve',
      priceTiyin: hammer.reservePriceTiyin!,
      winnerPersonId: 'firm',
      winnerNumber: hammer.reserveNumber!,
      endedAt: new Date(),
    });
    const next = await inTransaction(database.db, (tx) => protocols.recordIn(tx, prepared));
    expect(next).not.toBe(number);
    expect(await protocols.shownTo(lotId, null)).toMatchObject({
      number: next,
      cause: 'reserve',
      status: 'active',
    });
    expect((await fullText(next, 'firm')).replaceAll(/\s+/g, ' ')).toContain('Zaxira gʻolib bilan savdo');
    // The first winner sees the own one only.
    expect((await get(`/api/shop/lot-protocols/file/${next}`, 'anvar')).status).toBe(404);

    const alone = await ended('not-held');
    const minutes = await protocols.record({ lotId: alone.lotId, cause: 'not-held', endedAt: new Date() });
    const sole = await protocols.record({
      lotId: alone.lotId,
      cause: 'sole',
      priceTiyin: 105_000_00,
      winnerPersonId: 'anvar',
      winnerNumber: 17,
      endedAt: new Date(),
    });
    expect(await cancel(alone.lotId, 'defaulted')).toEqual([sole]);
    expect((await protocols.check(minutes))?.status).toBe('active');
    expect(await cancel(alone.lotId, 'protest-upheld')).toEqual([minutes]);
  });
});

describe('recording', () => {
  test('takes no number when its transaction fails, and one when many race', async () => {
    const { lotId, hammer } = await ended();
    const sale = {
      lotId,
      cause: 'hammer' as const,
      priceTiyin: hammer.priceTiyin!,
      winnerPersonId: 'anvar',
      winnerNumber: 17,
      endedAt: new Date('2031-05-05T12:00:00+05:00'),
    };
    const prepared = await protocols.prepare(sale);
    await expect(
      inTransaction(database.db, async (tx) => {
        expect(await protocols.recordIn(tx, prepared)).toBe('P-2031-000001');
        throw new Error('the connection is gone');
      }),
    ).rejects.toThrow('gone');
    expect(await protocols.shownTo(lotId, null)).toBeNull();
    const numbers = await Promise.all(
      Array.from({ length: 5 }, () => inTransaction(database.db, (tx) => protocols.recordIn(tx, prepared))),
    );
    expect(new Set(numbers)).toEqual(new Set(['P-2031-000001']));
    const { rows } = await database.pool.query("select number from protocol where number like 'P-2031-%'");
    expect(rows).toEqual([{ number: 'P-2031-000001' }]);
  });

  test('refuses what is no outcome of a lot', async () => {
    const endedAt = new Date();
    await expect(protocols.record({ lotId: 999_999_999, cause: 'no-price', endedAt })).rejects.toThrow(
      /not known/,
    );
    const { lotId } = await ended('no-price-given');
    const minutes = await protocols.record({ lotId, cause: 'no-price', endedAt });
    await expect(
      database.pool.query('update protocol set price_tiyin = 1 where number = $1', [minutes]),
    ).rejects.toThrow(/protocol_sale_or_minutes/);
    const text = (await fullText(minutes, 'seller')).replaceAll(/\s+/g, ' ');
    expect(text).toContain('Hech bir ishtirokchi narxni tasdiqlamadi');
    expect(text).not.toContain('Yakuniy narx');
  });
});

describe('the lists', () => {
  test('have a buyer’s own protocols and a customer’s with minutes, newest first, by status and page', async () => {
    const mine = await sold('firm');
    const other = await sold('anvar');
    const minutes = await ended('no-price-given');
    const third = await protocols.record({ lotId: minutes.lotId, cause: 'no-price', endedAt: new Date() });
    await cancel(mine.lotId, 'result-cancelled');

    const bought = await list(lotProtocols, 'firm', '?size=100');
    expect(bought.items[0]).toMatchObject({
      number: mine.number,
      status: 'cancelled',
      cause: 'hammer',
      cancelled: { reason: 'result-cancelled' },
      bidderNumber: mine.hammer.winnerNumber,
      fileUrl: `/api/shop/lot-protocols/file/${mine.number}`,
      word: expect.stringMatching(/^\w{4}-\w{4}$/),
    });
    expect(bought.items.map(({ number }) => number)).not.toContain(other.number);
    expect(
      (await list(lotProtocols, 'firm', '?status=active')).items.map(({ number }) => number),
    ).not.toContain(mine.number);

    const selling = await list(customerProtocols, 'seller', '?size=3');
    expect(selling.items.map(({ number }) => number)).toEqual([third, other.number, mine.number]);
    expect(selling.items[0]).toMatchObject({ cause: 'no-price', priceTiyin: null, bidderNumber: null });
    const second = await list(customerProtocols, 'seller', '?size=2&page=2');
    expect(second.items[0]?.number).toBe(mine.number);
    expect(second.total).toBe(selling.total);
    expect((await list(customerProtocols, 'anvar')).total).toBe(0);
    expect((await list(lotProtocols, 'seller')).total).toBe(0);
    for (const query of ['?status=signed', '?page=0', '?size=101', '?personId=anvar'])
      expect(
        (await app.call('GET', `/api/shop/lot-protocols${query}`, { cookie: cookies.anvar! })).status,
      ).toBe(400);
    expect((await app.call('GET', '/api/shop/customer-protocols')).status).toBe(401);
  });
});
