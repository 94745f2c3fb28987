import { sql, type Generated } from 'kysely';
import { inTransaction, type Db } from '#server/platform/database/index.ts';
import {
  ALL_DAYS,
  type OpenDataFormat,
  type OpenDataReason,
  type SignedOpenData,
} from '#shared/open-data/open-data-files.ts';

interface OpenDataTables {
  open_data_version: {
    period: string;
    version: number;
    reason: OpenDataReason;
    row_count: number;
    state_hash: string;
    manifest: string;
    built_at: Generated<Date>;
  };
  open_data_file: {
    period: string;
    version: number;
    format: OpenDataFormat;
    sha256: string;
    bytes: number;
  };
}

export interface LatestVersion {
  period: string;
  version: number;
  rows: number;
  stateHash: string;
}

export interface StoredVersion extends Omit<LatestVersion, 'stateHash'> {
  reason: OpenDataReason;
  builtAt: Date;
  files: { format: OpenDataFormat; sha256: string; bytes: number }[];
}

export type OpenDataRepository = ReturnType<typeof createOpenDataRepository>;

export function createOpenDataRepository(db: Db<OpenDataTables>) {
  const described = () =>
    db
      .selectFrom('open_data_version as v')
      .innerJoin('open_data_file as f', (join) =>
        join.onRef('f.period', '=', 'v.period').onRef('f.version', '=', 'v.version'),
      )
      .select(['v.period', 'v.version', 'v.reason', 'v.row_count as rows', 'v.built_at as builtAt'])
      .select(
        sql<
          StoredVersion['files']
        >`json_agg(json_build_object('format', f.format, 'sha256', f.sha256, 'bytes', f.bytes)
          order by array_position(array['jsonl', 'csv', 'parquet'], f.format))`.as('files'),
      )
      .groupBy(['v.period', 'v.version']);

  return {
    /** The last version of each period, all days included; the oldest period first. */
    latest: (): Promise<LatestVersion[]> =>
      db
        .selectFrom('open_data_version')
        .distinctOn('period')
        .select(['period', 'version', 'row_count as rows', 'state_hash as stateHash'])
        .orderBy('period')
        .orderBy('version', 'desc')
        .execute(),

    /** Every version of a period, the newest first. */
    versions: (period: string): Promise<StoredVersion[]> =>
      described().where('v.period', '=', period).orderBy('v.version', 'desc').execute(),

    /** Days with every version they have: the newest day first, of each its newest version. */
    async days(page: { limit: number; offset: number }): Promise<StoredVersion[]> {
      const periods = await db
        .selectFrom('open_data_version')
        .select('period')
        .distinct()
        .where('period', '<>', ALL_DAYS)
        .orderBy('period', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      if (periods.length === 0) return [];
      return described()
        .where(
          'v.period',
          'in',
          periods.map(({ period }) => period),
        )
        .orderBy('v.period', 'desc')
        .orderBy('v.version', 'desc')
        .execute();
    },

    async countDays(): Promise<number> {
      const { days } = await db
        .selectFrom('open_data_version')
        .select((eb) => eb.fn.count<number>('period').distinct().as('days'))
        .where('period', '<>', ALL_DAYS)
        .executeTakeFirstOrThrow();
      return days;
    },

    /** The signed manifest; null: no such version. */
    async manifest(period: string, version: number): Promise<string | null> {
      const row = await db
        .selectFrom('open_data_version')
        .select('manifest')
        .where('period', '=', period)
        .where('version', '=', version)
        .executeTakeFirst();
      return row?.manifest ?? null;
    },

    /** Key in file storage and size; null: no such file. */
    async file(
      period: string,
      version: number,
      format: OpenDataFormat,
    ): Promise<{ sha256: string; bytes: number } | null> {
      const row = await db
        .selectFrom('open_data_file')
        .select(['sha256', 'bytes'])
        .where('period', '=', period)
        .where('version', '=', version)
        .where('format', '=', format)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * Stores a version whose files are in file storage. False when another process stored that version first.
     * @param asOf the instant for which its rows are true; null: now
     */
    add: (signed: SignedOpenData, stateHash: string, asOf: Date | null): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        const { period, version, reason, rows, files } = signed.statement;
        const added = await tx
          .insertInto('open_data_version')
          .values({
            period,
            version,
            reason,
            row_count: rows,
            state_hash: stateHash,
            manifest: JSON.stringify(signed),
            ...(asOf && { built_at: asOf }),
          })
          .onConflict((conflict) => conflict.columns(['period', 'version']).doNothing())
          .returning('version')
          .executeTakeFirst();
        if (!added) return false;
        await tx
          .insertInto('open_data_file')
          .values(files.map(({ format, sha256, bytes }) => ({ period, version, format, sha256, bytes })))
          .execute();
        return true;
      }),

    /** Removes versions of a period before this one. Returns the keys that no other version has. */
    removeBefore: (period: string, version: number): Promise<string[]> =>
      inTransaction(db, async (tx) => {
        const files = await tx
          .deleteFrom('open_data_file')
          .where('period', '=', period)
          .where('version', '<', version)
          .returning('sha256')
          .execute();
        await tx
          .deleteFrom('open_data_version')
          .where('period', '=', period)
          .where('version', '<', version)
          .execute();
        const keys = [...new Set(files.map(({ sha256 }) => sha256))];
        if (keys.length === 0) return [];
        const named = await tx
          .selectFrom('open_data_file')
          .select('sha256')
          .where('sha256', 'in', keys)
          .execute();
        return keys.filter((key) => !named.some(({ sha256 }) => sha256 === key));
      }),

    /** Objects in file storage after this key, ascending. */
    after: (key: string, limit: number): Promise<{ key: string; bytes: number }[]> =>
      db
        .selectFrom('open_data_file')
        .distinctOn(sql`sha256 collate "C"`)
        .select(['sha256 as key', 'bytes'])
        .where(sql<boolean>`sha256 > ${key} collate "C"`)
        .orderBy(sql`sha256 collate "C"`)
        .limit(limit)
        .execute(),
  };
}
