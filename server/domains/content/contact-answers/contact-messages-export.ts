import { z } from 'zod';
import { listExport, type ExportSource } from '#server/platform/modules/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { showPhone } from '#shared/validation/phone.ts';
import type { SiteRepository } from '#server/domains/content/site/index.ts';

/**
 * Messages to the operator, for staff.
 * @param subjectNames what each subject is called, by its code
 */
export const contactMessagesExport = (
  site: Pick<SiteRepository, 'messages' | 'countMessages'>,
  subjectNames: () => Promise<ReadonlyMap<string, LocalizedText>>,
): ExportSource =>
  listExport({
    title: 'staff:page.contact',
    right: 'readContactMessages',
    filters: { state: z.enum(['all', 'open', 'answered']).default('open') },
    async list({ state, page, size }) {
      const [messages, total, names] = await Promise.all([
        site.messages(state, { limit: size, offset: (page - 1) * size }),
        site.countMessages(state),
        subjectNames(),
      ]);
      return { items: messages.map((each) => ({ ...each, subjectName: names.get(each.subject) })), total };
    },
    id: ({ number }) => number,
    columns: [
      { head: 'exports:column.number', kind: 'number', value: ({ number }) => number },
      { head: 'exports:column.time', kind: 'time', value: (row) => row.written_at },
      { head: 'console-contact:column.from', kind: 'text', value: ({ name }) => name },
      { head: 'exports:column.email', kind: 'text', value: ({ email }) => email },
      {
        head: 'exports:column.phone',
        kind: 'text',
        value: ({ phone }) => (phone === null ? null : showPhone(phone)),
      },
      {
        head: 'exports:column.language',
        kind: 'text',
        value: (row, { text }) => text(`console-contact:language.${row.language}`),
      },
      {
        head: 'exports:column.subject',
        kind: 'text',
        value: ({ subject, subjectName }, { language }) => subjectName?.[language] ?? subject,
      },
      { head: 'console-contact:column.message', kind: 'text', value: ({ message }) => message },
      {
        head: 'console-contact:column.answer',
        kind: 'text',
        value: (row, { text }) => text(`console-contact:${row.answered_at ? 'answered' : 'waiting'}`),
      },
      { head: 'exports:column.decidedBy', kind: 'text', value: (row) => row.answered_by_name },
      { head: 'exports:column.decided', kind: 'time', value: (row) => row.answered_at },
    ],
  });
