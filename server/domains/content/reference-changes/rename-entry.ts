import { isDeepStrictEqual } from 'node:util';
import type { CategoryEditor, LotsShownBy } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { completeEntryNames } from '#shared/content/complete-entry-names.ts';
import type { NamedEntry } from '#shared/content/entry-names.ts';
import type { DecisionObstacle } from '#shared/decisions/kinds.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { createPlaces } from './edit-places.ts';

interface RenameEntryDeps {
  places: Pick<ReturnType<typeof createPlaces>, 'find' | 'lock' | 'objection' | 'renameLocked'>;
  categories: Pick<CategoryEditor, 'lock' | 'nameOf' | 'rename'>;
  lotsShownBy: LotsShownBy;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const OBSTACLES = { same: 'nothing-to-do', 'place-known': 'name-taken' } as const;

const inAll = ({ uz, ru, 'uz-Cyrl': cyrillic, en }: LocalizedText): string =>
  [uz, ru, cyrillic, en].join(' · ');

/**
 * A place or a category that lots are shown by has another name: they say something else by it, also to who has bid or bought. Those with
 * a part in one of these lots neither propose nor decide.
 */
export function renameEntry(deps: RenameEntryDeps): DecisionKind<'rename-entry'> {
  const { places, categories, lotsShownBy, namesOf } = deps;

  const placeOf = (of: NamedEntry) => of.entry !== 'category' && { entry: of.entry, id: of.id };

  async function nameOf(on: AnyDb, of: NamedEntry): Promise<LocalizedText | null> {
    const place = placeOf(of);
    return place ? ((await places.find(on, place))?.name ?? null) : categories.nameOf(on, of.id);
  }

  async function objection(on: AnyDb, of: NamedEntry, name: LocalizedText): Promise<DecisionObstacle | null> {
    const place = placeOf(of);
    if (!place) return isDeepStrictEqual(await categories.nameOf(on, of.id), name) ? 'nothing-to-do' : null;
    const why = await places.objection(on, (await places.find(on, place))!, name);
    return why && OBSTACLES[why];
  }

  return {
    name: 'rename-entry',
    subjectOf: ({ entry, id }) => `${entry}:${id}`,

    async lock(tx, of) {
      const place = placeOf(of);
      if (place) await places.lock(tx, place);
      else await categories.lock(tx);
    },

    async stateOf(on, of) {
      const name = await nameOf(on, of);
      return name && { name };
    },

    concerns: async () => ({ personIds: [], lotId: null }),

    lots: (on, { entry, id }) => lotsShownBy(on, { entry, id }),

    async judge(on, { names, ...of }) {
      const name = completeEntryNames(names);
      return name ? objection(on, of, name) : 'letters';
    },

    async preview(on, { names, ...of }) {
      const [before, after] = [await nameOf(on, of), completeEntryNames(names)];
      return [
        { fact: 'title-before', type: 'text', text: before ? inAll(before) : '' },
        { fact: 'title-after', type: 'text', text: after ? inAll(after) : names.uz },
        { fact: 'lots-shown', type: 'count', count: (await lotsShownBy(on, of)).length },
      ];
    },

    async apply(tx, { names, ...of }, { proposedBy, decidedBy, reason }) {
      const name = completeEntryNames(names)!;
      const known = await namesOf([proposedBy, decidedBy]);
      const by = {
        personId: decidedBy,
        name: [proposedBy, decidedBy].map((id) => known.get(id) ?? id).join(', '),
        address: '',
      };
      const place = placeOf(of);
      if (place) await places.renameLocked(tx, (await places.lock(tx, place))!, name, { reason, by });
      else await categories.rename(tx, of.id, name, by);
      return null;
    },
  };
}
