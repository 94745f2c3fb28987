import { isDeepStrictEqual } from 'node:util';
import {
  createPlacesEditing,
  type LotsShownBy,
  type PlaceEntry,
  type StoredPlace,
} from '#server/domains/content/reference/index.ts';
import { createTurningDown, type IsSamePerson } from '#server/domains/people/accounts/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type { ConsolePlace, ConsoleRegion } from '#shared/api/console/console-reference.ts';
import { completeEntryNames } from '#shared/content/complete-entry-names.ts';
import type { EntryNames } from '#shared/content/entry-names.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { searchForm } from '#shared/i18n/transliterate.ts';
import type { Recording, ReferenceStaff } from './change-history.ts';

export interface PlacesDeps {
  db: AnyDb;
  record: Recording;
  lotsShownBy: LotsShownBy;
  isSamePerson: IsSamePerson;
}

const view = ({ regionId: _region, ...place }: StoredPlace): ConsolePlace => place;

function namesOf(names: EntryNames): LocalizedText {
  const name = completeEntryNames(names);
  if (!name) throw ruleForbids('reference.not-latin');
  return name;
}

/** Regions, districts and towns: added, renamed, no longer offered. What names one keeps it. */
export function createPlaces({ db, record, lotsShownBy, isSamePerson }: PlacesDeps) {
  const turning = createTurningDown(isSamePerson);

  async function list(): Promise<{ items: ConsoleRegion[] }> {
    const places = await createPlacesEditing(db).places();
    const regions = places.filter(({ regionId }) => regionId === null);
    return {
      items: regions.map((region) => ({
        ...view(region),
        areas: places.filter(({ regionId }) => regionId === region.id).map(view),
      })),
    };
  }

  /** By the Uzbek name: files of lots and addresses find an area by it. @param of null: a new area */
  async function isTaken(on: AnyDb, regionId: number, name: LocalizedText, of: number | null) {
    const areas = await createPlacesEditing(on).areasOf(regionId);
    const folded = searchForm(name.uz);
    return areas.some((area) => area.id !== of && searchForm(area.name.uz) === folded);
  }

  const lock = (tx: AnyDb, { entry, id }: PlaceEntry): Promise<StoredPlace | undefined> => {
    const editing = createPlacesEditing(tx);
    return entry === 'region' ? editing.lockRegion(id) : editing.lockArea(id);
  };

  /** Why a place is not called so; null: it may be. */
  async function objection(on: AnyDb, place: StoredPlace, name: LocalizedText) {
    if (isDeepStrictEqual(place.name, name)) return 'same';
    if (place.regionId === null) return null;
    return (await isTaken(on, place.regionId, name, place.id)) ? 'place-known' : null;
  }

  /** Of a locked one. */
  async function rename(
    tx: AnyDb,
    place: StoredPlace,
    name: LocalizedText,
    { reason, by }: { reason: string; by: ReferenceStaff },
  ): Promise<void> {
    await createPlacesEditing(tx).rename(place, name);
    await record(
      tx,
      {
        kind: 'place',
        action: 'rename',
        subject: place.name.uz,
        reason,
        before: { text: `${place.name.uz} · ${place.name.ru}`, id: place.id, name: place.name },
        after: { text: `${name.uz} · ${name.ru}`, id: place.id, name },
      },
      by,
    );
  }

  return {
    list,
    find: (on: AnyDb, of: PlaceEntry) => createPlacesEditing(on).find(of),
    lock,
    objection,
    renameLocked: rename,

    async addArea(
      regionId: number,
      asked: { names: EntryNames; soato: string | null; reason: string },
      by: ReferenceStaff,
    ) {
      const name = namesOf(asked.names);
      const { soato, reason } = asked;
      if (soato !== null && !soato.startsWith(String(regionId))) throw ruleForbids('reference.soato');
      await inTransaction(db, async (tx) => {
        const editing = createPlacesEditing(tx);
        if (!(await editing.lockRegion(regionId))) throw notFound();
        if (await isTaken(tx, regionId, name, null)) throw conflict('reference.place-known');
        const id = await editing.addArea({ regionId, soato, name });
        if (id === null) throw conflict('reference.place-known');
        await record(
          tx,
          {
            kind: 'place',
            action: 'add',
            subject: name.uz,
            reason,
            before: null,
            after: { text: `${name.uz} · ${name.ru}`, id, soato, name },
          },
          by,
        );
      });
      return list();
    },

    /** 409 `reference.two-persons` for one that lots are shown by: that is `renameLocked`, by two. */
    async rename(
      of: { kind: 'region' | 'area'; placeId: number },
      asked: { version: number; names: EntryNames; reason: string },
      by: ReferenceStaff,
    ) {
      const name = namesOf(asked.names);
      await inTransaction(db, async (tx) => {
        const entry = { entry: of.kind, id: of.placeId };
        const place = await lock(tx, entry);
        if (!place) throw notFound();
        if (place.version !== asked.version) throw conflict('reference.changed');
        const why = await objection(tx, place, name);
        if (why === 'same') throw ruleForbids('reference.same');
        if (why) throw conflict('reference.place-known');
        if ((await lotsShownBy(tx, entry)).length > 0) throw conflict('reference.two-persons');
        await rename(tx, place, name, { reason: asked.reason, by });
      });
      return list();
    },

    async hide(
      areaId: number,
      asked: { version: number; hidden: boolean; reason: string },
      by: ReferenceStaff,
    ) {
      await inTransaction(db, async (tx) => {
        const editing = createPlacesEditing(tx);
        const area = await editing.lockArea(areaId);
        if (!area) throw notFound();
        if (area.version !== asked.version) throw conflict('reference.changed');
        if (area.hidden === asked.hidden) throw ruleForbids('reference.same');
        if (asked.hidden) await turning.turnDown(tx, `place:${area.id}`, { by: by.personId });
        await editing.setHidden(area, asked.hidden);
        await record(
          tx,
          {
            kind: 'place',
            action: asked.hidden ? 'hide' : 'show',
            subject: area.name.uz,
            reason: asked.reason,
            before: null,
            after: { text: null, id: area.id },
          },
          by,
        );
      });
      return list();
    },
  };
}
