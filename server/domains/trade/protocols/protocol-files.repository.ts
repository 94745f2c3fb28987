import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { StoredKind, ProtocolTables } from './protocol-tables.ts';

export interface ProtocolFile {
  name: string;
  body: Buffer;
  sizeBytes: number;
  sha256: string;
}

export interface CopyDigest {
  protocolId: number;
  kind: string;
  name: string;
  /** As it was stored, and as it is. */
  sha256: string;
  found: string;
}

export type ProtocolFilesRepository = ReturnType<typeof createProtocolFilesRepository>;

/** Copies of protocols. The first one stored counts: its bytes never change. */
export function createProtocolFilesRepository(db: Db<ProtocolTables>) {
  const FILE = ['name', 'body', 'size_bytes as sizeBytes', 'sha256'] as const;

  return {
    async find(protocolId: number, kind: StoredKind): Promise<ProtocolFile | null> {
      const row =
        kind === 'public'
          ? await db
              .selectFrom('protocol_file')
              .select(FILE)
              .where('protocol_id', '=', protocolId)
              .executeTakeFirst()
          : await db
              .selectFrom('protocol_copy')
              .select(FILE)
              .where('protocol_id', '=', protocolId)
              .where('kind', '=', kind)
              .executeTakeFirst();
      return row ?? null;
    },

    /** Of all copies, with the digests that their bodies have now; ascending. */
    async digestsAfter(last: CopyDigest | undefined, limit: number): Promise<CopyDigest[]> {
      const { rows } = await sql<CopyDigest>`
        select "protocolId", kind, name, sha256, encode(sha256(body), 'hex') as found from (
          select protocol_id as "protocolId", 'public' as kind, name, sha256, body from protocol_file
          union all
          select protocol_id, kind, name, sha256, body from protocol_copy
        ) as copy
        where ("protocolId", kind) > (${last?.protocolId ?? 0}, ${last?.kind ?? ''})
        order by "protocolId", kind limit ${limit}`.execute(db);
      return rows;
    },

    async store(protocolId: number, kind: StoredKind, name: string, body: Buffer): Promise<void> {
      const file = {
        protocol_id: protocolId,
        name,
        body,
        size_bytes: body.length,
        sha256: createHash('sha256').update(body).digest('hex'),
      };
      if (kind === 'public')
        await db
          .insertInto('protocol_file')
          .values(file)
          .onConflict((conflict) => conflict.column('protocol_id').doNothing())
          .execute();
      else
        await db
          .insertInto('protocol_copy')
          .values({ ...file, kind })
          .onConflict((conflict) => conflict.columns(['protocol_id', 'kind']).doNothing())
          .execute();
    },
  };
}
