import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import canonicalize from 'canonicalize';
import { createTurningDown, type IsSamePerson, type Person } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { SignaturesService } from '#server/domains/people/signatures/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { refusedRowsFile } from '#server/platform/tables/index.ts';
import type {
  ColumnsQuestion,
  ImportedRow,
  ImportedRowProblem,
  OrderImport,
  RefusedPhoto,
} from '#shared/api/cabinet/order-imports.ts';
import type { RefusedRows } from '#shared/api/tables.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { ImportedRowState } from '#shared/lifecycles/imported-row.ts';
import type { SignatureRefusal } from '#shared/api/cabinet/signatures.ts';
import { withoutHiddenMarks } from '#shared/text/hidden-marks.ts';
import { factsAskedFor } from './column-question.ts';
import { mappingProblem, type ColumnMapping } from './import-columns.ts';
import { importView, rowView } from './import-view.ts';
import { createImportsRepository } from './imports.repository.ts';
import type { StoredImport } from './order-import-tables.ts';
import { NotAnArchive, withPhotosArchive } from './photos-archive.ts';
import { createRowsRepository } from './rows.repository.ts';

export interface OrderImportsDeps {
  db: AnyDb;
  files: Pick<FilesService, 'setAside'>;
  signatures: Pick<SignaturesService, 'prepare' | 'accept'>;
  actions: Pick<ActionLog, 'record'>;
  reference: ReferenceService;
  personOf(personId: string): Promise<Person | null>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  isSamePerson: IsSamePerson;
}

/** A member of staff. */
export interface Importer {
  personId: string;
  address: string;
  /** Imports, and does not only read. */
  acts: boolean;
}

/** Rows of one query. */
const REFUSED_AT_ONCE = 500;

interface Page {
  page: number;
  size: number;
}
interface Paged<Item> extends Page {
  items: Item[];
  total: number;
}

export type OrderImportsService = ReturnType<typeof createOrderImports>;

export const fileNameOfImport = (key: string): string => `order-import:${key}`;

/** Line of a folder of photos: by the number of its lot, or as `line-12`. */
export const lineFinder = (lines: ReadonlyMap<string, number>): ((folder: string) => number | undefined) => {
  const all = new Set(lines.values());
  return (folder) => {
    const named = lines.get(folder);
    if (named !== undefined) return named;
    const line = Number(/^line-(\d{1,7})$/i.exec(folder)?.[1] ?? Number.NaN);
    return all.has(line) ? line : undefined;
  };
};

