import { z } from 'zod';
import { exportSource, pageOf, type ExportSource } from '#server/platform/modules/index.ts';
import { PAYMENT_PROVIDERS } from '#shared/api/cabinet/payments.ts';
import { PAYMENT_STATUSES } from '#shared/lifecycles/payment.ts';
import { periodFields } from '#shared/api/period.ts';
import type { TopUps } from './top-up.service.ts';

/** The person's top-ups as the table shows them. */
export const topUpsExport = (topUps: Pick<TopUps, 'list'>): ExportSource =>
  exportSource({
    title: 'cabinet:page.payments',
    filters: {
      ...periodFields,
      status: z.enum(PAYMENT_STATUSES).optional(),
      provider: z.enum(PAYMENT_PROVIDERS).optional(),
    },
    columns: [
      { key: 'number', head: 'payments:list.number', kind: 'number' },
      { key: 'receipt', head: 'payments:list.receipt', kind: 'text' },
      { key: 'at', head: 'payments:list.time', kind: 'time' },
      { key: 'provider', head: 'payments:list.provider', kind: 'text' },
      { key: 'amount', head: 'payments:list.amount', kind: 'money' },
      { key: 'status', head: 'payments:list.status', kind: 'text' },
      { key: 'description', head: 'payments:list.description', kind: 'text' },
    ],
    async page({ personId, filters, text, ...cut }) {
      const { items, total } = await topUps.list(personId, filters, pageOf(cut));
      const rows = items.map((row) => ({
        id: row.id,
        number: row.id,
        receipt: row.receiptNumber,
        at: new Date(row.paidAtMs ?? row.createdAtMs),
        provider: row.providerName,
        amount: row.amountTiyin,
        status: text(`payments:status.${row.status}`),
        description: text(row.cause ? `payments:list.cause.${row.cause}` : 'payments:list.purpose'),
      }));
      return { total, rows };
    },
  });
