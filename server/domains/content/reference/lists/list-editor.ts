import { isDeepStrictEqual } from 'node:util';
import { conflict, ruleForbids } from '#server/platform/errors/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import {
  EDITED_LISTS,
  FREE_LISTS,
  type ConsoleList,
  type EditedList,
  type ListEntryInput,
} from '#shared/api/console/console-lists.ts';
import { completeName } from '#shared/content/names.ts';
import { codeOf } from '../categories/code-of.ts';
import { countVersion } from '../editing/version.repository.ts';
import { createDictionaryChanges, type StaffMember } from '../dictionary-changes.repository.ts';
import { createListsRepository, type ListEntry } from './lists.repository.ts';

const KIND = 'list';

export interface ListEditorDeps {
  db: AnyDb;
  /** The log of what people did, in the transaction of the change. */
  actions: {
    record(
      action: { personId: string; type: 'list'; action: 'edit'; result: 'done' },
      tx: AnyDb,
    ): Promise<void>;
  };
  /** Reads the lists again at the next call of this process; others do within seconds. */
  forget: () => void;
}

/** Entries of a list that lots have. */
export type EntriesOfLots = (on: AnyDb, list: EditedList) => Promise<ReadonlySet<string>>;

export type ListEditor = ReturnType<typeof createListEditor>;

/** Lots are shown by these names. @throws 422 `lists.in-use` with the code of an entry that lots would say by another name */
function mustSayTheSame(
  before: readonly ListEntry[],
  after: readonly ListEntry[],
  used: ReadonlySet<string>,
) {
  const names = new Map(after.map(({ code, name }) => [code, name]));
  const other = before.find(({ code, name }) => used.has(code) && !isDeepStrictEqual(names.get(code), name));
  if (other) throw ruleForbids('lists.in-use', { details: { entry: other.code } });
}

/** @throws 422 `lists.*` */
function mergeEntries(
  inputs: readonly ListEntryInput[],
  before: readonly ListEntry[],
  free: boolean,
): ListEntry[] {
  const left = new Set(before.map(({ code }) => code));
  const taken = new Set(left);
  const entries = inputs.map(({ code, name, hidden }) => {
    if (code !== null && !left.delete(code)) throw ruleForbids('lists.unknown-entry');
    if (!free && (code === null || hidden)) throw ruleForbids('lists.fixed');
    const own = code ?? codeOf(name.en, taken);
    taken.add(own);
    return { code: own, name: completeName(name), hidden };
  });
  // Orders and messages are stored with them.
  if (left.size > 0) throw ruleForbids('lists.entry-missing');
  if (entries.every(({ hidden }) => hidden)) throw ruleForbids('lists.empty');
  return entries;
}

/** Lists of choices as staff edit them. Each change is a version with who made it, in one transaction. */
export function createListEditor({ db, actions, forget }: ListEditorDeps) {
  const read = createListsRepository(db);

  async function shown(name: EditedList): Promise<ConsoleList> {
    const stored = (await read.all()).find((list) => list.name === name);
    if (!stored) throw new RangeError(`no list ${name}`);
    const changes = await createDictionaryChanges(db).of(KIND, name);
    return {
      name,
      version: stored.version,
      free: FREE_LISTS.includes(name),
      entries: stored.entries,
      changes: changes.map(({ version, by, atMs }) => ({ version, by, atMs })),
    };
  }

  return {
    async all(): Promise<ConsoleList[]> {
      return Promise.all(EDITED_LISTS.map(shown));
    },

    /** @throws 409 `lists.changed` when the version is not the newest, 422 `lists.*` */
    async save(
      { name, version }: { name: EditedList; version: number },
      inputs: readonly ListEntryInput[],
      by: StaffMember,
      entriesOfLots: EntriesOfLots,
    ): Promise<ConsoleList> {
      await inTransaction(db, async (tx) => {
        const own = createListsRepository(tx);
        const stored = await own.lock(name);
        if (stored.version !== version) throw conflict('lists.changed');
        const entries = mergeEntries(inputs, stored.entries, FREE_LISTS.includes(name));
        mustSayTheSame(stored.entries, entries, await entriesOfLots(tx, name));
        await own.save(name, entries);
        await countVersion(tx);
        await createDictionaryChanges(tx).record(
          { kind: KIND, key: name, version: version + 1 },
          { action: 'edit', by, content: entries },
        );
        await actions.record({ personId: by.personId, type: KIND, action: 'edit', result: 'done' }, tx);
      });
      forget();
      return shown(name);
    },
  };
}
