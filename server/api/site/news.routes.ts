import type { NewsService } from '#server/domains/content/news/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  consoleNewsItem,
  consoleNewsList,
  consoleNewsVersion,
  createNews,
  editNews,
  newsArticle,
  newsList,
  publishNews,
  restoreNews,
  withdrawNews,
} from '#shared/api/site/news.ts';
import { parseLanguage } from '#shared/i18n/languages.ts';

export function registerNewsRoutes(app: HttpApp, news: NewsService): void {
  registerContract(app, newsList, (call) => {
    const { lang, page, size } = call.query;
    return news.list(parseLanguage(lang) ?? call.language, { page, size });
  });
  registerContract(app, newsArticle, async (call) => {
    const article = await news.article(call.params.id, parseLanguage(call.query.lang) ?? call.language);
    if (!article) throw notFound();
    return article;
  });

  registerContract(app, consoleNewsList, (call) => {
    const { state, page, size } = call.query;
    return news.all(state, { page, size });
  });
  registerContract(app, consoleNewsItem, (call) => news.one(call.params.id));
  registerContract(app, consoleNewsVersion, (call) => news.version(call.params.id, call.params.version));
  registerContract(app, createNews, (call) =>
    news.create(call.body.requestId, call.body.texts, call.signedIn()),
  );
  registerContract(app, editNews, (call) =>
    news.edit({ id: call.params.id, version: call.body.version }, call.body.texts, call.signedIn()),
  );
  registerContract(app, publishNews, (call) =>
    news.publish({ id: call.params.id, version: call.body.version }, call.body.atMs, call.signedIn()),
  );
  registerContract(app, restoreNews, (call) =>
    news.restore({ id: call.params.id, version: call.body.version }, call.body.from, call.signedIn()),
  );
  registerContract(app, withdrawNews, (call) =>
    news.withdraw({ id: call.params.id, version: call.body.version }, call.signedIn()),
  );
}
