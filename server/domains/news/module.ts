import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createNewsService } from './news.service.ts';

export const newsModule = defineModule({
  name: 'news',
  create: ({ database }: Pick<Base, 'database'>) => ({ news: createNewsService(database.db) }),
});
