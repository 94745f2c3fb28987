import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerConsoleProtocolRoutes } from '#server/api/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import type { StaffProtocol } from '#shared/api/console/console-protocols.ts';
import { PINFL, staffProtocolsOf } from '../../fixtures/protocols.ts';
import { startProtocolCopiesApp, type ProtocolCopiesApp } from '../../fixtures/protocol-copies-app.ts';
import { readPdf } from '../../fixtures/pdf-text.ts';

const LIST = '/api/console/protocols';

let copies: ProtocolCopiesApp;
let { app, protocols, database, sold, ended, bytes } = {} as ProtocolCopiesApp;
let operator: string;
let auditor: string;
let ofOperator: string;
let concerned: readonly number[] = [];

beforeAll(async () => {
  copies = await startProtocolCopiesApp((http, db) =>
    registerConsoleProtocolRoutes(
      http,
      staffProtocolsOf(db, (personId) => (personId === ofOperator ? concerned : [])),
    ),
  );
  ({ app, protocols, database, sold, ended, bytes } = copies);
  ofOperator = randomUUID();
  operator = (await app.signIn({ personId: ofOperator, roles: ['operator'], name: 'Nodira' })).cookie;
  auditor = (await app.signIn({ personId: randomUUID(), roles: ['auditor'] })).cookie;
});
afterAll(() => copies.close());

