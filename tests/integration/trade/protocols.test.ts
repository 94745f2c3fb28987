import { registerProtocolRoutes } from '#server/api/index.ts';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProtocolsService } from '#server/domains/trade/protocols/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { isCheckWord } from '#server/domains/trade/protocols/check-word.ts';
import { createDailyCount, type HttpApp } from '#server/platform/http/index.ts';
import { createProofOfWork, registerProofOfWorkRoutes } from '#server/platform/proof-of-work/index.ts';
import { checkProtocol } from '#shared/api/site/checks.ts';
import type { ProtocolCancelReason } from '#shared/lifecycles/protocol.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { ADDRESS, PINFL, protocolsOf } from '../../fixtures/protocols.ts';
import { testDatabase, type TestDatabase, type TestJobsRedis } from '../../fixtures/services.ts';
import { proofFrom } from '../../fixtures/solved-proof.ts';

let database: TestDatabase;
let app: TestApp;
let protocols: ProtocolsService;

beforeAll(async () => {
  database = await testDatabase();
  protocols = protocolsOf(database);
  app = await startTestApp((http, jobs) => serveChecks(http, jobs, { perDay: 1_000, free: 1_000 }));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

function serveChecks(http: HttpApp, jobs: TestJobsRedis, { perDay, free }: { perDay: number; free: number }) {
  const { redis, namespace } = jobs;
  const proofs = createProofOfWork({ redis, namespace, secret: 'a-secret-of-this-test' });
  registerProofOfWorkRoutes(http, proofs);
  const today = createDailyCount({ redis, namespace, name: 'protocols', perDay });
  registerProtocolRoutes(http, { protocols, proofs, today, free });
}

const wordOf = async (number: string): Promise<string> =>
  (await database.pool.query('select check_word from protocol where number = $1', [number])).rows[0]
    .check_word;

const sale = (lotId: number, winnerPersonId = 'anvar', endedAt = '2026-11-20T23:30:00+05:00') => ({
  lotId,
  winnerPersonId,
  winnerNumber: 7,
  priceTiyin: 120_500_000_00,
  cause: 'hammer' as const,
  endedAt: new Date(endedAt),
});
const cancel = (lotId: number, reason: ProtocolCancelReason) =>
  inTransaction(database.db, (tx) => protocols.cancelIn(tx, lotId, reason));
const check = (number: string, word?: string) =>
  app.call(
    'GET',
    `/api/shop/check-protocol?${new URLSearchParams({ number, ...(word === undefined ? {} : { word }) })}`,
  );
/** With the check word, as from the QR code. */
const checkWhole = async (number: string) => check(number, await wordOf(number));

describe('a protocol', () => {
  test('is made once for a sale, also when deliveries race, and numbers have no gaps', async () => {
    const [one, two] = [await publishTestLot(database), await publishTestLot(database)];
    const numbers = await Promise.all(Array.from({ length: 6 }, () => protocols.record(sale(one))));
    expect(new Set(numbers)).toEqual(new Set(['P-2026-000001']));
    expect(await protocols.record(sale(two, 'firm'))).toBe('P-2026-000002');
    expect(await protocols.record(sale(one))).toBe('P-2026-000001');
    const third = await publishTestLot(database);
    expect(await protocols.record(sale(third, 'firm', '2027-01-01T00:00:00+05:00'))).toBe('P-2027-000001');
  });

  test('tells status, lot, price and day to anyone who has its number, and nothing of the winner', async () => {
    const lotId = await publishTestLot(database);
    const number = await protocols.record(sale(lotId));
    for (const [word, verdict] of [
      [undefined, 'none'],
      ['', 'none'],
      ['ABCD-2345', 'wrong'],
      ['A', 'wrong'],
    ] as const) {
      const answer = await check(number, word);
      checkProtocol.answer.parse(answer.body);
      expect(answer.body.found).toEqual({
        number,
        cause: 'hammer',
        status: 'active',
        cancelled: null,
        date: '2026-11-20',
        lot: { id: lotId, number: String(lotId), title: expect.anything() },
        priceTiyin: 120_500_000_00,
        word: verdict,
        winner: null,
        files: [],
      });
    }
  });

  test('has a check word of its own, taken in any case, grouping and keyboard', async () => {
    const numbers = await Promise.all(
      [1, 2].map(async () => protocols.record(sale(await publishTestLot(database)))),
    );
    const [word = '', other = ''] = await Promise.all(numbers.map(wordOf));
    expect(word).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    expect(other).not.toBe(word);
    const [number = ''] = numbers;
    for (const typed of [word.toLowerCase(), ` ${word.slice(0, 4)} – ${word.slice(4)}`, word])
      expect((await check(number, typed)).body.found.word, typed).toBe('right');
    expect((await check(number, other)).body.found.word).toBe('wrong');
    expect(isCheckWord('авек-мнрс', 'ABEKMHPC')).toBe(true);
  });

  test('stores where the winner lives, and shows it of a firm only', async () => {
    const mine = await protocols.record(sale(await publishTestLot(database)));
    const firm = await protocols.record(sale(await publishTestLot(database), 'firm'));
    const { rows } = await database.pool.query('select winner_address from protocol where number = any($1)', [
      [mine, firm],
    ]);
    expect(rows).toEqual([{ winner_address: ADDRESS }, { winner_address: ADDRESS }]);
    expect((await checkWhole(mine)).body.found.winner.address).toBeNull();
    expect((await checkWhole(firm)).body.found.winner.address).toEqual(ADDRESS);
  });

  test('shows its check word to the winner, the customer and staff alone', async () => {
    const lotId = await publishTestLot(database, { customerPersonId: 'seller' });
    const number = await protocols.record(sale(lotId));
    const word = (await wordOf(number)).replace(/^.{4}/, '$&-');
    const shown = (personId: string, ...roles: string[]) => protocols.shownTo(lotId, { personId, roles });
    const open = {
      number,
      cause: 'hammer',
      status: 'active',
      sale: { buyerNumber: 7, priceTiyin: 120_500_000_00 },
    };
    const all = { ...open, word, fileUrl: `/api/shop/lot-protocols/file/${number}` };
    for (const viewer of [protocols.shownTo(lotId, null), shown('firm', 'buyer')])
      expect(await viewer).toEqual({ ...open, word: null, fileUrl: null });
    for (const viewer of [
      shown('anvar', 'buyer'),
      shown('seller', 'customer'),
      shown('somebody', 'operator'),
    ])
      expect(await viewer).toEqual(all);
  });

  test('costs work after ten look-ups of an address a day, and ends at a hundred', async () => {
    const number = await protocols.record(sale(await publishTestLot(database)));
    const strict = await startTestApp((http, jobs) => serveChecks(http, jobs, { perDay: 14, free: 10 }));
    const path = `/api/shop/check-protocol?number=${number}`;
    const ask = async (captcha?: string) =>
      strict.call('GET', captcha ? `${path}&captcha=${encodeURIComponent(captcha)}` : path);
    for (let i = 0; i < 10; i += 1) expect((await ask()).status).toBe(200);
    for (let i = 0; i < 3; i += 1) {
      const refused = await ask();
      expect([refused.status, refused.body.ERROR.code]).toEqual([422, 'captcha-required']);
    }
    for (let i = 0; i < 3; i += 1) expect((await ask(await proofFrom(strict.url))).status).toBe(200);
    const used = await proofFrom(strict.url);
    expect((await ask(used)).status).toBe(200);
    expect((await ask(await proofFrom(strict.url))).status).toBe(429);
    const word = await wordOf(number);
    expect(
      (await strict.call('GET', `/api/shop/check-protocol/file?number=${number}&word=${word}`)).status,
    ).toBe(429);
    await strict.close();
  });

  test('is answered to anyone who has its check word with masked data only', async () => {
    const lotId = await publishTestLot(database);
    const number = await protocols.record(sale(lotId));
    const answer = await checkWhole(number);
    expect(answer.body.found).toMatchObject({
      number,
      word: 'right',
      winner: { name: 'A*** B***', taxId: null, personalId: '**********4567', address: null },
    });
    checkProtocol.answer.parse(answer.body);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    for (const secret of ['Anvar', 'Bekmurodov', PINFL.slice(0, 10), 'anvar'])
      expect(JSON.stringify(answer.body)).not.toContain(secret);
    const firm = await protocols.record(sale(await publishTestLot(database), 'firm'));
    expect((await checkWhole(firm)).body.found.winner).toMatchObject({
      name: '«Sinov Savdo» MChJ',
      taxId: '*****5678',
      personalId: null,
    });
  });

  test('is found as people type its number', async () => {
    const number = await protocols.record(sale(await publishTestLot(database)));
    for (const typed of [
      number.toLowerCase(),
      ` ${number} `,
      number.replace('P', 'Р'),
      number.replace('P', 'р'),
    ])
      expect((await check(typed)).body.found?.number, typed).toBe(number);
  });

  test('says when it is no longer in force; the sale is not recorded again', async () => {
    const lotId = await publishTestLot(database);
    const number = await protocols.record(sale(lotId));
    await check(number);
    expect(await cancel(lotId, 'defaulted')).toEqual([number]);
    expect(await cancel(lotId, 'result-cancelled')).toEqual([]);
    const { found } = (await check(number)).body;
    expect(found).toMatchObject({ status: 'cancelled', cancelled: { reason: 'defaulted' } });
    expect(Math.abs(found.cancelled.atMs - Date.now())).toBeLessThan(600_000);
    expect(await protocols.record(sale(lotId))).toBe(number);
  });

  test('has a paper of unchanging bytes, to be saved', async () => {
    const number = await protocols.record(sale(await publishTestLot(database)));
    const { files } = (await checkWhole(number)).body.found;
    for (const word of ['', '&word=', '&word=ABCD-2345'])
      expect(
        (await app.call('GET', `/api/shop/check-protocol/file?number=${number}${word}`)).status,
      ).not.toBe(200);
    const fetched = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const answer = await fetch(`${app.url}${files[0].url}`);
        return { headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
      }),
    );
    const [{ headers, body }] = fetched as [(typeof fetched)[0]];
    expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    expect(body.length).toBe(files[0].sizeBytes);
    expect(new Set(fetched.map((each) => createHash('sha256').update(each.body).digest('hex'))).size).toBe(1);
    expect(headers.get('etag')).toBe(`"${createHash('sha256').update(body).digest('hex')}"`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${number}.pdf"`);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is not made for a winner no one knows', async () => {
    const lotId = await publishTestLot(database);
    await expect(protocols.record(sale(lotId, 'nobody'))).rejects.toThrow(/not known/);
  });

  test('that does not exist is answered by nothing found, and bad numbers are refused', async () => {
    expect(await check('P-1999-000001')).toMatchObject({ status: 200, body: { found: null } });
    expect(
      (await app.call('GET', '/api/shop/check-protocol/file?number=P-1999-000001&word=ABCD2345')).status,
    ).toBe(404);
    for (const number of ['', 'P', '%', 'P-2026-0000_1', "P' or 1=1", 'P'.repeat(41), '<b>', 'P\u00002026'])
      expect((await check(number)).status, number).toBe(400);
    expect((await app.call('GET', '/api/shop/check-protocol')).status).toBe(400);
    expect((await app.call('GET', '/api/shop/check-protocol?number=P-1&number=P-2')).status).toBe(400);
  });
});
