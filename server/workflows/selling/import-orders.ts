import { setImmediate } from 'node:timers/promises';
import type { ActionVerdict } from '#server/domains/people/accounts/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import {
  atColumn,
  createImportsRepository,
  createRowsRepository,
  fileNameOfImport,
  lineFinder,
  withPhotosArchive,
  type ArchivedFile,
  type ReadFile,
  type StoredImport,
  type StoredRow,
} from '#server/domains/trade/order-imports/index.ts';
import { filesOf, type ImportOrders, type JudgeImported } from '#server/domains/trade/orders/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { RequestError } from '#server/platform/errors/index.ts';
import { uuidOf } from '#server/platform/ids/index.ts';
import { withoutAccountDigits } from '#shared/content/account-digits.ts';
import type { ImportedRowProblem } from '#shared/api/cabinet/order-imports.ts';
import type { FileRefusal } from '#shared/api/cabinet/files.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';

/** A worker that was killed holds an import so long; every batch extends it. */
const LEASE_MS = 30_000;
/** Orders of one transaction: short, so that nothing else waits for it. */
const BATCH = 20;

export interface ImportOrdersRunDeps {
  db: AnyDb;
  readFile: ReadFile;
  orders: ImportOrders;
  files: Pick<FilesService, 'setAside' | 'addGiven' | 'countsOf'>;
  maySell(personId: string): Promise<ActionVerdict>;
  owedBy(personId: string): Promise<number>;
  notify: Notifications['notify'];
  crashAt: WorkflowCrashPoint;
  /** The process ends: what was begun is continued by the next one. */
  ending(): boolean;
  leaseMs?: number;
}

type PhotosOf = (line: number) => readonly ArchivedFile[];

const OBSTACLES = {
  'sign-in': 'seller-gone',
  role: 'seller-role',
  profile: 'seller-profile',
  'under-age': 'seller-under-age',
  offer: 'seller-offer',
  barred: 'seller-barred',
} as const;

const about = (problem: ImportedRowProblem['problem']): ImportedRowProblem => ({
  column: null,
  field: null,
  problem,
  part: null,
  details: {},
});

/** What was in force when the file was read may be gone when its orders are made: that has a reason of its own. */
const removed = (problem: ImportedRowProblem): ImportedRowProblem =>
  problem.problem !== 'unknown-choice'
    ? problem
    : problem.field === 'categoryId'
      ? { ...problem, problem: 'category-removed' }
      : problem.field === 'areaId'
        ? { ...problem, problem: 'area-removed' }
        : problem;

/**
 * Reads files of lots and makes their orders once they are signed: an order, its photos, then the moderators. Every step is
 * one transaction or safe to repeat, so that a run continues where a killed one ended; a number of an organisation becomes
 * one order, however often it is imported.
 */
