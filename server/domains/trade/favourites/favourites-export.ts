import { lotStatusName } from '#server/domains/content/reference/index.ts';
import { listExport, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import type { FavouritesService } from './favourites.service.ts';

/** Lots that the person has marked, the last one first. */
export const favouritesExport = (favourites: Pick<FavouritesService, 'list'>): ExportSource =>
  listExport({
    title: 'favourites:title',
    filters: {},
    list: ({ page, size }, { personId }) => favourites.list(personId, page, size),
    id: ({ id }) => id,
    columns: [
      { head: 'exports:column.lotNumber', kind: 'text', value: ({ number }) => number },
      { head: 'exports:column.lot', kind: 'text', value: (row, { language }) => row.title[language] },
      { head: 'exports:column.category', kind: 'text', value: (row, { language }) => row.category[language] },
      { head: 'exports:column.region', kind: 'text', value: (row, { language }) => row.region[language] },
      {
        head: 'exports:column.lotStatus',
        kind: 'text',
        value: ({ status }, { language }) => lotStatusName(status)[language],
      },
      { head: 'exports:column.startPrice', kind: 'money', value: (row) => row.startPriceTiyin },
      { head: 'exports:column.deposit', kind: 'money', value: (row) => row.depositTiyin },
      { head: 'exports:column.opens', kind: 'time', value: (row) => timeCell(row.opensAtMs) },
      { head: 'exports:column.closes', kind: 'time', value: (row) => timeCell(row.closesAtMs) },
    ],
  });
