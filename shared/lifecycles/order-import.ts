import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const ORDER_IMPORT_STATES = [
  'reading',
  'unmapped',
  'unreadable',
  'ready',
  'running',
  'done',
  'cancelled',
] as const;
export type OrderImportState = (typeof ORDER_IMPORT_STATES)[number];

/** Imports on which the worker has work to do. */
export const WORKED_IMPORTS = ['reading', 'running'] as const satisfies readonly OrderImportState[];

/** Imports whose files are over: they are removed from storage. */
export const ENDED_IMPORTS = [
  'unreadable',
  'done',
  'cancelled',
] as const satisfies readonly OrderImportState[];

export const ORDER_IMPORT_COLOURS: Readonly<Record<OrderImportState, StatusColour>> = {
  reading: 'primary',
  unmapped: 'warning',
  unreadable: 'danger',
  ready: 'warning',
  running: 'primary',
  done: 'success',
  cancelled: 'info',
};

export const ORDER_IMPORT = {
  name: 'order-import',
  about: 'A file of lots that staff import as orders of an organisation.',
  column: 'order_import.state',
  states: ORDER_IMPORT_STATES,
  final: ['unreadable', 'done', 'cancelled'],
  means: {
    reading: 'the worker reads the file and judges its rows; no order is made yet',
    unmapped: 'some of its columns are not known by their names; staff say what they are',
    unreadable: 'the file is no table of lots; the reason is written down',
    ready: 'read; waits for staff to add photos and to sign',
    running: 'signed; the worker makes the orders',
    done: 'every row became an order or was refused with its reason',
    cancelled: 'stopped by staff; orders made before stay',
  },
  events: {
    upload: {
      from: START,
      to: 'reading',
      by: ['importOrders'],
      calls: [{ contract: 'console.upload-order-import' }],
    },
    read: { from: ['reading'], to: 'ready', by: ['system'], calls: [{ workflow: 'import-orders' }] },
    ask: { from: ['reading'], to: 'unmapped', by: ['system'], calls: [{ workflow: 'import-orders' }] },
    map: {
      from: ['unmapped'],
      to: 'reading',
      by: ['importOrders'],
      calls: [{ contract: 'console.map-order-import' }],
    },
    'refuse-file': {
      from: ['reading'],
      to: 'unreadable',
      by: ['system'],
      calls: [{ workflow: 'import-orders' }],
    },
    start: {
      from: ['ready'],
      to: 'running',
      by: ['importOrders'],
      calls: [{ contract: 'console.start-order-import' }],
    },
    finish: { from: ['running'], to: 'done', by: ['system'], calls: [{ workflow: 'import-orders' }] },
    cancel: {
      from: ['reading', 'unmapped', 'ready', 'running'],
      to: 'cancelled',
      by: ['importOrders'],
      calls: [{ contract: 'console.cancel-order-import' }],
    },
  },
} as const satisfies Lifecycle;
