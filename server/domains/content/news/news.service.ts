import { isDeepStrictEqual } from 'node:util';
import { ofFormerStaff, PLATFORM } from '#server/domains/people/accounts/index.ts';
import { badRequest, conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { ConsoleNews, NewsArticle, NewsSummary, NewsTexts } from '#shared/api/site/news.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { NEWS, type NewsState } from '#shared/lifecycles/news.ts';
import { badLinks, contentIn, hasCyrillic, missingTexts, namesAccount } from '#shared/content/texts.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { NO_PICTURES, picturesOf, type NewsPictures, type PicturesOfNews } from './news-pictures.ts';
import {
  createNewsRepository,
  type ChangeAction,
  type NewsChange,
  type NewsItem,
  type NewsUpdate,
  type StaffMember,
} from './news.repository.ts';

export type NewsService = ReturnType<typeof createNewsService>;

export interface NewsDeps {
  db: AnyDb;
  /** The log of what people did, in the transaction of the change. */
  actions: {
    record(
      action: { personId: string; type: 'news'; action: ChangeAction; result: 'done' },
      tx: AnyDb,
    ): Promise<void>;
  };
  files: NewsPictures;
}

interface Page {
  page: number;
  size: number;
}
const range = ({ page, size }: Page) => ({ limit: size, offset: (page - 1) * size });

function summaryOf(item: NewsItem, language: Language, { main }: PicturesOfNews): NewsSummary {
  const { title, summary } = contentIn(item.texts, language);
  return { id: item.id, title, summary, publishedAtMs: item.publishAt?.getTime() ?? 0, picture: main };
}

const shownChange = ({ at, publishAt, ...change }: NewsChange) => ({
  ...change,
  atMs: at.getTime(),
  publishAtMs: publishAt?.getTime() ?? null,
});

/**
 * 400 for a Cyrillic letter in the text that Cyrillic is made from, a link that leads where none may, and a placeholder:
 * figures of the rules change, and news are of their day.
 */
function mustBeWellWritten(texts: NewsTexts): void {
  if (hasCyrillic(texts)) throw badRequest('news.not-latin');
  if (namesAccount(texts)) throw badRequest('news.account');
  const links = badLinks(texts);
  if (links.length > 0) throw badRequest('news.bad-link', { details: { links } });
  if (JSON.stringify(texts).includes('{{')) throw badRequest('news.placeholder');
}

function mustBeComplete(texts: NewsTexts): void {
  const missing = missingTexts(texts);
  if (missing.length > 0) throw ruleForbids('news.incomplete', { details: { missing } });
}

/** News of the platform. Every change is a version, with who made it and when, in one transaction. */
export function createNewsService({ db, actions, files }: NewsDeps) {
  const news = createNewsRepository(db);

  async function shown(id: number): Promise<ConsoleNews> {
    const item = await news.byId(id);
    if (!item) throw notFound();
    return {
      id,
      version: item.version,
      state: item.state,
      texts: item.texts,
      publishAtMs: item.publishAt?.getTime() ?? null,
      changes: (await news.changes(id)).map(shownChange),
    };
  }

  const record = async (
    tx: AnyDb,
    id: number,
    change: { action: ChangeAction; by: StaffMember; restoredFrom?: number },
  ): Promise<void> => {
    await news.record(tx, id, change);
    const { action, by } = change;
    if (by !== PLATFORM)
      await actions.record({ personId: by.personId, type: 'news', action, result: 'done' }, tx);
  };

  /** Texts may replace those of an item in this state. */
  const textsFor = ({ state }: NewsItem, texts: NewsTexts): NewsUpdate => {
    mustBeWellWritten(texts);
    if (allows(NEWS, state, 'withdraw')) mustBeComplete(texts);
    return { texts, corrected: state === 'published' };
  };

  /** @throws 404 unknown, 409 `news.changed` when the version is not the newest */
  const change = (
    of: { id: number; version: number },
    action: Exclude<ChangeAction, 'create'>,
    by: StaffMember,
    update: (item: NewsItem, tx: AnyDb) => NewsUpdate | Promise<NewsUpdate>,
    restoredFrom?: number,
  ): Promise<ConsoleNews> =>
    inTransaction(db, async (tx) => {
      const item = await news.lock(tx, of.id);
      if (!item) throw notFound();
      if (item.version !== of.version) throw conflict('news.changed');
      await news.change(tx, item, await update(item, tx));
      await record(tx, item.id, { action, by, ...(restoredFrom === undefined ? {} : { restoredFrom }) });
      if (action === 'publish') await files.publishPhotos(tx, { owner: 'news', ownerId: item.id });
      if (action === 'withdraw') await files.withdrawPhotos(tx, { owner: 'news', ownerId: item.id });
    }).then(() => shown(of.id));

  const withdraw = (of: { id: number; version: number }, by: StaffMember): Promise<ConsoleNews> =>
    change(of, 'withdraw', by, ({ state }) => {
      if (!allows(NEWS, state, 'withdraw')) throw conflict('news.not-public');
      return { withdrawn: true };
    });

  return {
    async list(language: Language, page: Page) {
      const [items, total] = await Promise.all([news.published(range(page)), news.countPublished()]);
      const pictures = await picturesOf(
        files,
        items.map(({ id }) => id),
      );
      return {
        items: items.map((item) => summaryOf(item, language, pictures.get(item.id) ?? NO_PICTURES)),
        total,
        ...page,
      };
    },

    /** null: none that is public now. */
    async article(id: number, language: Language): Promise<NewsArticle | null> {
      const item = await news.publishedOne(id);
      if (!item) return null;
      const pictures = (await picturesOf(files, [id])).get(id) ?? NO_PICTURES;
      const { language: written, blocks } = contentIn(item.texts, language);
      return {
        ...summaryOf(item, language, pictures),
        language: written,
        blocks,
        morePictures: pictures.more,
        correctedAtMs: item.correctedAt?.getTime() ?? null,
      };
    },

    publicAddresses: (limit: number) => news.publicAddresses(limit),

    async all(state: NewsState | undefined, page: Page) {
      const [items, total] = await Promise.all([news.list(state, range(page)), news.count(state)]);
      return {
        items: items.map(({ id, texts, state: its, publishAt, changedAt, changedBy }) => ({
          id,
          title: texts.uz.title || texts.ru.title,
          state: its,
          changedBy,
          publishAtMs: publishAt?.getTime() ?? null,
          changedAtMs: changedAt.getTime(),
        })),
        total,
        ...page,
      };
    },

    one: shown,

    async version(id: number, version: number) {
      const found = await news.versionOf(id, version);
      if (!found) throw notFound();
      return { ...shownChange(found), texts: found.texts };
    },

    /** The same request again answers with the draft it made; 422 `news.request-reused` with other texts. */
    async create(requestId: string, texts: NewsTexts, by: StaffMember): Promise<ConsoleNews> {
      mustBeWellWritten(texts);
      const id = await inTransaction(db, async (tx) => {
        const draft = await news.create(tx, requestId, texts);
        if (draft.made) await record(tx, draft.id, { action: 'create', by });
        else if (draft.madeBy !== by.personId || !isDeepStrictEqual(draft.texts, texts))
          throw ruleForbids('news.request-reused');
        return draft.id;
      });
      return shown(id);
    },

    /** 422 `news.incomplete` when the item is public, or will be, and a text is missing. */
    edit(of: { id: number; version: number }, texts: NewsTexts, by: StaffMember): Promise<ConsoleNews> {
      return change(of, 'edit', by, (item) => textsFor(item, texts));
    },

    /** The texts of an earlier version again. 404 for one that never was. */
    restore(of: { id: number; version: number }, from: number, by: StaffMember): Promise<ConsoleNews> {
      const earlier = async (item: NewsItem, tx: AnyDb): Promise<NewsUpdate> => {
        const found = await createNewsRepository(tx).versionOf(item.id, from);
        if (!found || from >= item.version) throw notFound();
        return textsFor(item, found.texts);
      };
      return change(of, 'restore', by, earlier, from);
    },

    /** @param atMs instant; at once when null or past. A public item stays public from when it was. */
    publish(of: { id: number; version: number }, atMs: number | null, by: StaffMember): Promise<ConsoleNews> {
      return change(of, 'publish', by, ({ state, texts }) => {
        const at = atMs !== null && atMs > Date.now() ? new Date(atMs) : 'now';
        if (!allows(NEWS, state, at === 'now' ? 'publish' : 'schedule'))
          throw conflict('news.already-public');
        mustBeComplete(texts);
        return { publishAt: at };
      });
    },

    withdraw,

    /** What waits for its instant in the words of somebody who may write news no longer. */
    async callOffOfFormer(): Promise<void> {
      const found = await ofFormerStaff(db, await news.scheduled(), 'writeNews');
      for (const { id, version } of found) await withdraw({ id, version }, PLATFORM);
    },
  };
}