async function hashOf(file: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Imports of lots by staff: upload, photos, signature, reading. The orders are made by the workflow `import-orders`. */
export function createOrderImports(deps: OrderImportsDeps) {
  const { db, files, signatures, actions, reference, personOf, namesOf } = deps;
  const imports = createImportsRepository(db);
  const rows = createRowsRepository(db);
  const turning = createTurningDown(deps.isSamePerson);

  const record = (on: AnyDb, action: string, importId: number, { personId, address }: Importer) =>
    actions.record(
      { personId, type: 'order-import', action, result: 'done', reason: `order-import:${importId}`, address },
      on,
    );

  async function views(
    found: readonly StoredImport[],
    { acts }: Pick<Importer, 'acts'>,
  ): Promise<OrderImport[]> {
    const ids = found.map(({ id }) => id);
    const people = found.flatMap((row) => [
      row.person_id,
      row.uploaded_by,
      row.started_by ?? row.uploaded_by,
    ]);
    const [names, counts, refused] = await Promise.all([
      namesOf([...new Set(people)]),
      rows.counts(ids),
      rows.countRefusedPhotos(ids),
    ]);
    return found.map((row) =>
      importView(row, {
        names,
        acts,
        counts: counts.get(row.id) ?? {},
        refusedPhotos: refused.get(row.id) ?? 0,
      }),
    );
  }

  /** @throws 404 */
  async function demand(on: AnyDb, importId: number, lock = false): Promise<StoredImport> {
    const repository = createImportsRepository(on);
    const row = await (lock ? repository.lock(importId) : repository.byId(importId));
    if (!row) throw notFound();
    return row;
  }

  const demandReady = (row: StoredImport): void => {
    if (row.state !== 'ready') throw conflict('order-imports.not-ready');
  };

  const paged = async <Item>(
    { page, size }: Page,
    total: Promise<number>,
    read: (page: { limit: number; offset: number }) => Promise<Item[]>,
  ): Promise<Paged<Item>> => ({
    items: await read({ limit: size, offset: (page - 1) * size }),
    total: await total,
    page,
    size,
  });

  /** What a signature is about: the file, its photos and the rows that become orders. */
  async function factsOf(on: AnyDb, row: StoredImport) {
    const counts = await createRowsRepository(on).counts([row.id]);
    return {
      id: row.id,
      organisation: row.person_id,
      fileName: row.file_name,
      fileSha256: row.file_sha256,
      photosSha256: row.photos_sha256,
      orders: counts.get(row.id)?.ready ?? 0,
      // Where staff said what its columns are, it is signed with the file.
      ...(row.mapping && { columns: row.mapping }),
    };
  }

  const service = {
    list: (asked: Page, viewer: Pick<Importer, 'acts'>): Promise<Paged<OrderImport>> =>
      paged(asked, imports.count(), async ({ limit, offset }) =>
        views(await imports.list(limit, offset), viewer),
      ),

    /** @throws 404 */
    async one(importId: number, viewer: Pick<Importer, 'acts'>): Promise<OrderImport> {
      const [view] = await views([await demand(db, importId)], viewer);
      return view!;
    },

    /** @throws 404 */
    async rows(importId: number, { state, ...asked }: Page & { state?: ImportedRowState | undefined }) {
      await demand(db, importId);
      return paged<ImportedRow>(asked, rows.count(importId, state), async (page) =>
        (await rows.list(importId, state, page)).map(rowView),
      );
    },

    /**
     * The refused rows as a file to be mended and sent again.
     * @param reasonOf the sentence for a problem, in the reader's language
     * @throws 404
     */
    async refusedRows(
      importId: number,
      reasonOf: (problem: ImportedRowProblem) => string,
    ): Promise<RefusedRows> {
      const { columns, file_name: name } = await demand(db, importId);
      async function* refused() {
        for (let line = 0; ;) {
          const found = await rows.refusedBelow(importId, line, REFUSED_AT_ONCE);
          for (const { line: at, cells, problems } of found) {
            const reasons = problems.map((each) => {
              const reason = reasonOf(each);
              return each.column === null ? reason : `${each.column}: ${reason}`;
            });
            yield { line: at, cells: cells ?? [], reason: [...new Set(reasons)].join(' ') };
          }
          if (found.length < REFUSED_AT_ONCE) return;
          line = found.at(-1)!.line;
        }
      }
      const csv = await refusedRowsFile({ heads: columns.map(({ head }) => head), rows: refused() });
      return { fileName: `${path.parse(name).name}-refused.csv`, csv };
    },

    /** @throws 404 */
    async refusedPhotos(importId: number, asked: Page): Promise<Paged<RefusedPhoto>> {
      await demand(db, importId);
      const total = rows.countRefusedPhotos([importId]).then((counts) => counts.get(importId) ?? 0);
      return paged(asked, total, (page) => rows.refusedPhotos(importId, page));
    },

    /** Takes a file on this machine's disk; the worker reads it. @throws 422 for an account that is no organisation that sells */
    async upload(file: string, fileName: string, personId: string, by: Importer): Promise<number> {
      const organisation = await personOf(personId);
      if (organisation?.kind !== 'legal' || organisation.disabled || !organisation.roles.includes('customer'))
        throw ruleForbids('order-imports.no-organisation');
      const { sha256, bytes } = await hashOf(file);
      const fileKey = randomUUID();
      const id = await imports.add({
        personId,
        fileName: shownName(fileName),
        fileKey,
        sha256,
        fileBytes: bytes,
        uploadedBy: by.personId,
      });
      await files.setAside.put(fileNameOfImport(fileKey), file);
      await inTransaction(db, async (tx) => {
        await createImportsRepository(tx).stored(id);
        await record(tx, 'uploaded', id, by);
      });
      return id;
    },

    /** @throws 404, 409 `order-imports.not-asked` */
    async columns(importId: number): Promise<ColumnsQuestion> {
      const { state, columns, samples } = await demand(db, importId);
      if (state !== 'unmapped') throw conflict('order-imports.not-asked');
      const facts = [...(await factsAskedFor(reference))].map(([code, label]) => ({ code, label }));
      return {
        columns: columns.map((column, at) => ({ ...column, samples: samples?.[at] ?? [] })),
        facts,
      };
    },

    /** The worker reads the file with these columns. @throws 404, 409 `order-imports.not-asked`, 422 for an answer that cannot be used */
    async map(importId: number, mapping: ColumnMapping, by: Importer): Promise<OrderImport> {
      const facts = new Set((await factsAskedFor(reference)).keys());
      await inTransaction(db, async (tx) => {
        const row = await demand(tx, importId, true);
        const found = mappingProblem(mapping, row.columns.length, facts);
        if (found)
          throw ruleForbids(`order-imports.${found.problem}`, {
            details: { columns: found.columns },
          });
        if (row.state !== 'unmapped') {
          // The answer to the first try was lost on its way.
          if (row.mapping && canonicalize(row.mapping) === canonicalize(mapping)) return;
          throw conflict('order-imports.not-asked');
        }
        const repository = createImportsRepository(tx);
        await repository.setColumns(importId, {
          columns: row.columns.map(({ head }, at) => ({ head, known: mapping[at] ?? null })),
          headsKey: row.heads_key!,
          mapping,
        });
        await repository.contribute(importId, 'columns', by.personId);
        await repository.move(importId, 'map');
        await record(tx, 'mapped', importId, by);
      });
      return service.one(importId, by);
    },

    /** @throws 404, 409 `order-imports.not-ready`, 422 `order-imports.no-archive` */
    async addPhotos(importId: number, file: string, fileName: string, by: Importer): Promise<OrderImport> {
      demandReady(await demand(db, importId));
      const lineOf = lineFinder(await rows.readyLines(importId));
      const found = await withPhotosArchive(file, lineOf, ({ files: fitting, refused }) =>
        Promise.resolve({
          refused: [...refused],
          lots: fitting.size,
          files: [...fitting.values()].reduce((sum, own) => sum + own.length, 0),
        }),
      ).catch((error: unknown) => {
        // Not retried: another file is needed.
        if (error instanceof NotAnArchive) throw ruleForbids('order-imports.no-archive');
        throw error;
      });
      const { sha256 } = await hashOf(file);
      const key = randomUUID();
      const left = await imports.bookPhotos(importId, key);
      if (left !== null) await files.setAside.drop(fileNameOfImport(left));
      await files.setAside.put(fileNameOfImport(key), file);
      const before = await inTransaction(db, async (tx) => {
        const row = await demand(tx, importId, true);
        demandReady(row);
        // Another archive was uploaded meanwhile, and this one was dropped for it.
        if (row.incoming_photos_key !== key) throw conflict('order-imports.not-ready');
        const repository = createImportsRepository(tx);
        await repository.contribute(importId, 'photos', by.personId);
        await repository.setPhotos(importId, {
          name: shownName(fileName),
          key,
          sha256,
          files: found.files,
          lots: found.lots,
        });
        await createRowsRepository(tx).replaceRefusedPhotos(importId, found.refused);
        await record(tx, 'photos-added', importId, by);
        return row.photos_key;
      });
      if (before !== null) await files.setAside.drop(fileNameOfImport(before));
      return service.one(importId, by);
    },

    /** The document to sign. @throws 404, 409 `order-imports.not-ready`, 503 where signing is not set up */
    async prepare(importId: number, by: Importer, language: Language) {
      const row = await demand(db, importId);
      demandReady(row);
      const facts = await factsOf(db, row);
      if (facts.orders === 0) throw conflict('order-imports.not-ready');
      return signatures.prepare(by.personId, {
        kind: 'order-import',
        subject: String(importId),
        language,
        document: (requestId, at) =>
          Buffer.from(canonicalize({ requestId, preparedAt: at.toISOString(), import: facts })!, 'utf8'),
      });
    },

    /** The worker makes the orders from now on. @throws 404, 409 `order-imports.not-ready` when it changed after it was prepared */
    async start(
      importId: number,
      signature: { requestId: string; pkcs7: string },
      by: Importer,
    ): Promise<{ outcome: 'started' } | { outcome: 'refused'; reason: SignatureRefusal }> {
      await demand(db, importId);
      const signed = await signatures.accept(
        by.personId,
        'order-import',
        signature,
        by.address,
        async (tx, { id: signedDocumentId, request }) => {
          const row = await demand(tx, importId, true);
          demandReady(row);
          const { import: facts } = JSON.parse(request.document.toString('utf8')) as { import: unknown };
          if (canonicalize(facts) !== canonicalize(await factsOf(tx, row)))
            throw conflict('order-imports.not-ready');
          await createImportsRepository(tx).move(importId, 'start', {
            startedBy: by.personId,
            signedDocumentId,
          });
          await record(tx, 'started', importId, by);
        },
      );
      if (signed.outcome === 'refused') return { outcome: 'refused', reason: signed.reason };
      // A signature that was accepted before started its own import.
      const { signed_document_id: documentId } = await demand(db, importId);
      if (documentId !== signed.documentId) throw conflict('order-imports.not-ready');
      return { outcome: 'started' };
    },

    /** @throws 404, 409 `order-imports.over`, `turned-down-before` for who has stopped two of colleagues within 30 days */
    async cancel(importId: number, by: Importer): Promise<OrderImport> {
      await inTransaction(db, async (tx) => {
        const row = await demand(tx, importId, true);
        if (row.state === 'cancelled') return;
        const repository = createImportsRepository(tx);
        if (!(await repository.move(importId, 'cancel'))) throw conflict('order-imports.over');
        await repository.leaveOrdered(importId);
        const askedBy = row.started_by ?? row.uploaded_by;
        await turning.turnDown(tx, `order-import:${row.person_id}`, { by: by.personId, askedBy });
        await record(tx, 'cancelled', importId, by);
      });
      return service.one(importId, by);
    },
  };
  return service;
}

const shownName = (name: string): string => withoutHiddenMarks(name).slice(0, 200) || '—';