const find = async (
  query: Record<string, string>,
  cookie = operator,
): Promise<{ items: StaffProtocol[]; total: number }> => {
  const { status, body } = await app.call('GET', `${LIST}?${new URLSearchParams(query)}`, { cookie });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const numbersOf = async (query: Record<string, string>): Promise<string[]> =>
  (await find(query)).items.map(({ number }) => number);
const reissue = (id: number, issue: number, reason = 'the stored file is damaged') =>
  app.call('POST', `${LIST}/${id}/issues`, { cookie: operator, body: { issue, reason } });
const actionsOf = async (action: string): Promise<(string | null)[]> => {
  const { rows } = await database.pool.query(
    `select reason from person_action where type = 'protocol' and action = $1 order by id`,
    [action],
  );
  return rows.map(({ reason }) => reason);
};
/** The copy of one side. */
const copyOf = (number: string, who = 'anvar') => bytes(`/api/shop/lot-protocols/file/${number}`, who);
async function maskedCopy(lotId: number): Promise<{ name: string; body: Buffer }> {
  const shown = await protocols.shownTo(lotId, { personId: 'seller', roles: [] });
  return (await protocols.file(shown!.number, shown!.word!))!;
}

describe('protocols at the console', () => {
  test('are found by number, lot, state, day, and the number or a part of the name of either side', async () => {
    const [first, second] = [await sold('anvar'), await sold('firm')];
    const minutes = await ended('not-held');
    const third = await protocols.record({
      lotId: minutes.lotId,
      cause: 'not-held',
      endedAt: new Date(minutes.hammer.atUs / 1000),
    });
    expect(await numbersOf({})).toEqual([third, second.number, first.number]);
    const serial = String(Number(first.number.slice(-6)));
    expect(await numbersOf({ number: first.number.toLowerCase() })).toEqual([first.number]);
    expect(await numbersOf({ number: serial })).toEqual([first.number]);
    expect(await numbersOf({ number: '1999-1' })).toEqual([]);
    expect(await numbersOf({ lot: String(second.lotId) })).toEqual([second.number]);
    expect(await numbersOf({ party: PINFL })).toEqual([first.number]);
    expect(await numbersOf({ party: '302345678' })).toEqual([second.number]);
    expect(await numbersOf({ party: 'bekmurod' })).toEqual([first.number]);
    expect(await numbersOf({ party: 'sotuvchi' })).toHaveLength(3);
    expect(await numbersOf({ party: '%%%' })).toEqual([]);
    const { date } = (await find({ number: serial })).items[0]!;
    expect(await numbersOf({ from: date, to: date })).toHaveLength(3);
    expect(await numbersOf({ to: '2020-01-01' })).toEqual([]);
    await inTransaction(database.db, (tx) => protocols.cancelIn(tx, first.lotId, 'result-cancelled'));
    expect(await numbersOf({ status: 'cancelled' })).toEqual([first.number]);
    expect(await find({ page: '2', size: '2' })).toMatchObject({
      total: 3,
      items: [{ number: first.number }],
    });
    for (const wrong of ['number=P-x', 'party=ab', 'lot=0', 'status=lost', 'from=soon'])
      expect((await app.call('GET', `${LIST}?${wrong}`, { cookie: operator })).status, wrong).toBe(400);
  });

  test('name both sides with masked numbers, and the full copy for those who see requisites alone', async () => {
    const { number, hammer } = await sold('anvar');
    const [row] = (await find({ number })).items;
    expect(row).toMatchObject({
      number,
      status: 'active',
      priceTiyin: hammer.priceTiyin,
      buyer: { id: 'anvar', name: 'Anvar Bekmurodov', participant: hammer.winnerNumber },
      seller: { id: 'seller', name: '«Sotuvchi» MChJ' },
      hidden: false,
      issue: 1,
      fileUrl: `/api/shop/lot-protocols/file/${number}`,
    });
    expect(row!.buyer!.number).toMatch(/^\*+4567$/);
    expect(JSON.stringify(row)).not.toContain(PINFL);
    expect(JSON.stringify(row)).not.toContain('307654321');
    expect((await find({ number }, auditor)).items[0]).toMatchObject({ fileUrl: null });
  });

  test('show no side of a lot in which the reader has a part, and do not find it by one', async () => {
    const { number, lotId } = await sold('firm');
    concerned = [lotId];
    expect((await find({ number })).items[0]).toMatchObject({
      hidden: true,
      buyer: null,
      seller: null,
      fileUrl: null,
    });
    expect(await numbersOf({ party: '302345678' })).not.toContain(number);
    concerned = [];
    expect(await numbersOf({ party: '302345678' })).toContain(number);
  });

  test('leave a trace of each search for a party, with whom it found', async () => {
    const before = await actionsOf('party-searched');
    await find({ party: '999999999' });
    await find({ party: PINFL });
    await find({});
    expect((await actionsOf('party-searched')).slice(before.length)).toEqual([
      null,
      'person:anvar person:seller',
    ]);
  });
});

describe('the document of a protocol made again', () => {
  test('has the same content and the same signed code, as a further issue beside what was given out', async () => {
    const { number, lotId } = await sold('anvar');
    const [row] = (await find({ number })).items;
    const [before, masked] = [await copyOf(number), await maskedCopy(lotId)];
    const code = await protocols.codeFor(number, { personId: 'anvar', roles: [] });

    expect((await reissue(row!.id, 1)).body).toEqual({ number, issue: 2 });
    const [after, maskedAfter] = [await copyOf(number), await maskedCopy(lotId)];
    expect(after.equals(before)).toBe(false);
    expect(maskedAfter.name).toBe(`${number}-2.pdf`);
    expect(maskedAfter.body.equals(masked.body)).toBe(false);
    expect(await protocols.codeFor(number, { personId: 'anvar', roles: [] })).toBe(code);
    const flat = (pdf: Buffer) => readPdf(pdf).text.replaceAll(/\s+/g, ' ');
    const added =
      /(?:Hujjat oʻsha mazmun|Документ изготовлен заново)[^:]*: ?2, ?\d\d\.\d\d\.\d{4},? ?\d\d:\d\d(?::\d\d)?/g;
    expect(flat(after)).toMatch(added);
    expect(flat(after).replaceAll(added, '').replaceAll(/\s+/g, '')).toBe(
      flat(before).replaceAll(/\s+/g, ''),
    );
    // The same again: an issue is rendered once, too.
    expect((await copyOf(number)).equals(after)).toBe(true);
    const { rows } = await database.pool.query(
      `select kind from protocol_copy where protocol_id = $1 order by kind`,
      [row!.id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['public#2', 'winner', 'winner#2']);
    expect((await find({ number })).items[0]).toMatchObject({
      issue: 2,
      issued: { atMs: expect.any(Number), by: 'Nodira', reason: 'the stored file is damaged' },
      status: 'active',
    });
    expect(await actionsOf('issued-again')).toEqual([number]);
  });

  test('is made once of two who ask at once, and by no one who has not read the newest', async () => {
    const { number } = await sold('firm');
    const { id } = (await find({ number })).items[0]!;
    const both = await Promise.all([reissue(id, 1), reissue(id, 1)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await reissue(id, 1)).body.ERROR.code).toBe('console-protocols.changed');
    expect((await reissue(id, 7)).status).toBe(409);
    expect((await reissue(id, 2)).body.issue).toBe(3);
    expect((await reissue(999_999_999, 1)).status).toBe(404);
    expect((await reissue(id, 3, 'no')).status).toBe(400);
  });

  test('of a cancelled one keeps its watermark', async () => {
    const { number, lotId } = await sold('anvar');
    await inTransaction(database.db, (tx) => protocols.cancelIn(tx, lotId, 'result-cancelled'));
    const { id } = (await find({ number })).items[0]!;
    await reissue(id, 1);
    expect((await maskedCopy(lotId)).name).toBe(`${number}-public-cancelled-2.pdf`);
    expect(readPdf(await copyOf(number)).text).toContain('BEKOR QILINDI');
  });
});
