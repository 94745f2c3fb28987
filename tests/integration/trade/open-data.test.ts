import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerLotRoutes, registerOpenDataRoutes } from '#server/api/index.ts';
import { createStoredObjects } from '#server/domains/content/files/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
} from '#server/domains/trade/lots/index.ts';
import { createOpenDataRepository } from '#server/domains/trade/open-data/open-data.repository.ts';
import { createOpenData } from '#server/domains/trade/open-data/open-data.service.ts';
import { createResultsRepository } from '#server/domains/trade/open-data/results.repository.ts';
import { runVerifyOpenDataCommand } from '#server/domains/trade/open-data/verify-open-data-command.ts';
import { createTransparencyLogRepository } from '#server/domains/trade/signed-records/transparency-log.repository.ts';
import { createTransparencyLog } from '#server/domains/trade/signed-records/transparency-log.ts';
import { createFolderStorage } from '#server/integrations/file-storage/index.ts';
import { createLocalSigner } from '#server/integrations/signer/index.ts';
import { inTransaction, type Reads } from '#server/platform/database/index.ts';
import { ReadScope } from '#server/platform/database/reads/read-scope.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createProtocolsRepository } from '#server/domains/trade/protocols/protocols.repository.ts';
import { registerOpenDataFileRoutes } from '#server/web/open-data/open-data-files.routes.ts';
import { registerTransparencyLogRoutes } from '#server/web/transparency-log/transparency-log.routes.ts';
import type { OpenDataVersion } from '#shared/api/site/open-data.ts';
import { OPEN_DATA_FORMATS, type OpenDataFormat } from '#shared/open-data/open-data-files.ts';
import { RESULT_COLUMNS, resultRowSchema, type ResultRow } from '#shared/open-data/result-row.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { startProtocolCopiesApp, type ProtocolCopiesApp } from '../../fixtures/protocol-copies-app.ts';
import { PEOPLE, signedRecordsOf } from '../../fixtures/protocols.ts';
import type { TestDatabase } from '../../fixtures/services.ts';

const SECRET = 'a secret of this test';
/** Nights of the test follow the day on which its auctions end. */
const tomorrow = Date.now() + DAY_MS;
const DAY = tashkentDay(Date.now());

let folder: string;
let copies: ProtocolCopiesApp;
let openData: ReturnType<typeof openDataOf>;

function openDataOf(database: TestDatabase, secret = SECRET, reads: Pick<Reads, 'begin'> = database.reads) {
  const records = signedRecordsOf(database, secret);
  const log = createTransparencyLog({
    leaves: createTransparencyLogRepository(database.db),
    signer: createLocalSigner(secret),
    listKey: () => records.listKey(),
    origin: () => 'savdo.example/log',
  });
  const storage = createFolderStorage(path.join(folder, 'storage'));
  const versions = createOpenDataRepository(database.db);
  const service = createOpenData({
    results: createResultsRepository(database.db),
    versions,
    storage,
    sign: records.signOpenData,
    isRevoked: records.isRevoked,
    reads,
    checkpoint: log.checkpoint,
    nowMs: () => tomorrow,
  });
  return { service, log, records, objects: createStoredObjects(versions, storage) };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'savdo-open-data-test-'));
  copies = await startProtocolCopiesApp((http, database) => {
    openData = openDataOf(database);
    registerOpenDataRoutes(http, openData.service, loadTexts());
    registerOpenDataFileRoutes(http, { openData: openData.service });
    registerTransparencyLogRoutes(http, { transparencyLog: openData.log });
    const lots = createLotsService({
      lots: createLotsRepository(database.db),
      search: createLotSearchRepository(database.db),
      reference: createReferenceService(createReferenceRepository(database.db)),
    });
    const card = { countView: () => undefined } as unknown as Parameters<typeof registerLotRoutes>[2];
    registerLotRoutes(http, lots, card, () => Promise.resolve(null));
  });
});
afterAll(async () => {
  await copies.close();
  await rm(folder, { recursive: true });
});

/** A sold lot whose end the lists show, too. */
async function soldLot() {
  const lot = await copies.sold();
  await openData.records.headOf(lot.lotId);
  const { priceTiyin, winnerNumber } = lot.hammer;
  await copies.database.pool.query(
    `update lot set outcome = 'sold', ended_at = now(), participants = 3, room_count = 7, room_price_tiyin = $2,
       winner_person_id = 'anvar', winner_number = $3, status = 9 where id = $1`,
    [lot.lotId, priceTiyin, winnerNumber],
  );
  return lot;
}

