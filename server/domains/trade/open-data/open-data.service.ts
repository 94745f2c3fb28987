import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Reads } from '#server/platform/database/index.ts';
import type { FileStorage } from '#server/integrations/file-storage/index.ts';
import {
  ALL_DAYS,
  OPEN_DATA_LICENCE,
  openDataFileName,
  type OpenDataFormat,
  type OpenDataReason,
  type OpenDataStatement,
  type SignedOpenData,
} from '#shared/open-data/open-data-files.ts';
import { resultRowSchema, type ResultRow } from '#shared/open-data/result-row.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import type { LatestVersion, OpenDataRepository } from './open-data.repository.ts';
import type { ResultsRepository } from './results.repository.ts';
import { openFormats, type FormatWriter } from './write-formats.ts';

export interface OpenDataDeps {
  results: ResultsRepository;
  versions: OpenDataRepository;
  storage: Pick<FileStorage, 'put' | 'read' | 'remove'>;
  sign: (statement: OpenDataStatement) => Promise<SignedOpenData>;
  /** Whether what a key signed has to be signed again. */
  isRevoked: (keyId: string) => Promise<boolean>;
  /** For results: days that are over may be read from a replica. */
  reads: Pick<Reads, 'begin'>;
  /** The signed state of the transparency log. */
  checkpoint: () => Promise<string>;
  nowMs: () => number;
}

export type OpenData = ReturnType<typeof createOpenData>;

/** Rows of the file of all days that are read and written at once. */
const BATCH_ROWS = 5_000;

interface Build {
  period: string;
  before: LatestVersion | undefined;
  reason: OpenDataReason;
  stateHash: string;
  /** The instant for which its rows are true; null: now. */
  asOf: Date | null;
}

/** Results of finished auctions as files that never change: a changed result makes another version of its day. */
export function createOpenData(deps: OpenDataDeps) {
  const { results, versions, storage, sign, isRevoked, reads, checkpoint, nowMs } = deps;
  /** Makes a version: the files first, then the row that names them, so that what is listed is there. */
  async function build(
    { period, before, reason, stateHash, asOf }: Build,
    fill: (writer: FormatWriter) => Promise<void>,
  ): Promise<void> {
    const folder = await mkdtemp(path.join(tmpdir(), 'savdo-open-data-'));
    try {
      const writer = await openFormats(folder);
      await fill(writer);
      const { rows, files } = await writer.finish();
      for (const { sha256, file } of files) await storage.put(sha256, file);
      const version = (before?.version ?? 0) + 1;
      const signed = await sign({
        period,
        version,
        reason,
        licence: OPEN_DATA_LICENCE,
        rows,
        files: files.map(({ format, bytes, sha256 }) => ({
          format,
          name: openDataFileName(period, version, format),
          bytes,
          sha256,
        })),
        checkpoint: await checkpoint(),
      });
      await versions.add(signed, stateHash, asOf);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function buildDay(
    day: string,
    before: LatestVersion | undefined,
    { stateHash, scope }: { stateHash: string; scope: ReturnType<Reads['begin']> },
  ): Promise<void> {
    const found = await scope.run(() => results.ofDay(day));
    // Refuses what is no code or number of the dictionary: nothing else is published.
    const rows = found.map((row) => resultRowSchema.parse(row));
    const changed = before?.rows === rows.length ? 'result-changed' : 'late-result';
    const reason = before ? changed : 'first';
    await build({ period: day, before, reason, stateHash, asOf: scope.asOf }, (writer) => writer.add(rows));
  }

  async function* rowsOf(stored: LatestVersion): AsyncGenerator<ResultRow> {
    const found = await versions.file(stored.period, stored.version, 'jsonl');
    if (!found) return;
    for await (const line of createInterface({
      input: await storage.read(found.sha256),
      crlfDelay: Infinity,
    }))
      yield JSON.parse(line) as ResultRow;
  }

  /** All days in one file, from the files of the days: what is in it is what was published of each. */
  async function buildAll(days: readonly LatestVersion[], before: LatestVersion | undefined): Promise<void> {
    const stateHash = hash('sha256', days.map(({ period, version }) => `${period}.${version}`).join(','));
    if (days.length === 0 || before?.stateHash === stateHash) return;
    const reason = before ? 'new-days' : 'first';
    await build({ period: ALL_DAYS, before, reason, stateHash, asOf: null }, async (writer) => {
      let batch: ResultRow[] = [];
      for (const day of days) {
        for await (const row of rowsOf(day)) batch.push(row);
        if (batch.length < BATCH_ROWS) continue;
        await writer.add(batch);
        batch = [];
      }
      await writer.add(batch);
    });
    // The one before stays for its readers.
    if (before)
      for (const key of await versions.removeBefore(ALL_DAYS, before.version)) await storage.remove(key);
  }

  return {
    /**
     * Makes the files of every day that is over and has none, and another version of each whose results changed. May be repeated,
     * by any number of processes at once: of two that make the same version the first counts.
     */
    async publish(): Promise<void> {
      const scope = reads.begin();
      // Of the same age: a version that a replica lacks is not compared with results that it lacks too. Made again, it is refused.
      const [stored, days] = await scope.run(async () => [
        await versions.latest(),
        await results.days(tashkentDay(nowMs())),
      ]);
      const latest = new Map(stored.map((one) => [one.period, one]));
      const failed: unknown[] = [];
      for (const { day, stateHash } of days) {
        const before = latest.get(day);
        if (before?.stateHash === stateHash) continue;
        // The next round tries the day again; other days do not wait for it.
        await buildDay(day, before, { stateHash, scope }).catch((error: unknown) => failed.push(error));
      }
      const now = await versions.latest();
      await buildAll(
        now.filter(({ period }) => period !== ALL_DAYS),
        now.find(({ period }) => period === ALL_DAYS),
      );
      if (failed.length > 0)
        throw new AggregateError(failed, `${failed.length} days of open data were not made`);
    },

    /** Versions of a page of days, the newest day first, with the last file of all days. */
    async list(page: { limit: number; offset: number }) {
      const [days, total, [whole = null]] = await Promise.all([
        versions.days(page),
        versions.countDays(),
        versions.versions(ALL_DAYS),
      ]);
      return { days, total, whole };
    },

    /**
     * The signed manifest as text; null: no such version. Where the key that signed it was revoked, the same files with the signature of the
     * present key, under the present state of the log: the former one has no signature either that still counts.
     */
    async manifest(period: string, version: number): Promise<string | null> {
      const stored = await versions.manifest(period, version);
      if (stored === null) return null;
      const { keyId, statement } = JSON.parse(stored) as SignedOpenData;
      if (!(await isRevoked(keyId))) return stored;
      return JSON.stringify(await sign({ ...statement, checkpoint: await checkpoint() }));
    },

    /** A file with its digest and size in bytes; null: there is none. @throws ObjectMissing, StorageAway */
    async file(
      period: string,
      version: number,
      format: OpenDataFormat,
    ): Promise<{ body: Readable; sha256: string; bytes: number } | null> {
      const found = await versions.file(period, version, format);
      return found && { ...found, body: await storage.read(found.sha256) };
    },
  };
}
