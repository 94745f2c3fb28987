import { createHash } from 'node:crypto';
import type { Db } from '#server/platform/database/index.ts';
import type { CopyKind, ProtocolTables } from './protocol-tables.ts';

export interface ProtocolFile {
  name: string;
  body: Buffer;
  sizeBytes: number;
  sha256: string;
}

export type ProtocolFilesRepository = ReturnType<typeof createProtocolFilesRepository>;

/** Copies of protocols. The first one stored counts: its bytes never change. */
export function createProtocolFilesRepository(db: Db<ProtocolTables>) {
  const FILE = ['name', 'body', 'size_bytes as sizeBytes', 'sha256'] as const;

  return {
    async find(protocolId: number, kind: CopyKind): Promise<ProtocolFile | null> {
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

    async store(protocolId: number, kind: CopyKind, name: string, body: Buffer): Promise<void> {
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
