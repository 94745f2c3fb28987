import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createProtocolsRepository,
  createProtocolsService,
  registerProtocolRoutes,
  type ProtocolsService,
} from '#server/domains/protocols/index.ts';
import { checkProtocol } from '#shared/api/checks.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { publishTestLot } from '../support/lots.ts';
import { testDatabase, type TestDatabase } from '../support/services.ts';

const PINFL = '31509751234567';
const PEOPLE: Record<
  string,
  { kind: 'natural' | 'legal'; name: string; stir: string | null; pinfl: string | null }
> = {
  anvar: { kind: 'natural', name: 'Anvar Bekmurodov', stir: null, pinfl: PINFL },
  firm: { kind: 'legal', name: '«Sinov Savdo» MChJ', stir: '302345678', pinfl: null },
};

let database: TestDatabase;
let app: TestApp;
let protocols: ProtocolsService;

beforeAll(async () => {
  database = await testDatabase();
  protocols = createProtocolsService({
    protocols: createProtocolsRepository(database.db),
    person: (id) => Promise.resolve(PEOPLE[id] ?? null),
    publicUrl: () => 'https://savdo.example',
  });
  app = await startTestApp((http) => registerProtocolRoutes(http, protocols));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const sale = (lotId: number, winnerPersonId = 'anvar', endedAt = '2026-11-20T23:30:00+05:00') => ({
  ...{ lotId, winnerPersonId, winnerNumber: 7, priceTiyin: 120_500_000_00 },
  cause: 'hammer' as const,
  endedAt: new Date(endedAt),
});
const check = (number: string) =>
  app.call('GET', `/api/shop/check-protocol?number=${encodeURIComponent(number)}`);

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

  test('is answered to anyone with masked data only', async () => {
    const lotId = await publishTestLot(database);
    const number = await protocols.record(sale(lotId));
    const answer = await check(number);
    expect(answer.body.found).toMatchObject({
      number,
      status: 'active',
      date: '2026-11-20',
      lot: { id: lotId, number: String(lotId) },
      priceTiyin: 120_500_000_00,
      winnerName: 'A*** B***',
      taxId: null,
      personalId: '**********4567',
      address: null,
    });
    checkProtocol.answer.parse(answer.body);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    for (const secret of ['Anvar', 'Bekmurodov', PINFL.slice(0, 10), 'anvar'])
      expect(JSON.stringify(answer.body)).not.toContain(secret);
    const firm = await protocols.record(sale(await publishTestLot(database), 'firm'));
    expect((await check(firm)).body.found).toMatchObject({
      winnerName: '«Sinov Savdo» MChJ',
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

  test('says when it is no longer in force; the sale is not recorded anew', async () => {
    const lotId = await publishTestLot(database);
    const number = await protocols.record(sale(lotId));
    await check(number);
    expect(await protocols.cancel(number, 'The winner did not pay')).toBe(true);
    expect(await protocols.cancel(number, 'again')).toBe(false);
    expect((await check(number)).body.found.status).toBe('cancelled');
    expect(await protocols.record(sale(lotId))).toBe(number);
  });

  test('has a paper of unchanging bytes, to be saved', async () => {
    const number = await protocols.record(sale(await publishTestLot(database)));
    const { files } = (await check(number)).body.found;
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
    await protocols.cancel(number, 'The winner did not pay');
    expect((await protocols.file(number))?.body.equals(body)).toBe(true);
  });

  test('is not made for a winner nobody knows', async () => {
    const lotId = await publishTestLot(database);
    await expect(protocols.record(sale(lotId, 'nobody'))).rejects.toThrow(/not known/);
  });

  test('that does not exist is answered by nothing found, and bad numbers are refused', async () => {
    expect(await check('P-1999-000001')).toMatchObject({ status: 200, body: { found: null } });
    expect((await app.call('GET', '/api/shop/check-protocol/file?number=P-1999-000001')).status).toBe(404);
    for (const number of ['', 'P', '%', 'P-2026-0000_1', "P' or 1=1", 'P'.repeat(41), '<b>', 'P\u00002026'])
      expect((await check(number)).status, number).toBe(400);
    expect((await app.call('GET', '/api/shop/check-protocol')).status).toBe(400);
    expect((await app.call('GET', '/api/shop/check-protocol?number=P-1&number=P-2')).status).toBe(400);
  });
});
