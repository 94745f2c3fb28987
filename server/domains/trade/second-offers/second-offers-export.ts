import { z } from 'zod';
import { listExport, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { OFFER_STATES } from '#shared/lifecycles/offer.ts';
import type { Offers } from './second-offers.service.ts';

/** Lots offered to reserve and sole participants, for staff; in lots the reader has a part in, participants stay hidden. */
export const offersExport = (offers: Pick<Offers, 'forStaff'>): ExportSource =>
  listExport({
    title: 'console-offers:title',
    right: 'readSettlements',
    filters: { state: z.enum(OFFER_STATES).optional() },
    list: ({ state, ...page }, { personId }) => offers.forStaff(personId, { state: state ?? 'all', ...page }),
    id: ({ offerId }) => offerId,
    columns: [
      { head: 'exports:column.lotNumber', kind: 'number', value: ({ lotId }) => lotId },
      { head: 'console-offers:column.lot', kind: 'text', value: (row, { language }) => row.title[language] },
      {
        head: 'exports:column.kind',
        kind: 'text',
        value: (row, { text }) => text(`console-offers:kind.${row.kind}`),
      },
      {
        head: 'console-offers:column.participant',
        kind: 'text',
        value: ({ participant }, { text }) =>
          participant ? participant.name : text('console-offers:hidden'),
      },
      {
        head: 'exports:column.participant',
        kind: 'number',
        value: ({ participant }) => participant?.number ?? null,
      },
      { head: 'console-offers:column.price', kind: 'money', value: (row) => row.priceTiyin },
      {
        head: 'console-offers:column.state',
        kind: 'text',
        value: (row, { text }) => text(`console-offers:state.${row.state}`),
      },
      {
        head: 'exports:column.obstacle',
        kind: 'text',
        value: ({ obstacle }, { text }) => obstacle && text(`console-offers:obstacle.${obstacle}`),
      },
      { head: 'console-offers:column.answerBy', kind: 'time', value: (row) => timeCell(row.answerByMs) },
      { head: 'exports:column.decided', kind: 'time', value: (row) => timeCell(row.decidedAtMs) },
    ],
  });
