import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import {
  FEATURED_DAYS_MAX,
  FEATURED_LIMIT,
  type ConsoleFeature,
} from '#shared/api/console/console-featured-lots.ts';
import { CURRENT_STATUSES } from '#shared/lifecycles/lot-tabs.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import {
  createFeaturesRepository,
  type Feature,
  type FeatureAction,
  type StaffMember,
} from './features.repository.ts';

const OVER_SHOWN = 30;

export interface FeaturedLotsDeps {
  db: AnyDb;
  /** The log of what people did, in the transaction of the change. */
  actions: {
    record(
      action: { personId: string; type: 'featured-lot'; action: FeatureAction | 'arrange'; result: 'done' },
      tx: AnyDb,
    ): Promise<void>;
  };
}

export type FeaturedLots = ReturnType<typeof createFeaturedLots>;
interface Period {
  /** null: at once. */
  fromMs: number | null;
  untilMs: number;
}
interface Place {
  lotId: number;
  id: number;
  version: number;
}

/** @throws 422 `featured.dates` for an end that is past, before the beginning, or over a year after it */
function periodOf({ fromMs, untilMs }: Period, now: number): { from: Date; until: Date } {
  const from = fromMs ?? now;
  if (untilMs <= Math.max(from, now) || untilMs - from > FEATURED_DAYS_MAX * DAY_MS)
    throw ruleForbids('featured.dates', { values: { days: FEATURED_DAYS_MAX } });
  return { from: new Date(from), until: new Date(untilMs) };
}

const isCurrent = (status: Feature['status']): boolean => CURRENT_STATUSES.includes(status);

function stateOf({ from, until, status }: Feature, now: number): ConsoleFeature['state'] {
  if (until.getTime() <= now) return 'over';
  if (from.getTime() > now) return 'planned';
  return isCurrent(status) ? 'shown' : 'paused';
}

/** Which lots staff put forward on the first page, when and in which order. */
export function createFeaturedLots({ db, actions }: FeaturedLotsDeps) {
  const read = createFeaturesRepository(db);

  async function shown(features: readonly Feature[]): Promise<ConsoleFeature[]> {
    const changes = await read.changes(features.map(({ id }) => id));
    const now = Date.now();
    return features.map((feature) => {
      const { id, version, lotId, title, from, until } = feature;
      return {
        id,
        version,
        lot: { id: lotId, number: String(lotId), title },
        fromMs: from.getTime(),
        untilMs: until.getTime(),
        state: stateOf(feature, now),
        changes: changes
          .filter(({ featureId }) => featureId === id)
          .map(({ version: of, action, by, at }) => ({ version: of, action, by, atMs: at.getTime() })),
      };
    });
  }

  async function one(id: number): Promise<ConsoleFeature> {
    const feature = await read.byId(id);
    const [found] = feature ? await shown([feature]) : [];
    if (!found) throw notFound();
    return found;
  }

  async function record(tx: AnyDb, id: number, action: FeatureAction, by: StaffMember): Promise<void> {
    const own = createFeaturesRepository(tx);
    const feature = await own.byId(id);
    if (!feature) throw notFound();
    await own.record(feature, action, by);
    await actions.record({ personId: by.personId, type: 'featured-lot', action, result: 'done' }, tx);
  }

  /** @throws 404 unknown, 409 `featured.changed` when the version is not the newest, `featured.over` */
  async function change(
    { lotId, id, version }: Place,
    action: FeatureAction,
    by: StaffMember,
    to: (feature: Feature, now: number) => { from: Date; until: Date },
  ): Promise<ConsoleFeature> {
    await inTransaction(db, async (tx) => {
      const own = createFeaturesRepository(tx);
      await own.lockAll();
      const feature = await own.byId(id);
      if (feature?.lotId !== lotId) throw notFound();
      if (feature.version !== version) throw conflict('featured.changed');
      const now = Date.now();
      if (feature.until.getTime() <= now) throw conflict('featured.over');
      await own.change(id, to(feature, now));
      await record(tx, id, action, by);
    });
    return one(id);
  }

  return {
    async all(): Promise<ConsoleFeature[]> {
      const now = new Date();
      return shown([...(await read.notOver(now)), ...(await read.over(now, OVER_SHOWN))]);
    },

    /** The same request again answers with the place it made. */
    async feature(
      lotId: number,
      requestId: string,
      period: Period,
      by: StaffMember,
    ): Promise<ConsoleFeature> {
      const id = await inTransaction(db, async (tx) => {
        const own = createFeaturesRepository(tx);
        await own.lockAll();
        const earlier = await own.madeBy(requestId);
        if (earlier) {
          if (earlier.lotId !== lotId) throw ruleForbids('featured.request-reused');
          return earlier.id;
        }
        if (!(await own.lotExists(lotId))) throw notFound('lots.not-found');
        const now = new Date();
        const places = await own.notOver(now);
        if (places.some((place) => place.lotId === lotId)) throw ruleForbids('featured.twice');
        if (places.length >= FEATURED_LIMIT) throw ruleForbids('featured.too-many');
        const made = await own.create(requestId, { lotId, by, ...periodOf(period, now.getTime()) });
        await record(tx, made, 'create', by);
        return made;
      });
      return one(id);
    },

    /** `fromMs` null leaves the beginning as it is. */
    edit: (of: Place, period: Period, by: StaffMember): Promise<ConsoleFeature> =>
      change(of, 'edit', by, ({ from }, now) =>
        periodOf({ ...period, fromMs: period.fromMs ?? from.getTime() }, now),
      ),

    /** At once; one that has not begun never does. */
    end: (of: Place, by: StaffMember): Promise<ConsoleFeature> =>
      change(of, 'end', by, ({ from }, now) =>
        // A place has a length, however short.
        ({ from: new Date(Math.min(from.getTime(), now - 1)), until: new Date(now) }),
      ),

    /** 409 `featured.changed` when `before` is not the order now; 422 when `after` is not of the same ones. */
    async arrange(
      { before, after }: { before: readonly number[]; after: readonly number[] },
      by: StaffMember,
    ): Promise<{ ids: number[] }> {
      await inTransaction(db, async (tx) => {
        const own = createFeaturesRepository(tx);
        await own.lockAll();
        const now = (await own.notOver(new Date())).map(({ id }) => id);
        if (now.join() !== before.join()) throw conflict('featured.changed');
        if (now.toSorted().join() !== after.toSorted().join()) throw ruleForbids('featured.other-entries');
        await own.arrange(after);
        await actions.record(
          { personId: by.personId, type: 'featured-lot', action: 'arrange', result: 'done' },
          tx,
        );
      });
      return { ids: [...after] };
    },
  };
}
