import { z } from 'zod';
import { exportSource, pageOf, type ExportSource } from '#server/platform/modules/index.ts';
import type { InboxService } from './inbox.service.ts';

/** The person's messages as the page shows them. */
export const messagesExport = (inbox: Pick<InboxService, 'page'>): ExportSource =>
  exportSource({
    title: 'cabinet:page.messages',
    filters: { state: z.enum(['all', 'unread']).default('all') },
    columns: [
      { key: 'at', head: 'actions:column.time', kind: 'time' },
      { key: 'topic', head: 'exports:column.subject', kind: 'text' },
      { key: 'title', head: 'exports:column.heading', kind: 'text' },
      { key: 'text', head: 'exports:column.text', kind: 'text' },
      { key: 'read', head: 'exports:column.read', kind: 'time' },
    ],
    async page({ personId, filters: { state }, language, text, ...cut }) {
      const { items, total } = await inbox.page(personId, language, { state, ...pageOf(cut) });
      const rows = items.map((row) => ({
        id: row.id,
        at: new Date(row.writtenAtMs),
        topic: text(`messages:topic.${row.topic}`),
        title: row.title,
        text: row.text,
        read: row.readAtMs === null ? null : new Date(row.readAtMs),
      }));
      return { total, rows };
    },
  });
