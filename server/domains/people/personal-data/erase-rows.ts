import type { AnyDb } from '#server/platform/database/index.ts';
import type { PersonalTable } from '#server/platform/modules/index.ts';
import { createErasedRowsRepository, type Erased } from './erased-rows.repository.ts';

export interface EraseRowsDeps {
  tables: readonly PersonalTable[];
  /** Gives up the files of these things, in the same transaction. */
  removeFiles(tx: AnyDb, owner: string, ownerIds: readonly number[]): Promise<void>;
}

export type EraseRows = ReturnType<typeof createEraseRows>;

/**
 * Does with a person's rows what the modules say: deletes them, or clears what names the person in those that stay. Repeating
 * it changes nothing further. For a transaction that has locked the person.
 */
export function createEraseRows({ tables, removeFiles }: EraseRowsDeps) {
  return async (tx: AnyDb, erased: Erased): Promise<void> => {
    const rows = createErasedRowsRepository(tx);
    for (const table of inOrder(tables)) {
      const { erasure, files } = table;
      if (files !== undefined) await removeFiles(tx, files, await rows.ids(table, erased.personId));
      if (erasure === 'stays') continue;
      if (erasure === 'delete') await rows.remove(table, erased);
      else await rows.clear(table, erasure, erased);
    }
  };
}

/** Persons themselves last: other rows refer to them. */
export const inOrder = (tables: readonly PersonalTable[]): PersonalTable[] =>
  tables.toSorted((one, other) => Number(one.table === 'person') - Number(other.table === 'person'));
