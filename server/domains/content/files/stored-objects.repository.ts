import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { FilesTables } from './files-tables.ts';

export interface StoredObject {
  /** In file storage. */
  key: string;
  bytes: number;
}

export type StoredObjectsRepository = ReturnType<typeof createStoredObjectsRepository>;

export function createStoredObjectsRepository(db: Db<FilesTables>) {
  return {
    /** Contents that a file has, and what was made of them, after this key. A booked content may not be stored yet. */
    async after(key: string, limit: number): Promise<StoredObject[]> {
      const { rows } = await sql<StoredObject>`
        with used as (select * from file_blob b where exists (select from uploaded_file f where f.sha256 = b.sha256))
        select key, bytes from (
          select sha256 as key, size_bytes as bytes from used
          union all
          select sha256 || '-' || clean_name, clean_bytes from used where clean_name is not null
          union all
          select sha256 || '-' || name, v.size_bytes from file_variant v join used using (sha256)
          union all
          select sha256 || '-' || avif_name, avif_bytes from file_variant join used using (sha256)
          where avif_name is not null
        ) as object
        where key > ${key} collate "C" order by key collate "C" limit ${limit}`.execute(db);
      return rows;
    },
  };
}
