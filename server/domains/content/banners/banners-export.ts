import { z } from 'zod';
import { listExport, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { BANNER_STATES } from '#shared/api/console/console-banners.ts';
import { BANNER_PLACES } from '#shared/content/banners.ts';
import type { Banners } from './banners.service.ts';

/** All banners with who changed them last, for staff. */
export const bannersExport = (banners: Pick<Banners, 'list'>): ExportSource =>
  listExport({
    title: 'staff:page.banners',
    right: 'readReference',
    filters: { state: z.enum(BANNER_STATES).optional(), place: z.enum(BANNER_PLACES).optional() },
    list: ({ state, place, ...page }) => banners.list({ state, place }, page),
    id: ({ id }) => id,
    columns: [
      {
        head: 'console-banners:column.words',
        kind: 'text',
        value: ({ words }, { language }) => words[language],
      },
      { head: 'console-banners:link', kind: 'text', value: ({ link }) => link ?? '' },
      {
        head: 'console-banners:column.place',
        kind: 'text',
        value: ({ place }, { text }) => text(`console-banners:place.${place}`),
      },
      { head: 'console-banners:from', kind: 'time', value: ({ fromMs }) => timeCell(fromMs) },
      { head: 'console-banners:until', kind: 'time', value: ({ untilMs }) => timeCell(untilMs) },
      {
        head: 'console-banners:column.state',
        kind: 'text',
        value: ({ state }, { text }) => text(`console-banners:state.${state}`),
      },
      { head: 'exports:column.changedBy', kind: 'text', value: ({ changes }) => changes[0]?.by ?? '' },
    ],
  });
