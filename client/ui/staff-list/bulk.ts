import type { ReactNode } from 'react';

/** What may be done to several rows at once. */
export interface BulkAction<Row> {
  key: string;
  name: string;
  /** Rows that it can be done to, as far as the page knows; the server judges each again. */
  fits: (row: Row) => boolean;
  /** Asks for what it needs, once for all the rows. `onClose` says whether anything was sent: the rows stay selected otherwise. */
  renderDialog: (rows: readonly Row[], onClose: (sent: boolean) => void) => ReactNode;
}
