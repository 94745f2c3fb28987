import { CALL_OFF_MS, type AccountsService } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { newsExport } from './news-export.ts';
import { newsPicturesOwner } from './news-pictures.ts';
import { createNewsService } from './news.service.ts';

interface NewsNeeds extends Pick<Base, 'database'> {
  accounts: Pick<AccountsService, 'byId'>;
  actions: Pick<ActionLog, 'record'>;
  files: Pick<FilesService, 'registerOwner' | 'publishPhotos' | 'withdrawPhotos' | 'photosOf'>;
}

export const newsModule = defineModule({
  name: 'news',
  create({ database: { db }, accounts, actions, files }: NewsNeeds) {
    files.registerOwner(newsPicturesOwner(db, accounts, files));
    return { news: createNewsService({ db, actions, files }) };
  },
  jobs: ({ news }) => [
    { name: 'call off news of former staff', everyMs: CALL_OFF_MS, run: () => news.callOffOfFormer() },
  ],
  exports: ({ news }) => ({ 'console-news': newsExport(news) }),
});
