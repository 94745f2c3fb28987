import { createPlacesEditing, type StoredPlace } from '#server/domains/content/reference/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type { ConsolePlace, ConsoleRegion, PlaceNames } from '#shared/api/console/console-reference.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { properApostrophes, searchForm, toCyrillic } from '#shared/i18n/transliterate.ts';
import { isLatinText } from '#shared/validation/latin-text.ts';
import type { Recording, ReferenceStaff } from './change-history.ts';

export interface PlacesDeps {
  db: AnyDb;
  record: Recording;
}

const view = ({ regionId: _region, ...place }: StoredPlace): ConsolePlace => place;

/** Names in four languages: Cyrillic is made from Latin, English is as Uzbek, where they were left empty. */
function namesOf({ uz, ru, 'uz-Cyrl': cyrillic, en }: PlaceNames): LocalizedText {
  if (!isLatinText(uz) || !isLatinText(en)) throw ruleForbids('reference.not-latin');
  const latin = properApostrophes(uz);
  return { uz: latin, ru, 'uz-Cyrl': cyrillic || toCyrillic(latin), en: en || latin };
}

const isSame = (one: LocalizedText, other: LocalizedText): boolean =>
  (Object.keys(one) as (keyof LocalizedText)[]).every((language) => one[language] === other[language]);

/** Regions, districts and towns: added, renamed, no longer offered. What names one keeps it. */
export function createPlaces({ db, record }: PlacesDeps) {
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

  /** By the Uzbek name: files of lots and addresses find an area by it. */
  async function mustBeOnly(tx: AnyDb, regionId: number, name: LocalizedText, except: number | null) {
    const areas = await createPlacesEditing(tx).areasOf(regionId);
    const folded = searchForm(name.uz);
    if (areas.some((area) => area.id !== except && searchForm(area.name.uz) === folded))
      throw conflict('reference.place-known');
  }

  return {
    list,

    async addArea(
      regionId: number,
      asked: { names: PlaceNames; soato: string | null; reason: string },
      by: ReferenceStaff,
    ) {
      const name = namesOf(asked.names);
      const { soato, reason } = asked;
      if (soato !== null && !soato.startsWith(String(regionId))) throw ruleForbids('reference.soato');
      await inTransaction(db, async (tx) => {
        const editing = createPlacesEditing(tx);
        if (!(await editing.lockRegion(regionId))) throw notFound();
        await mustBeOnly(tx, regionId, name, null);
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

    async rename(
      of: { kind: 'region' | 'area'; placeId: number },
      asked: { version: number; names: PlaceNames; reason: string },
      by: ReferenceStaff,
    ) {
      const name = namesOf(asked.names);
      await inTransaction(db, async (tx) => {
        const editing = createPlacesEditing(tx);
        const place = await (of.kind === 'region'
          ? editing.lockRegion(of.placeId)
          : editing.lockArea(of.placeId));
        if (!place) throw notFound();
        if (place.version !== asked.version) throw conflict('reference.changed');
        if (isSame(place.name, name)) throw ruleForbids('reference.same');
        if (place.regionId !== null) await mustBeOnly(tx, place.regionId, name, place.id);
        await editing.rename(place, name);
        await record(
          tx,
          {
            kind: 'place',
            action: 'rename',
            subject: place.name.uz,
            reason: asked.reason,
            before: { text: `${place.name.uz} · ${place.name.ru}`, id: place.id, name: place.name },
            after: { text: `${name.uz} · ${name.ru}`, id: place.id, name },
          },
          by,
        );
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
