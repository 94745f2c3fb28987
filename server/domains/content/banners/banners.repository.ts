import { sql, type Generated, type GeneratedAlways, type JSONColumnType } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { ConsoleBanner } from '#shared/api/console/console-banners.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';

export type BannerAction = ConsoleBanner['changes'][number]['action'];

interface BannerTables {
  banner_change: {
    id: GeneratedAlways<number>;
    banner: string;
    version: number;
    action: BannerAction;
    person_id: string;
    person_name: string;
    at: Generated<Date>;
    words: JSONColumnType<LocalizedText>;
    link: string | null;
    tone: ConsoleBanner['tone'];
    place: ConsoleBanner['place'];
    from_at: Date;
    until_at: Date;
    hidden: boolean;
  };
}

export interface BannerParts extends Pick<
  ConsoleBanner,
  'words' | 'link' | 'tone' | 'place' | 'fromMs' | 'untilMs' | 'hidden'
> {}
export interface Banner extends BannerParts {
  id: string;
  version: number;
}

/** What a list of staff is narrowed to. */
export interface BannerFilters {
  state?: ConsoleBanner['state'] | undefined;
  place?: ConsoleBanner['place'] | undefined;
}

const CONDITIONS = {
  hidden: sql<boolean>`hidden`,
  planned: sql<boolean>`not hidden and now() < from_at`,
  shown: sql<boolean>`not hidden and now() >= from_at and now() < until_at`,
  over: sql<boolean>`not hidden and now() >= until_at`,
} as const;

export function createBannersRepository(db: Db<BannerTables>) {
  /** The newest version of each. */
  const newest = db
    .selectFrom((from) =>
      from
        .selectFrom('banner_change')
        .selectAll()
        .distinctOn('banner')
        .orderBy('banner')
        .orderBy('version', 'desc')
        .as('newest'),
    )
    .select(['banner', 'version', 'words', 'link', 'tone', 'place', 'from_at', 'until_at', 'hidden']);
  type Row = Awaited<ReturnType<(typeof newest)['execute']>>[number];
  const bannerOf = ({ banner: id, from_at: from, until_at: until, ...rest }: Row): Banner => ({
    ...rest,
    id,
    fromMs: from.getTime(),
    untilMs: until.getTime(),
  });
  const narrowed = ({ state, place }: BannerFilters) =>
    newest
      .$if(state !== undefined, (query) => query.where(CONDITIONS[state as ConsoleBanner['state']]))
      .$if(place !== undefined, (query) => query.where('place', '=', place as ConsoleBanner['place']));

  return {
    async list(filters: BannerFilters, page: { limit: number; offset: number }): Promise<Banner[]> {
      const rows = await narrowed(filters)
        .orderBy('from_at', 'desc')
        .orderBy('banner')
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return rows.map(bannerOf);
    },

    async count(filters: BannerFilters): Promise<number> {
      const { count } = await narrowed(filters)
        .clearSelect()
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Shown now or later. */
    async ahead(): Promise<Banner[]> {
      const rows = await newest
        .where('hidden', '=', false)
        .where('until_at', '>', sql<Date>`now()`)
        .orderBy('from_at', 'desc')
        .orderBy('banner')
        .execute();
      return rows.map(bannerOf);
    },

    /** Those that are not shown yet, each with who wrote its newest version. */
    async planned(): Promise<(Banner & { authorId: string })[]> {
      const rows = await newest.select('person_id as authorId').where(CONDITIONS.planned).execute();
      return rows.map(({ authorId, ...row }) => ({ ...bannerOf(row), authorId }));
    },

    async byId(id: string): Promise<Banner | null> {
      const row = await newest.where('banner', '=', id).executeTakeFirst();
      return row ? bannerOf(row) : null;
    },

    /** Of these banners, the newest first. */
    changes: (ids: readonly string[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('banner_change')
            .select(['banner', 'version', 'action', 'person_name as by', 'at'])
            .where('banner', 'in', ids)
            .orderBy('id', 'desc')
            .execute(),

    /** Serialises changes of banners until the transaction ends: they are counted together. */
    async lockAll(): Promise<void> {
      await lockNamed(db, 'banner');
    },

    async add(
      { id, words, fromMs, untilMs, ...rest }: Banner,
      action: BannerAction,
      by: { personId: string; name: string },
    ): Promise<void> {
      await db
        .insertInto('banner_change')
        .values({
          ...rest,
          banner: id,
          action,
          words: JSON.stringify(words),
          from_at: new Date(fromMs),
          until_at: new Date(untilMs),
          person_id: by.personId,
          person_name: by.name,
        })
        .execute();
    },
  };
}
