import { isDeepStrictEqual } from 'node:util';
import { badRequest, conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { ConsoleNews, NewsArticle, NewsSummary, NewsTexts } from '#shared/api/news.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { NEWS, type NewsState } from '#shared/lifecycles/news.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { blocksOf } from '#shared/news/blocks.ts';
import { hasCyrillic, missingTexts, newsIn } from './news-text.ts';
import { createNewsRepository, type NewsItem, type NewsUpdate, type StaffMember } from './news.repository.ts';

export type NewsService = ReturnType<typeof createNewsService>;

interface Page {
  page: number;
  size: number;
}
const range = ({ page, size }: Page) => ({ limit: size, offset: (page - 1) * size });

function summaryOf(item: NewsItem, language: Language): NewsSummary {
  const { title, summary } = newsIn(item.texts, language);
  return { id: item.id, title, summary, publishedAtMs: item.publishAt?.getTime() ?? 0 };
}

/** 400 for a Cyrillic letter in the text that Cyrillic is made from. */
function mustBeLatin(texts: NewsTexts): void {
  if (hasCyrillic(texts)) throw badRequest('news.not-latin');
}

function mustBeComplete(texts: NewsTexts): void {
  const missing = missingTexts(texts);
  if (missing.length > 0) throw ruleForbids('news.incomplete', { details: { missing } });
}

/** News of the platform. Every change is a version, with who made it and when, in one transaction. */
export function createNewsService(db: AnyDb) {
  const news = createNewsRepository(db);

  async function shown(id: number): Promise<ConsoleNews> {
    const item = await news.byId(id);
    if (!item) throw notFound();
    const changes = await news.changes(id);
    return {
      ...{ id, version: item.version, state: item.state, texts: item.texts },
      publishAtMs: item.publishAt?.getTime() ?? null,
      changes: changes.map(({ at, publishAt, ...change }) => ({
        ...change,
        atMs: at.getTime(),
        publishAtMs: publishAt?.getTime() ?? null,
      })),
    };
  }

  /** @throws 404 unknown, 409 `news.changed` when the version is not the newest */
  const change = (
    of: { id: number; version: number },
    action: 'edit' | 'publish' | 'withdraw',
    by: StaffMember,
    update: (item: NewsItem) => NewsUpdate,
  ): Promise<ConsoleNews> =>
    inTransaction(db, async (tx) => {
      const item = await news.lock(tx, of.id);
      if (!item) throw notFound();
      if (item.version !== of.version) throw conflict('news.changed');
      await news.change(tx, item, update(item));
      await news.record(tx, item.id, action, by);
    }).then(() => shown(of.id));

  return {
    async list(language: Language, page: Page) {
      const [items, total] = await Promise.all([news.published(range(page)), news.countPublished()]);
      return { items: items.map((item) => summaryOf(item, language)), total, ...page };
    },

    /** null: none that is public now. */
    async article(id: number, language: Language): Promise<NewsArticle | null> {
      const item = await news.publishedOne(id);
      if (!item) return null;
      const { language: written, body } = newsIn(item.texts, language);
      return {
        ...summaryOf(item, language),
        language: written,
        blocks: blocksOf(body),
        correctedAtMs: item.correctedAt?.getTime() ?? null,
      };
    },

    publicAddresses: (limit: number) => news.publicAddresses(limit),

    async all(state: NewsState | undefined, page: Page) {
      const [items, total] = await Promise.all([news.list(state, range(page)), news.count(state)]);
      return {
        items: items.map(({ id, texts, state: its, publishAt, changedAt, changedBy }) => ({
          ...{ id, title: texts.uz.title || texts.ru.title, state: its, changedBy },
          publishAtMs: publishAt?.getTime() ?? null,
          changedAtMs: changedAt.getTime(),
        })),
        total,
        ...page,
      };
    },

    one: shown,

    /** The same request again answers with the draft it made; 422 `news.request-reused` with other texts. */
    async create(requestId: string, texts: NewsTexts, by: StaffMember): Promise<ConsoleNews> {
      mustBeLatin(texts);
      const id = await inTransaction(db, async (tx) => {
        const draft = await news.create(tx, requestId, texts);
        if (draft.made) await news.record(tx, draft.id, 'create', by);
        else if (draft.madeBy !== by.personId || !isDeepStrictEqual(draft.texts, texts))
          throw ruleForbids('news.request-reused');
        return draft.id;
      });
      return shown(id);
    },

    /** 422 `news.incomplete` when the item is public, or will be, and a text is missing. */
    edit(of: { id: number; version: number }, texts: NewsTexts, by: StaffMember): Promise<ConsoleNews> {
      mustBeLatin(texts);
      return change(of, 'edit', by, ({ state }) => {
        if (allows(NEWS, state, 'withdraw')) mustBeComplete(texts);
        return { texts, corrected: state === 'published' };
      });
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

    withdraw(of: { id: number; version: number }, by: StaffMember): Promise<ConsoleNews> {
      return change(of, 'withdraw', by, ({ state }) => {
        if (!allows(NEWS, state, 'withdraw')) throw conflict('news.not-public');
        return { withdrawn: true };
      });
    },
  };
}