const get = async (address: string) => Buffer.from(await (await copies.get(address)).arrayBuffer());
const list = async () =>
  JSON.parse((await get('/api/shop/open-data')).toString()) as {
    whole: OpenDataVersion | null;
    items: { day: string; versions: OpenDataVersion[] }[];
  };
const latest = async () => (await list()).items.find(({ day }) => day === DAY)!.versions[0]!;
const fileOf = (version: OpenDataVersion, format: OpenDataFormat) =>
  get(version.files.find((file) => file.format === format)!.url);

async function rowsOf(version: OpenDataVersion, format: OpenDataFormat): Promise<ResultRow[]> {
  const bytes = await fileOf(version, format);
  if (format === 'jsonl')
    return bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ResultRow);
  const numbers = new Set(
    RESULT_COLUMNS.filter(({ type }) => type === 'integer').map(({ name }) => name as string),
  );
  if (format === 'csv')
    return parse(bytes, {
      columns: true,
      cast: (value, { column }) =>
        value === '' ? null : numbers.has(String(column)) ? Number(value) : value,
    }) as ResultRow[];
  const rows = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
  const days = new Set(RESULT_COLUMNS.filter(({ type }) => type === 'day').map(({ name }) => name as string));
  const plain = (name: string, value: unknown) => {
    if (value instanceof Date) return days.has(name) ? value.toISOString().slice(0, 10) : value.toISOString();
    return typeof value === 'bigint' ? Number(value) : (value ?? null);
  };
  return rows.map(
    (row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(name, value)])) as ResultRow,
  );
}

