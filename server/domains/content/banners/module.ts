import { CALL_OFF_MS } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { bannersExport } from './banners-export.ts';
import { createBanners } from './banners.service.ts';

interface BannersNeeds extends Pick<Base, 'database' | 'logger'> {
  actions: Pick<ActionLog, 'record'>;
}

export const bannersModule = defineModule({
  name: 'banners',
  create: ({ database: { db }, logger, actions }: BannersNeeds) => ({
    banners: createBanners({
      db,
      actions,
      onUnread: (error) => logger.warn({ err: error }, 'banners not read'),
    }),
  }),
  jobs: ({ banners }) => [
    { name: 'call off banners of former staff', everyMs: CALL_OFF_MS, run: () => banners.callOffOfFormer() },
  ],
  exports: ({ banners }) => ({ 'console-banners': bannersExport(banners) }),
});
