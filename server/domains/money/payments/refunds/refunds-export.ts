import { z } from 'zod';
import { exportSource, type ExportSource } from '#server/platform/modules/index.ts';
import { periodFields } from '#shared/api/period.ts';
import { REFUND_STATUSES } from '#shared/lifecycles/refund.ts';
import { periodOf } from '#shared/time/period.ts';
import { CARD_NAMES } from '#shared/validation/card-number.ts';
import { ownView } from './refund-view.ts';
import type { Refunds } from './refunds.service.ts';

/** Applications for money back as the table shows them. */
export const refundsExport = (refunds: Pick<Refunds, 'list' | 'count'>): ExportSource =>
  exportSource({
    title: 'refunding:title',
    filters: { ...periodFields, status: z.enum(REFUND_STATUSES).optional() },
    columns: [
      { key: 'number', head: 'refunding:column.number', kind: 'number' },
      { key: 'at', head: 'refunding:column.time', kind: 'time' },
      { key: 'destination', head: 'refunding:column.destination', kind: 'text' },
      { key: 'amount', head: 'refunding:column.amount', kind: 'money' },
      { key: 'setOff', head: 'exports:column.setOff', kind: 'money' },
      { key: 'status', head: 'refunding:column.status', kind: 'text' },
      { key: 'note', head: 'refunding:column.note', kind: 'text' },
    ],
    async page({ personId, filters: { status, ...period }, limit, offset, text }) {
      const wanted = { personId, ...(status ? { statuses: [status] } : {}), ...periodOf(period) };
      const [total, found] = await Promise.all([
        refunds.count(wanted),
        refunds.list(wanted, { limit, offset }),
      ]);
      const rows = found.map(ownView).map((row) => ({
        id: row.id,
        number: row.id,
        at: new Date(row.createdAtMs),
        destination:
          row.destination.kind === 'card'
            ? `${CARD_NAMES[row.destination.type]} ${row.destination.mask}`
            : `${row.destination.bankName}, ${row.destination.account}`,
        amount: row.amountTiyin,
        setOff: row.setOffTiyin,
        status: text(`refunding:status.${row.status}`),
        note: row.bankDocument === null ? row.reason : text('refunding:paidBy', { number: row.bankDocument }),
      }));
      return { total, rows };
    },
  });