export function createImportOrdersRun(deps: ImportOrdersRunDeps) {
  const { db, readFile, orders, files, maySell, owedBy, notify, crashAt, ending, leaseMs = LEASE_MS } = deps;
  const imports = createImportsRepository(db);

  const proceed = async (made: StoredImport): Promise<boolean> =>
    !ending() && (await imports.extend(made.id, made.state, leaseMs));

  async function sellerProblem(personId: string): Promise<ImportedRowProblem | null> {
    const { reason } = await maySell(personId);
    if (reason) return about(OBSTACLES[reason]);
    return (await owedBy(personId)) > 0 ? about('seller-owes') : null;
  }

  /** Orders of the next rows, in one transaction. False: there are none, or the import was stopped. */
  async function orderBatch(made: StoredImport, judge: JudgeImported | null): Promise<boolean> {
    const problem = judge === null ? about('seller-gone') : await sellerProblem(made.person_id);
    return inTransaction(db, async (tx) => {
      const rows = createRowsRepository(tx);
      // In this order everywhere: a stop waits for the batch, and so does another import of the organisation.
      if ((await createImportsRepository(tx).lock(made.id))?.state !== 'running') return false;
      await rows.lockOrganisation(made.person_id);
      const batch = await rows.nextReady(made.id, BATCH);
      if (batch.length === 0) return false;
      const numbers = batch.map(({ number }) => number);
      // A number whose order its customer deleted is free.
      await rows.releaseDeleted(made.person_id, numbers);
      const known = await rows.ordersOf(made.person_id, numbers);
      for (const row of batch) {
        const before = known.get(row.number);
        if (before !== undefined) {
          await rows.move(made.id, row.line, 'know', { knownOrderId: before });
          continue;
        }
        const problems = problem ? [problem] : await judgedNow(row, judge!);
        if (problems.length > 0) {
          await rows.move(made.id, row.line, 'refuse', { problems });
          continue;
        }
        const orderId = await orders.add(tx, {
          personId: made.person_id,
          requestId: `import:${made.id}:${row.line}`,
          fields: row.fields!,
          staffId: made.uploaded_by,
        });
        await rows.move(made.id, row.line, 'order', { orderId });
      }
      crashAt('import-ordered');
      return true;
    });
  }

  const judgedNow = async (row: StoredRow, judge: JudgeImported): Promise<ImportedRowProblem[]> =>
    (await judge(row.fields!, null)).map((each) => removed(atColumn(each, null)));

  /** Adds the files of an order; those that are refused are named. @throws RequestError 5xx when storage is away */
  async function addFiles(made: StoredImport, row: StoredRow, photosOf: PhotosOf): Promise<void> {
    for (const file of photosOf(row.line)) {
      let unpacking: Error | null = null;
      try {
        const bytes = await file.open();
        bytes.once('error', (error: Error) => (unpacking = error));
        await files.addGiven(filesOf(row.order_id!), file.kind, {
          uploadId: uuidOf(`order-import:${made.id}:${file.name}`),
          // Buyers read it, and one member of staff alone has written it.
          name: withoutAccountDigits(file.fileName),
          bytes,
        });
      } catch (error) {
        // Not retried: another file is needed. A storage that is away ends the round, which is repeated.
        const problem = refusalOf(error, unpacking);
        if (!problem) throw error;
        await createRowsRepository(db).addRefusedPhotos(made.id, [{ name: file.name, problem }]);
      }
      crashAt('import-file-added');
    }
  }

  /** The order goes to the moderators, or stays a draft that says what it lacks. */
  async function finishRow(made: StoredImport, row: StoredRow, judge: JudgeImported | null): Promise<void> {
    const fields = await orders.fieldsOf(row.order_id!);
    const counts = await files.countsOf(db, filesOf(row.order_id!));
    const judged = fields && judge ? (await judge(fields, counts)).map((each) => atColumn(each, null)) : [];
    // Its seller may not sell any more: nothing of theirs goes to the moderators.
    const seller = judge ? await sellerProblem(made.person_id) : about('seller-gone');
    const problems = seller ? [seller, ...judged] : judged;
    await inTransaction(db, async (tx) => {
      const rows = createRowsRepository(tx);
      if ((await createImportsRepository(tx).lock(made.id))?.state !== 'running') return;
      if (problems.length > 0) {
        await rows.move(made.id, row.line, 'leave', { problems });
        return;
      }
      const sent = await orders.send(tx, {
        orderId: row.order_id!,
        staffId: made.started_by!,
        documentId: made.signed_document_id!,
      });
      const moved = sent
        ? await rows.move(made.id, row.line, 'send')
        : await rows.move(made.id, row.line, 'leave', { problems: [about('changed-meanwhile')] });
      // A stop was faster: it would have been seen above, because it takes the same lock.
      if (!moved) throw new Error(`row ${row.line} of import ${made.id} was finished twice`);
    });
    crashAt('import-row-finished');
  }

  /** The customer is written once what became of their file. */
  const finish = (made: StoredImport): Promise<void> =>
    inTransaction(db, async (tx) => {
      const repository = createImportsRepository(tx);
      if ((await repository.lock(made.id))?.state !== 'running') return;
      await repository.move(made.id, 'finish');
      const counts = (await createRowsRepository(tx).counts([made.id])).get(made.id) ?? {};
      const [sentCount, draftCount] = [counts.sent ?? 0, counts.draft ?? 0];
      if (sentCount + draftCount > 0)
        await notify(tx, {
          template: 'orders-imported',
          params: { sentCount, draftCount },
          personId: made.person_id,
          key: `order-import:${made.id}`,
        });
    });

  async function makeOrders(made: StoredImport, photosOf: PhotosOf): Promise<void> {
    const rows = createRowsRepository(db);
    for (;;) {
      // What is in force is read again for each batch: dictionaries and rules change while a long file is imported.
      const judge = await orders.judgeOf(made.person_id, new Date());
      for (const row of await rows.ordered(made.id)) {
        await addFiles(made, row, photosOf);
        await finishRow(made, row, judge);
        await setImmediate();
        if (!(await proceed(made))) return;
      }
      if (!(await orderBatch(made, judge))) break;
      crashAt('import-batch-committed');
      if (!(await proceed(made))) return;
    }
    await finish(made);
  }

  const open = <Result>(key: string, use: (file: string) => Promise<Result>): Promise<Result> =>
    files.setAside.open(fileNameOfImport(key), use);

  async function work(made: StoredImport): Promise<void> {
    if (made.state === 'reading')
      return open(made.file_key!, (file) => readFile.read(made, file, () => proceed(made)));
    if (made.photos_key === null) return makeOrders(made, () => []);
    return open(made.photos_key, async (file) => {
      const lineOf = lineFinder(await createRowsRepository(db).linesWithOrders(made.id));
      await withPhotosArchive(file, lineOf, (archive) =>
        makeOrders(made, (line) => archive.files.get(line) ?? []),
      );
    });
  }

  return {
    /** Works on every import that waits, one after the other, until the process ends. */
    async round(onProblem: (error: unknown, importId: number) => void): Promise<void> {
      // One that failed holds up no other: the next round tries it again.
      const tried: number[] = [];
      while (!ending()) {
        const made = await imports.claim(leaseMs, tried);
        if (!made) return;
        tried.push(made.id);
        try {
          await work(made);
        } catch (error) {
          // Retried by the next round.
          onProblem(error, made.id);
        } finally {
          await imports.release(made.id);
        }
      }
    },

    /** Removes from storage the files of imports that are over, or that a crash left. */
    async removeFiles(): Promise<void> {
      for (const row of await imports.left()) {
        for (const key of [row.file_key, row.photos_key, row.incoming_photos_key])
          if (key !== null) await files.setAside.drop(fileNameOfImport(key));
        await imports.forgetFiles(row.id);
      }
    },
  };
}

export type ImportOrdersRun = ReturnType<typeof createImportOrdersRun>;

/** Why a file is not added; null: a fault that another try may not meet. */
function refusalOf(error: unknown, unpacking: Error | null): FileRefusal | null {
  if (unpacking && !(error instanceof RequestError)) return 'files.damaged';
  return error instanceof RequestError && error.status < 500 ? (error.code as FileRefusal) : null;
}
