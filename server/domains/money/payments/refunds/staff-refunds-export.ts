import { z } from 'zod';
import { exportSource, type ExportSource } from '#server/platform/modules/index.ts';
import { periodFields } from '#shared/api/period.ts';
import { REFUND_STATUSES, WAITING_REFUNDS } from '#shared/lifecycles/refund.ts';
import { periodOf } from '#shared/time/period.ts';
import { CARD_NAMES } from '#shared/validation/card-number.ts';
import type { RefundDecisions } from './refunds.decide.ts';
import { staffView } from './refund-view.ts';

interface StaffRefundsDeps {
  decisions: Pick<RefundDecisions, 'list'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Refunds of everybody, for staff; accounts are masked. */
export const staffRefundsExport = ({ decisions, namesOf }: StaffRefundsDeps): ExportSource =>
  exportSource({
    title: 'console-refunds:title',
    right: 'readRefunds',
    filters: {
      ...periodFields,
      state: z.enum(['waiting', 'all']).default('waiting'),
      status: z.enum(REFUND_STATUSES).optional(),
    },
    columns: [
      { key: 'number', head: 'console-refunds:column.number', kind: 'number' },
      { key: 'asked', head: 'exports:column.asked', kind: 'text' },
      { key: 'at', head: 'console-refunds:column.time', kind: 'time' },
      { key: 'destination', head: 'console-refunds:column.destination', kind: 'text' },
      { key: 'amount', head: 'console-refunds:column.amount', kind: 'money' },
      { key: 'setOff', head: 'exports:column.setOff', kind: 'money' },
      { key: 'status', head: 'console-refunds:column.status', kind: 'text' },
      { key: 'note', head: 'refunding:column.note', kind: 'text' },
    ],
    async page({ personId, filters: { state, status, ...period }, limit, offset, text }) {
      const statuses = status ? [status] : state === 'waiting' ? WAITING_REFUNDS : undefined;
      const wanted = { ...(statuses && { statuses }), ...periodOf(period) };
      const { items, total } = await decisions.list(wanted, { limit, offset }, personId);
      const names = await namesOf([...new Set(items.map(({ refund }) => refund.person_id))]);
      const rows = items.map((found) => {
        const name = names.get(found.refund.person_id) ?? '';
        const row = staffView(found, { personId, decides: false }, name);
        return {
          id: row.id,
          number: row.id,
          asked: name,
          at: new Date(row.createdAtMs),
          destination:
            row.destination.kind === 'card'
              ? `${CARD_NAMES[row.destination.type]} ${row.destination.mask}`
              : `${row.destination.bankName}, ${row.destination.account}`,
          amount: row.amountTiyin,
          setOff: row.setOffTiyin,
          status: text(`refunding:status.${row.status}`),
          note:
            row.bankDocument === null ? row.reason : text('refunding:paidBy', { number: row.bankDocument }),
        };
      });
      return { total, rows };
    },
  });
