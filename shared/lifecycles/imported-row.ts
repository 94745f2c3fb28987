import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const IMPORTED_ROW_STATES = ['ready', 'refused', 'known', 'ordered', 'draft', 'sent'] as const;
export type ImportedRowState = (typeof IMPORTED_ROW_STATES)[number];

/** Rows as reading leaves them. */
export const READ_ROWS = ['ready', 'refused', 'known'] as const satisfies readonly ImportedRowState[];

/** Rows whose order is not there yet. */
export const UNORDERED_ROWS = ['ready'] as const satisfies readonly ImportedRowState[];

/** Rows whose order waits for its files. */
export const ORDERED_ROWS = ['ordered'] as const satisfies readonly ImportedRowState[];

/** Rows that have brought nothing and say why. */
export const REFUSED_ROWS = ['refused'] as const satisfies readonly ImportedRowState[];

export const IMPORTED_ROW_COLOURS: Readonly<Record<ImportedRowState, StatusColour>> = {
  ready: 'primary',
  refused: 'danger',
  known: 'info',
  ordered: 'primary',
  draft: 'warning',
  sent: 'success',
};

export const IMPORTED_ROW = {
  name: 'imported-row',
  about: 'A row of a file of lots: what became of it.',
  column: 'order_import_row.state',
  states: IMPORTED_ROW_STATES,
  final: ['refused', 'known', 'draft', 'sent'],
  means: {
    ready: 'keeps the rules of orders; its order will be made once the import is signed',
    refused: 'no order: each reason is named with its column',
    known: 'a lot with this number of the organisation was imported before; its order is named',
    ordered: 'its order is made and its photos are being added',
    draft: 'its order lacks photos or documents and waits for its customer as a draft',
    sent: 'its order was sent and waits for a moderator',
  },
  events: {
    read: { from: START, to: 'ready', by: ['system'], calls: [{ workflow: 'import-orders' }] },
    'refuse-at-reading': {
      from: START,
      to: 'refused',
      by: ['system'],
      calls: [{ workflow: 'import-orders' }],
    },
    'know-at-reading': { from: START, to: 'known', by: ['system'], calls: [{ workflow: 'import-orders' }] },
    order: { from: ['ready'], to: 'ordered', by: ['system'], calls: [{ workflow: 'import-orders' }] },
    refuse: { from: ['ready'], to: 'refused', by: ['system'], calls: [{ workflow: 'import-orders' }] },
    know: { from: ['ready'], to: 'known', by: ['system'], calls: [{ workflow: 'import-orders' }] },
    send: { from: ['ordered'], to: 'sent', by: ['system'], calls: [{ workflow: 'import-orders' }] },
    leave: { from: ['ordered'], to: 'draft', by: ['system'], calls: [{ workflow: 'import-orders' }] },
  },
} as const satisfies Lifecycle;
