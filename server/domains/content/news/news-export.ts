import { z } from 'zod';
import { listExport, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { NEWS_STATES } from '#shared/lifecycles/news.ts';
import type { NewsService } from './news.service.ts';

/** All news with their state, for staff. */
export const newsExport = (news: Pick<NewsService, 'all'>): ExportSource =>
  listExport({
    title: 'staff:page.news',
    right: 'readNews',
    filters: { state: z.enum(NEWS_STATES).optional() },
    list: ({ state, ...page }) => news.all(state, page),
    id: ({ id }) => id,
    columns: [
      { head: 'exports:column.number', kind: 'number', value: ({ id }) => id },
      {
        head: 'console-news:column.title',
        kind: 'text',
        value: ({ title }, { text }) => title || text('console-news:untitled'),
      },
      {
        head: 'console-news:column.state',
        kind: 'text',
        value: ({ state }, { text }) => text(`console-news:state.${state}`),
      },
      { head: 'console-news:column.publishAt', kind: 'time', value: (row) => timeCell(row.publishAtMs) },
      { head: 'console-news:column.changed', kind: 'time', value: (row) => timeCell(row.changedAtMs) },
      { head: 'exports:column.changedBy', kind: 'text', value: ({ changedBy }) => changedBy },
    ],
  });
