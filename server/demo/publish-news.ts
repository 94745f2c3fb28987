import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createNewsService, WITHOUT_PICTURES } from '#server/domains/content/news/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { DEMO_NEWS } from './content/news-articles.ts';

/** The news of the demo, once each. */
export async function publishNews(db: AnyDb, editor: { personId: string; name: string }): Promise<void> {
  const news = createNewsService({ db, actions: createActionLog(db), files: WITHOUT_PICTURES });
  for (const { requestId, texts } of DEMO_NEWS) {
    const item = await news.create(requestId, texts, editor);
    if (item.state === 'draft') await news.publish(item, null, editor);
  }
}
