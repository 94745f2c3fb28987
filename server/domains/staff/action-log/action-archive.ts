import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isArchiveOf, readArchive } from '#server/platform/database/index.ts';
import type { ChainedAction } from './action-chain.ts';

/** As `database partitions --archive` writes it. */
interface ArchivedRow {
  id: bigint;
  person_id: string | null;
  type: string;
  action: string;
  result: string;
  reason: string | null;
  address: string | null;
  /** Microseconds since 1970. */
  at: bigint;
}

/** Actions of months that left the database. One file is in memory at a time; a block is in one file, because it is of one month. */
export function openActionArchive(folder: string) {
  let files: string[] | null = null;
  let held: ChainedAction[] = [];
  const within = (range: { afterId: number; lastId: number }) =>
    held.filter(({ id }) => id > range.afterId && id <= range.lastId);
  return {
    /** By id. @throws when the folder or one of its files cannot be read */
    async actions(range: { afterId: number; lastId: number }): Promise<ChainedAction[]> {
      const found = within(range);
      if (found.length > 0) return found;
      files ??= (await readdir(folder)).filter((name) => isArchiveOf('person_action', name));
      for (const file of files) {
        held = await readActions(path.join(folder, file));
        const there = within(range);
        if (there.length > 0) return there;
      }
      return [];
    },
  };
}

async function readActions(file: string): Promise<ChainedAction[]> {
  const actions: ChainedAction[] = [];
  for await (const rows of readArchive(file)) {
    for (const row of rows as unknown as ArchivedRow[]) {
      const { id, person_id: personId, at, ...texts } = row;
      actions.push({ ...texts, id: Number(id), personId, atUs: Number(at) });
    }
  }
  return actions.toSorted((a, b) => a.id - b.id);
}
