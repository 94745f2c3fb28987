import {
  listExport,
  lotFilter,
  timeCell,
  type ExportSource,
  type ListColumn,
} from '#server/platform/modules/index.ts';
import type { SellerViewing, StaffViewing } from '#shared/api/site/viewings.ts';
import type { ReadViewings } from './read-viewings.ts';

type Row = Omit<SellerViewing, 'bookings' | 'canCallOff'>;

/** The same for the seller and for staff. */
const COLUMNS: readonly ListColumn<Row>[] = [
  { head: 'exports:column.number', kind: 'number', value: ({ id }) => id },
  { head: 'exports:column.lotNumber', kind: 'number', value: ({ lotId }) => lotId },
  { head: 'exports:column.lot', kind: 'text', value: (row, { language }) => row.title[language] },
  { head: 'viewings:column.place', kind: 'text', value: (row, { language }) => row.address[language] },
  { head: 'viewings:column.starts', kind: 'time', value: (row) => timeCell(row.startsAtMs) },
  { head: 'viewings:column.ends', kind: 'time', value: (row) => timeCell(row.endsAtMs) },
  { head: 'viewings:column.places', kind: 'number', value: ({ places }) => places },
  {
    head: 'viewings:column.state',
    kind: 'text',
    value: ({ state }, { text }) => text(`viewings:state.${state}`),
  },
  { head: 'exports:column.reason', kind: 'text', value: ({ reason }) => reason },
];

const NO_FILTERS = {};

/** Viewings of the person's lots. */
export const viewingsOfMyLotsExport = (viewings: Pick<ReadViewings, 'ofSeller'>): ExportSource =>
  listExport<typeof NO_FILTERS, SellerViewing>({
    title: 'cabinet:page.viewings',
    filters: NO_FILTERS,
    list: (page, { personId }) => viewings.ofSeller(personId, page),
    id: ({ id }) => id,
    columns: [
      ...COLUMNS,
      { head: 'viewings:column.bookings', kind: 'text', value: ({ bookings }) => bookings.join('; ') },
    ],
  });

const OF_STAFF = { lot: lotFilter };

/** Viewings of all lots, for staff. */
export const viewingsExport = (viewings: Pick<ReadViewings, 'list'>): ExportSource =>
  listExport<typeof OF_STAFF, StaffViewing>({
    title: 'console-viewings:title',
    right: 'readLotQuestions',
    filters: OF_STAFF,
    list: ({ lot, ...page }, { personId }) => viewings.list({ personId }, { ...page, lotId: lot }),
    id: ({ id }) => id,
    columns: [
      ...COLUMNS,
      { head: 'exports:column.seller', kind: 'text', value: ({ seller }) => seller?.name ?? null },
      {
        head: 'viewings:column.bookings',
        kind: 'text',
        value: ({ visitors }) =>
          visitors.map(({ booking, person }) => `${booking} ${person?.name ?? ''}`.trim()).join('; '),
      },
    ],
  });
