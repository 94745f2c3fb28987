import { z } from 'zod';
import { listExport, type ExportSource } from '#server/platform/modules/index.ts';
import { TRAIL_KINDS } from '#shared/api/console/person-trail.ts';
import { trailNote, trailState } from '#shared/api/console/trail-words.ts';
import { calendarDay } from '#shared/api/calendar-day.ts';
import { uuid } from '#shared/api/fields.ts';
import type { PersonTrail } from './person-trail.service.ts';

/** What is known of one person, as the page shows it to this reader. */
export const personTrailExport = (trail: Pick<PersonTrail, 'exported'>): ExportSource =>
  listExport({
    title: 'console-trail:title',
    right: 'readAccounts',
    filters: {
      person: uuid,
      kind: z.enum(TRAIL_KINDS).optional(),
      from: calendarDay.optional(),
      to: calendarDay.optional(),
    },
    list: ({ person, ...wanted }, { language, ...reader }) =>
      trail.exported(person, { ...wanted, language }, reader),
    // Each kind has numbers of its own.
    id: ({ kind, id }) => `${kind} ${id}`,
    columns: [
      { head: 'console-trail:column.at', kind: 'time', value: ({ atMs }) => new Date(atMs) },
      {
        head: 'console-trail:column.kind',
        kind: 'text',
        value: ({ kind }, { text }) => text(`console-trail:kind.${kind}`),
      },
      { head: 'exports:column.number', kind: 'text', value: ({ id }) => id },
      { head: 'console-trail:column.state', kind: 'text', value: (row, { text }) => trailState(row, text) },
      { head: 'exports:column.note', kind: 'text', value: (row, { text }) => trailNote(row, text) },
      { head: 'exports:column.heading', kind: 'text', value: ({ message }) => message?.title ?? null },
      { head: 'console-trail:column.amount', kind: 'money', value: ({ amountTiyin }) => amountTiyin },
      { head: 'exports:column.lotNumber', kind: 'number', value: ({ lotId }) => lotId },
      { head: 'exports:column.orderNumber', kind: 'number', value: ({ orderId }) => orderId },
    ],
  });