/** Runs the command on a file and its manifest, as somebody who downloaded both. */
async function verified(file: Buffer, manifest: Buffer, ...more: string[]) {
  const [saved, listed, trusted] = ['results', 'manifest.json', 'keys.json'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  await writeFile(saved, file);
  await writeFile(listed, manifest);
  await writeFile(trusted, JSON.stringify(await openData.records.keys()));
  let said = '';
  const say = (line: string) => (said += `${line}\n`);
  const code = await runVerifyOpenDataCommand([saved, '--manifest', listed, '--keys', trusted, ...more], {
    out: { line: say, error: say },
    ownKeys: () => Promise.reject(new Error('keys were given')),
  });
  return { code, said };
}

describe('open data', () => {
  test('let a stranger download a day, verify it and find the prices of the result pages', async () => {
    const lots = [await soldLot(), await soldLot()];
    await openData.service.publish();
    const version = await latest();
    const manifest = await get(version.manifestUrl);
    const { code, said } = await verified(await fileOf(version, 'jsonl'), manifest, '--log', copies.app.url);
    expect(said).toContain('2 results are those of the log');
    expect(code).toBe(0);
    for (const { lotId, hammer } of lots) {
      const page = JSON.parse((await get(`/api/shop/shop-lots/result/${lotId}`)).toString()) as {
        result: { priceTiyin: number };
      };
      const row = (await rowsOf(version, 'jsonl')).find((one) => one.lot_id === lotId);
      expect(row?.hammer_price_tiyin).toBe(page.result.priceTiyin);
      expect(row?.sale_price_tiyin).toBe(hammer.priceTiyin);
    }
  });

  test('say the same in every format, and in the file of all days', async () => {
    const { whole } = await list();
    const version = await latest();
    const rows = await rowsOf(version, 'jsonl');
    expect(rows.map((row) => resultRowSchema.parse(row))).toEqual(rows);
    for (const of of [version, whole!])
      for (const format of OPEN_DATA_FORMATS) expect(await rowsOf(of, format), format).toEqual(rows);
    for (const { format, sha256, bytes } of version.files) {
      const file = await fileOf(version, format);
      expect(file.length).toBe(bytes);
      expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
    }
  });

  test('describe every column in each language', async () => {
    const columns = JSON.parse((await get('/api/shop/open-data/dictionary')).toString()) as {
      name: string;
      unit: string | null;
      meaning: Record<string, string>;
    }[];
    expect(columns.map(({ name }) => name)).toEqual(Object.keys(resultRowSchema.shape));
    for (const { name, meaning } of columns) {
      expect(
        Object.values(meaning).every((text) => text !== '' && !text.includes('column.')),
        name,
      ).toBe(true);
    }
    const sums = columns.filter(({ name }) => name.endsWith('_tiyin'));
    expect(sums.length).toBeGreaterThan(0);
    for (const { name, unit } of sums) expect(unit, name).toBe('tiyin');
  });

  test('are refused with a changed byte, another price, a foreign key or another log', async () => {
    const version = await latest();
    const manifest = await get(version.manifestUrl);
    const file = await fileOf(version, 'jsonl');
    const changed = Buffer.from(file);
    changed[changed.length - 4]! ^= 1;
    expect(await verified(changed, manifest)).toMatchObject({ code: 1 });
    const rewritten = JSON.parse(manifest.toString()) as { statement: { rows: number } };
    rewritten.statement.rows += 1;
    expect((await verified(file, Buffer.from(JSON.stringify(rewritten)))).said).toContain('changed');

    // An operator who signs another price than the log has.
    const text = file
      .toString()
      .replace(/"hammer_price_tiyin":(\d+)/, (_all, price) => `"hammer_price_tiyin":${Number(price) + 100}`);
    const { statement } = JSON.parse(manifest.toString()) as Awaited<
      ReturnType<typeof openData.records.signOpenData>
    >;
    const files = statement.files.map((one) =>
      one.format === 'jsonl'
        ? { ...one, bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
        : one,
    );
    const signed = await openData.records.signOpenData({ ...statement, files });
    const lying = await verified(
      Buffer.from(text),
      Buffer.from(JSON.stringify(signed)),
      '--log',
      copies.app.url,
    );
    expect(lying).toMatchObject({ code: 1 });
    expect(lying.said).toContain('the log has another result of lot');
    expect(await verified(file, file)).toMatchObject({ code: 2 });
  });

  test('publish a cancelled result as another version of its day, and leave the one before as it was', async () => {
    const before = await latest();
    const [row] = await rowsOf(before, 'jsonl');
    const file = await fileOf(before, 'jsonl');
    const protocols = createProtocolsRepository(copies.database.db);
    await inTransaction(copies.database.db, (tx) => protocols.cancelIn(tx, row!.lot_id, 'result-cancelled'));
    await openData.service.publish();
    const after = await latest();
    expect(after).toMatchObject({ version: before.version + 1, reason: 'result-changed' });
    expect(await rowsOf(after, 'parquet')).toContainEqual(
      expect.objectContaining({
        lot_id: row!.lot_id,
        protocol_status: 'cancelled',
        cancelled_on: DAY,
        cancel_reason: 'result-cancelled',
        hammer_price_tiyin: row!.hammer_price_tiyin,
      }),
    );
    expect((await fileOf(before, 'jsonl')).equals(file)).toBe(true);
    await openData.service.publish();
    expect(await latest()).toEqual(after);
  });

  test('count a result that came late as the reason of a version', async () => {
    await soldLot();
    await openData.service.publish();
    expect(await latest()).toMatchObject({ reason: 'late-result', rows: 3 });
    // Of all days only the last two versions stay.
    const versions = await createOpenDataRepository(copies.database.db).versions('all');
    expect(versions.length).toBe(2);
    expect((await openData.objects.check()).faults).toEqual([]);
  });

  test('leave out rehearsals, sales at a fixed price, lots that go on and the day that is not over', async () => {
    const { lotId } = await soldLot();
    const results = createResultsRepository(copies.database.db);
    const has = async () => (await results.ofDay(DAY)).some((row) => row.lot_id === lotId);
    expect(await has()).toBe(true);
    expect((await results.days(DAY)).map(({ day }) => day)).toEqual([]);
    for (const [set, undo] of [
      ['practice = true', 'practice = false'],
      [`trade_type = 'fixed-price'`, `trade_type = 'auction'`],
      ['outcome = null', `outcome = 'sold'`],
    ]) {
      await copies.database.pool.query(
        `set session_replication_role = replica; update lot set ${set} where id = ${lotId}`,
      );
      expect(await has(), set).toBe(false);
      await copies.database.pool.query(
        `update lot set ${undo} where id = ${lotId}; reset session_replication_role`,
      );
    }
    await copies.database.pool.query('update lot set practice = true where id = $1', [lotId]);
  });

  test('name no one, whatever people wrote into a lot', async () => {
    const planted = [
      'Shohruh Planted',
      'Шохрух Плантов',
      '+998901112233',
      '901112233',
      '32907951234567',
      'Yashirin kocha 7',
      'AB1234567',
      'plant@example.uz',
    ];
    const { lotId } = await soldLot();
    const text = planted.join(' · ');
    const { rows: columns } = await copies.database.pool.query<{
      table_name: string;
      column_name: string;
      data_type: string;
    }>(
      `select table_name, column_name, data_type from information_schema.columns
       where table_schema = 'public' and table_name in ('lot', 'protocol') and data_type in ('text', 'jsonb')
         and is_generated = 'NEVER'`,
    );
    const inAll = JSON.stringify({ uz: text, ru: text, 'uz-Cyrl': text, en: text });
    const codes = ['outcome', 'rule_set_name', 'cause'];
    let written = 0;
    for (const { table_name, column_name, data_type } of columns) {
      if (codes.includes(column_name)) continue;
      const id = table_name === 'lot' ? 'id' : 'lot_id';
      const value = data_type === 'text' ? text : inAll;
      const filled = await copies.database.pool
        .query(`update ${table_name} set ${column_name} = $1 where ${id} = $2`, [value, lotId])
        .catch((error: { code?: string }) => {
          // A check or a reference keeps such a text out of the column.
          if (!['23514', '23503', '22P02', '23505'].includes(error.code ?? '')) throw error;
          return null;
        });
      written += filled ? 1 : 0;
    }
    expect(written).toBeGreaterThan(12);
    await openData.service.publish();
    const version = await latest();
    expect((await rowsOf(version, 'jsonl')).some((row) => row.lot_id === lotId)).toBe(true);
    const parties = Object.values(PEOPLE).flatMap(({ name, stir, pinfl, phone }) => [
      name,
      stir,
      pinfl,
      phone,
    ]);
    const words = [...planted, ...parties, 'anvar', 'seller', 'Cobalt'].filter((word) => word !== null);
    for (const format of OPEN_DATA_FORMATS) {
      const bytes = await fileOf(version, format);
      const said = `${bytes.toString('latin1')}${bytes.toString()}${JSON.stringify(await rowsOf(version, format))}`;
      for (const word of words) expect(said.includes(word), `${format}: ${word}`).toBe(false);
    }
  });

  test('refuse a text where a code belongs, and publish the other days all the same', async () => {
    const { lotId } = await soldLot();
    const older = await soldLot();
    await copies.database.pool.query(`update lot set ended_at = now() - interval '3 days' where id = $1`, [
      older.lotId,
    ]);
    await copies.database.pool.query(`update lot set outcome = 'Shohruh Planted' where id = $1`, [lotId]);
    await expect(openData.service.publish()).rejects.toThrow('1 days of open data');
    const { items } = await list();
    expect(items.map(({ day }) => day)).toEqual([DAY, tashkentDay(Date.now() - 3 * DAY_MS)]);
    expect((await rowsOf(await latest(), 'jsonl')).some((row) => row.lot_id === lotId)).toBe(false);
    await copies.database.pool.query(`update lot set outcome = 'sold' where id = $1`, [lotId]);
    await openData.service.publish();
    expect((await rowsOf(await latest(), 'jsonl')).some((row) => row.lot_id === lotId)).toBe(true);
  });

  test('that were read from a replica have the instant for which they are true', async () => {
    const asOfMs = Date.now() - 4_000;
    const begin = () => {
      const scope = new ReadScope(null);
      scope.readAsOf(asOfMs);
      return scope;
    };
    await soldLot();
    await openDataOf(copies.database, SECRET, { begin }).service.publish();
    expect((await latest()).builtAtMs).toBe(asOfMs);
  });

  test('are not found under any other address', async () => {
    for (const address of [
      `/open-data/files/${DAY}/v99.jsonl`,
      `/open-data/files/${DAY}/v1.exe`,
      `/open-data/files/${DAY}/v01.jsonl`,
      '/open-data/files/..%2f/v1.jsonl',
      '/open-data/files/2020-01-01/v1.json',
    ])
      expect((await copies.get(address)).status, address).toBe(404);
  });

  test('have manifests with another signature after the key was revoked, of the same files', async () => {
    const version = await latest();
    const [before, file] = [await get(version.manifestUrl), await fileOf(version, 'jsonl')];
    const next = openDataOf(copies.database, 'the key in its place');
    await next.records.keys();
    const { keyId } = await createLocalSigner(SECRET).key();
    expect(await next.records.revokeKey(keyId)).toBe('revoked');
    expect(await verified(file, before)).toMatchObject({
      code: 1,
      said: expect.stringContaining('revoked-key'),
    });
    const [, period, digits] = /\/([^/]+)\/v(\d+)\.json$/.exec(version.manifestUrl)!;
    const again = Buffer.from((await next.service.manifest(period!, Number(digits)))!);
    const statementOf = (manifest: Buffer) =>
      (JSON.parse(manifest.toString()) as { statement: { files: unknown } }).statement;
    expect(statementOf(again).files).toEqual(statementOf(before).files);
    const { code, said } = await verified(file, again, '--log', copies.app.url);
    expect(said).toContain('results are those of the log');
    expect(code).toBe(0);
    expect(await next.service.manifest(period!, 999)).toBeNull();
  });
});
