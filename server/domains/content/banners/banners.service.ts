import { ofFormerStaff, PLATFORM } from '#server/domains/people/accounts/index.ts';
import { cached } from '#server/platform/cached-value/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { BANNERS_MAX, type ConsoleBanner } from '#shared/api/console/console-banners.ts';
import type { SiteBanner } from '#shared/api/site/site.ts';
import { completeName, type NameInput } from '#shared/content/names.ts';
import {
  createBannersRepository,
  type Banner,
  type BannerAction,
  type BannerFilters,
  type BannerParts,
} from './banners.repository.ts';

/** Other processes show a change after as long. */
const CACHE_MS = 10_000;

export interface BannersDeps {
  db: AnyDb;
  /** The log of what people did, in the transaction of the change. */
  actions: {
    record(
      action: { personId: string; type: 'banner'; action: BannerAction; result: 'done'; reason: string },
      tx: AnyDb,
    ): Promise<void>;
  };
  /** They could not be read: the site shows what was read last. */
  onUnread: (error: unknown) => void;
}

interface PartsInput extends Omit<BannerParts, 'words'> {
  words: NameInput;
}

export type Banners = ReturnType<typeof createBanners>;

function stateOf({ hidden, fromMs, untilMs }: BannerParts, nowMs: number): ConsoleBanner['state'] {
  if (hidden) return 'hidden';
  if (nowMs < fromMs) return 'planned';
  return nowMs < untilMs ? 'shown' : 'over';
}

function actionOf(before: Banner | null, hidden: boolean): BannerAction {
  if (!before) return 'create';
  if (before.hidden === hidden) return 'edit';
  return hidden ? 'hide' : 'show';
}

/** Banners above the pages of the site. Each change is a version with who made it, in one transaction. */
export function createBanners({ db, actions, onUnread }: BannersDeps) {
  const read = createBannersRepository(db);
  const ahead = cached(() => read.ahead(), CACHE_MS);
  let last: readonly Banner[] = [];

  async function withChanges(banners: readonly Banner[]): Promise<ConsoleBanner[]> {
    const changes = await read.changes(banners.map(({ id }) => id));
    const nowMs = Date.now();
    return banners.map((banner) => ({
      ...banner,
      state: stateOf(banner, nowMs),
      changes: changes.flatMap(({ banner: id, at, ...change }) =>
        id === banner.id ? [{ ...change, atMs: at.getTime() }] : [],
      ),
    }));
  }

  /** See the contract for the refusals. */
  async function store(
    { id, version, words, ...rest }: PartsInput & { id: string; version: number },
    by: { personId: string; name: string },
  ): Promise<ConsoleBanner> {
    if (rest.untilMs <= rest.fromMs) throw ruleForbids('console-banners.times');
    await inTransaction(db, async (tx) => {
      const own = createBannersRepository(tx);
      await own.lockAll();
      const before = await own.byId(id);
      if ((before?.version ?? 0) !== version) throw conflict('console-banners.changed');
      const others = (await own.ahead()).filter((other) => other.id !== id);
      if (!rest.hidden && others.length >= BANNERS_MAX)
        throw ruleForbids('console-banners.too-many', { values: { max: BANNERS_MAX } });
      const action = actionOf(before, rest.hidden);
      await own.add({ id, version: version + 1, words: completeName(words), ...rest }, action, by);
      if (by !== PLATFORM)
        await actions.record(
          { personId: by.personId, type: 'banner', action, result: 'done', reason: id },
          tx,
        );
    });
    ahead.forget();
    const stored = await read.byId(id);
    const [banner] = stored ? await withChanges([stored]) : [];
    if (!banner) throw notFound();
    return banner;
  }

  return {
    /** Those of this moment for everybody; the site goes on without its database. */
    async shown(): Promise<SiteBanner[]> {
      try {
        last = await ahead();
      } catch (error) {
        // Retried with the next page.
        onUnread(error);
      }
      const nowMs = Date.now();
      return last
        .filter((banner) => stateOf(banner, nowMs) === 'shown')
        .map(({ id, version, words, link, tone, place }) => ({ id, version, words, link, tone, place }));
    },

    async list(
      filters: BannerFilters,
      { page, size }: { page: number; size: number },
    ): Promise<{ items: ConsoleBanner[]; total: number }> {
      const [banners, total] = await Promise.all([
        read.list(filters, { limit: size, offset: (page - 1) * size }),
        read.count(filters),
      ]);
      return { items: await withChanges(banners), total };
    },

    store,

    /** Those that are not shown yet, in the words of somebody who may write banners no longer. */
    async callOffOfFormer(): Promise<void> {
      for (const { authorId: _, ...banner } of await ofFormerStaff(
        db,
        await read.planned(),
        'writeReference',
      ))
        await store({ ...banner, hidden: true }, PLATFORM);
    },
  };
}
