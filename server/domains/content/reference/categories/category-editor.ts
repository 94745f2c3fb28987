import { isDeepStrictEqual } from 'node:util';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { CategoryField, ConsoleCategory, FieldInput } from '#shared/api/console/console-categories.ts';
import type { OrderType } from '#shared/api/site/reference.ts';
import { completeName, type NameInput } from '#shared/content/names.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { countVersion } from '../editing/version.repository.ts';
import { createDictionaryChanges, type StaffMember } from '../dictionary-changes.repository.ts';
import { iconNames, iconUrl } from '../icons/draw-icon.ts';
import {
  createCategoriesRepository,
  type CategoryUpdate,
  type VersionedCategory,
} from './categories.repository.ts';
import { codeOf } from './code-of.ts';
import { mergeFields } from './merge-fields.ts';
import { askedFields, type StoredField } from './stored-field.ts';
import {
  mustSayTheSame,
  type AnswersOfLots,
  type ChangedCategory,
  type LotsShownBy,
} from './words-of-lots.ts';

const KIND = 'category';
export type CategoryAction = ConsoleCategory['changes'][number]['action'];

export interface CategoryEditorDeps {
  db: AnyDb;
  /** The log of what people did, in the transaction of the change. */
  actions: {
    record(
      action: { personId: string; type: 'category'; action: CategoryAction | 'arrange'; result: 'done' },
      tx: AnyDb,
    ): Promise<void>;
  };
  /** Reads the categories again at the next call of this process; others do within seconds. */
  forget: () => void;
}

export type CategoryEditor = ReturnType<typeof createCategoryEditor>;

/** A category without its counter of lots. */
export type EditedCategory = Omit<ConsoleCategory, 'lotCount'>;

interface OwnParts {
  name: NameInput;
  icon: string;
  orderTypes: readonly OrderType[];
}

const partsOf = ({ name, icon, orderTypes }: OwnParts) => {
  if (!iconNames().includes(icon)) throw ruleForbids('categories.unknown-icon');
  return { name: completeName(name), icon, orderTypes: [...new Set(orderTypes)].toSorted().toReversed() };
};
const shownFields = (fields: readonly StoredField[]): CategoryField[] =>
  fields.map((field) => ({ ...field }));

