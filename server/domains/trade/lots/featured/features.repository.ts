import { sql, type Generated } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { ConsoleFeature } from '#shared/api/console/console-featured-lots.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';

export type FeatureAction = ConsoleFeature['changes'][number]['action'];

interface FeatureTables {
  lot: { id: number; title: LocalizedText; status: LotStatus; rehearsal: boolean };
  lot_feature: {
    id: Generated<number>;
    request_id: string | null;
    lot_id: number;
    shown_from: Date;
    shown_until: Date;
    position: number;
    featured_by: string;
    version: Generated<number>;
  };
  lot_feature_change: {
    id: Generated<number>;
    feature_id: number;
    version: number;
    action: FeatureAction;
    person_id: string;
    person_name: string;
    at: Generated<Date>;
    shown_from: Date;
    shown_until: Date;
  };
}

export interface StaffMember {
  personId: string;
  name: string;
}

export interface Feature {
  id: number;
  version: number;
  lotId: number;
  title: LocalizedText;
  status: LotStatus;
  from: Date;
  until: Date;
}

/** Places of lots among the featured ones, as staff give them. */
export function createFeaturesRepository(db: Db<FeatureTables>) {
  const features = db
    .selectFrom('lot_feature')
    .innerJoin('lot', 'lot.id', 'lot_feature.lot_id')
    .select(['lot_feature.id', 'lot_feature.version', 'lot.id as lotId', 'lot.title'])
    .select(['lot.status', 'shown_from as from', 'shown_until as until']);
  return {
    /** In the order of the first page. */
    notOver: (now: Date): Promise<Feature[]> =>
      features.where('shown_until', '>', now).orderBy('position').orderBy('lot_feature.id').execute(),

    /** The last one first. */
    over: (now: Date, limit: number): Promise<Feature[]> =>
      features.where('shown_until', '<=', now).orderBy('shown_until', 'desc').limit(limit).execute(),

    byId: (id: number): Promise<Feature | undefined> =>
      features.where('lot_feature.id', '=', id).executeTakeFirst(),

    madeBy: (requestId: string): Promise<Feature | undefined> =>
      features.where('request_id', '=', requestId).executeTakeFirst(),

    async lotExists(lotId: number): Promise<boolean> {
      const row = await db
        .selectFrom('lot')
        .select('id')
        .where('id', '=', lotId)
        .where('rehearsal', '=', false)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Serialises changes until the transaction ends: the places share one order. */
    async lockAll(): Promise<void> {
      await lockNamed(db, 'lot-feature');
    },

    /** The last place. */
    async create(
      requestId: string,
      { lotId, from, until, by }: { lotId: number; from: Date; until: Date; by: StaffMember },
    ): Promise<number> {
      const { id } = await db
        .insertInto('lot_feature')
        .values({
          request_id: requestId,
          lot_id: lotId,
          shown_from: from,
          shown_until: until,
          position: sql<number>`(select coalesce(max(position), -1) + 1 from lot_feature)`,
          featured_by: by.personId,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async change(id: number, { from, until }: { from: Date; until: Date }): Promise<void> {
      await db
        .updateTable('lot_feature')
        .set({ shown_from: from, shown_until: until, version: sql<number>`version + 1` })
        .where('id', '=', id)
        .execute();
    },

    async arrange(ids: readonly number[]): Promise<void> {
      await sql`update lot_feature set position = place - 1
        from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
        where lot_feature.id = wanted.id`.execute(db);
    },

    async record(
      { id, version, from, until }: Feature,
      action: FeatureAction,
      by: StaffMember,
    ): Promise<void> {
      await db
        .insertInto('lot_feature_change')
        .values({
          feature_id: id,
          version,
          action,
          shown_from: from,
          shown_until: until,
          person_id: by.personId,
          person_name: by.name,
        })
        .execute();
    },

    /** The newest first. */
    changes: (ids: readonly number[]) =>
      db
        .selectFrom('lot_feature_change')
        .select(['feature_id as featureId', 'version', 'action', 'person_name as by', 'at'])
        .where('feature_id', 'in', [0, ...ids])
        .orderBy('id', 'desc')
        .execute(),
  };
}
