import { randomUUID } from 'node:crypto';
import { createNewsService } from '#server/domains/news/index.ts';
import type { NewsTexts } from '#shared/api/news.ts';
import type { TestDatabase } from './services.ts';

export const NEWS_TEXTS: NewsTexts = {
  uz: {
    title: 'Yangi imkoniyat',
    summary: 'Qisqacha gʻoya.',
    body: '## Nima oʻzgardi\n\nMatn.\n\n- bir\n- ikki',
  },
  ru: { title: 'Новая возможность', summary: 'Кратко.', body: '## Что изменилось\n\nТекст.\n\n- раз\n- два' },
  en: { title: '', summary: '', body: '' },
};
export const NEWS_EDITOR = { personId: 'editor', name: 'Muharrir Namuna' };

/** Items to read, edit, publish and withdraw: the values with which each call about news succeeds. */
export async function sampleNews(database: TestDatabase) {
  const news = createNewsService(database.db);
  const draft = () => news.create(randomUUID(), NEWS_TEXTS, NEWS_EDITOR);
  const published = async () => news.publish(await draft(), null, NEWS_EDITOR);
  const [edited, planned, shown, ended] = [
    await draft(),
    await draft(),
    await published(),
    await published(),
  ];
  return {
    'news.article': { params: { id: shown.id } },
    'console.news-item': { params: { id: shown.id } },
    'console.news-create': { body: { requestId: randomUUID(), texts: NEWS_TEXTS } },
    'console.news-edit': {
      params: { id: edited.id },
      body: { version: edited.version, texts: NEWS_TEXTS },
    },
    'console.news-publish': { params: { id: planned.id }, body: { version: planned.version, atMs: null } },
    'console.news-withdraw': { params: { id: ended.id }, body: { version: ended.version } },
  };
}