/** Categories as staff edit them. Each change is a version with who made it, in one transaction. */
export function createCategoryEditor({ db, actions, forget }: CategoryEditorDeps) {
  const read = createCategoriesRepository(db);

  async function shown(id: number): Promise<EditedCategory> {
    const category = await read.byId(id);
    if (!category) throw notFound();
    const group = category.parentId === null ? null : await read.byId(category.parentId);
    const { name, icon, hidden, version, parentId, ownFields } = category;
    return {
      id,
      name,
      icon,
      iconUrl: iconUrl(category),
      hidden,
      version,
      parentId,
      ownFields,
      orderTypes: [...category.orderTypes],
      fieldCount: askedFields(category, group ?? category).length,
      fields: shownFields(category.fields),
      groupFields: shownFields(group?.fields ?? []),
      changes: await createDictionaryChanges(db).of<CategoryAction>(KIND, id),
    };
  }

  async function record(tx: AnyDb, category: VersionedCategory, action: CategoryAction, by: StaffMember) {
    const { id, version, ...content } = category;
    await countVersion(tx);
    await createDictionaryChanges(tx).record({ kind: KIND, key: id, version }, { action, by, content });
    await actions.record({ personId: by.personId, type: KIND, action, result: 'done' }, tx);
  }

  /** @throws 404 unknown, 409 `categories.changed` when the version is not the newest */
  async function change(
    of: { id: number; version: number },
    action: CategoryAction,
    by: StaffMember,
    update: (category: VersionedCategory, tx: AnyDb) => CategoryUpdate | Promise<CategoryUpdate>,
  ): Promise<EditedCategory> {
    await inTransaction(db, async (tx) => {
      const categories = createCategoriesRepository(tx);
      await categories.lockAll();
      const category = await categories.byId(of.id);
      if (!category) throw notFound();
      if (category.version !== of.version) throw conflict('categories.changed');
      await record(tx, await categories.change(of.id, await update(category, tx)), action, by);
    });
    forget();
    return shown(of.id);
  }

  /** Fields whose codes must mean the same: of its group, or of the categories of the group. */
  async function relatedTo({ id, parentId }: VersionedCategory, tx: AnyDb): Promise<readonly StoredField[]> {
    const categories = createCategoriesRepository(tx);
    if (parentId !== null) return (await categories.byId(parentId))?.fields ?? [];
    return (await categories.childrenOf(id)).flatMap(({ fields }) => fields);
  }

  /** The category itself with its group; of a group, its categories. */
  async function changedWith(
    before: VersionedCategory,
    after: Pick<VersionedCategory, 'fields' | 'ownFields'>,
    tx: AnyDb,
  ): Promise<ChangedCategory[]> {
    const categories = createCategoriesRepository(tx);
    const { id, parentId } = before;
    if (parentId === null)
      return (await categories.childrenOf(id)).map((category) => ({
        id: category.id,
        before: [category, before],
        after: [category, after],
      }));
    const group = (await categories.byId(parentId))!;
    return [{ id, before: [before, group], after: [after, group] }];
  }

  return {
    icons: iconNames,
    one: shown,

    /** The same request again answers with the one it made; 422 `categories.request-reused` with other content. */
    async create(requestId: string, parentId: number | null, parts: OwnParts, by: StaffMember) {
      const own = partsOf(parts);
      const id = await inTransaction(db, async (tx) => {
        const categories = createCategoriesRepository(tx);
        await categories.lockAll();
        const earlier = await categories.madeBy(requestId);
        if (earlier) {
          if (earlier.parentId !== parentId || earlier.name.en !== own.name.en)
            throw ruleForbids('categories.request-reused');
          return earlier.id;
        }
        const parent = parentId === null ? null : await categories.byId(parentId);
        // Two levels: a group holds categories, and those hold lots.
        if (parentId !== null && parent?.parentId !== null) throw notFound();
        const code = codeOf(own.name.en, new Set(await categories.codes()));
        const made = await categories.create(requestId, { parentId, code, ...own });
        await record(tx, made, 'create', by);
        return made.id;
      });
      forget();
      return shown(id);
    },

    /** Another name of one that lots are shown by is `rename`, by two: 409 `categories.two-persons`. */
    edit: (
      of: { id: number; version: number },
      parts: OwnParts,
      by: StaffMember,
      lotsShownBy: LotsShownBy,
    ): Promise<EditedCategory> =>
      change(of, 'edit', by, async ({ id, name }, tx) => {
        const own = partsOf(parts);
        if (
          !isDeepStrictEqual(own.name, name) &&
          (await lotsShownBy(tx, { entry: 'category', id })).length > 0
        )
          throw conflict('categories.two-persons');
        return own;
      }),

    /** Until the transaction ends. */
    lock: (tx: AnyDb): Promise<void> => createCategoriesRepository(tx).lockAll(),

    /** null: there is none. */
    nameOf: async (on: AnyDb, id: number): Promise<LocalizedText | null> =>
      (await createCategoriesRepository(on).byId(id))?.name ?? null,

    /** Of one that is locked. */
    async rename(tx: AnyDb, id: number, name: LocalizedText, by: StaffMember): Promise<void> {
      await record(tx, await createCategoriesRepository(tx).change(id, { name }), 'edit', by);
    },

    /** @param mayHide refuses who has hidden it too often, in the transaction */
    hide: (
      of: { id: number; version: number },
      hidden: boolean,
      by: StaffMember,
      mayHide: (tx: AnyDb) => Promise<void>,
    ) =>
      change(of, hidden ? 'hide' : 'show', by, async (category, tx) => {
        if (hidden && !category.hidden) await mayHide(tx);
        return { hidden };
      }),

    /** 422 `categories.*` with the field that cannot be so. */
    saveFields(
      of: { id: number; version: number },
      to: { ownFields: boolean; fields: readonly FieldInput[] },
      by: StaffMember,
      answersOfLots: AnswersOfLots,
    ): Promise<EditedCategory> {
      return change(of, 'fields', by, async (category, tx) => {
        const update = {
          fields: mergeFields(to.fields, category.fields, await relatedTo(category, tx)),
          // A group has no one above it whose fields it could ask.
          ownFields: category.parentId === null || to.ownFields,
        };
        await mustSayTheSame(tx, await changedWith(category, update, tx), answersOfLots);
        return update;
      });
    },

    /** 409 `categories.changed` when `before` is not the order now; 400 when `after` is not of the same ones. */
    async arrange(
      parentId: number | null,
      { before, after }: { before: readonly number[]; after: readonly number[] },
      by: StaffMember,
    ): Promise<{ ids: number[] }> {
      await inTransaction(db, async (tx) => {
        const categories = createCategoriesRepository(tx);
        await categories.lockAll();
        const now = (await categories.childrenOf(parentId)).map(({ id }) => id);
        if (now.join() !== before.join()) throw conflict('categories.changed');
        if (now.toSorted().join() !== after.toSorted().join()) throw ruleForbids('categories.other-entries');
        await categories.arrange(after);
        await countVersion(tx);
        await actions.record({ personId: by.personId, type: KIND, action: 'arrange', result: 'done' }, tx);
      });
      forget();
      return { ids: [...after] };
    },
  };
}
