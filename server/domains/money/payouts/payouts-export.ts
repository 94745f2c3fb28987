import { z } from 'zod';
import { exportSource, pageOf, type ExportSource } from '#server/platform/modules/index.ts';
import { PAYOUT_STATES } from '#shared/lifecycles/payout.ts';
import type { Payouts } from './payouts.service.ts';

/** Payouts to all sellers, for staff. Requisites are left out: they are seen one by one; sellers too in lots the reader has a part in. */
export const payoutsExport = (payouts: Pick<Payouts, 'list'>): ExportSource =>
  exportSource({
    title: 'console-payouts:title',
    right: 'readPayouts',
    filters: {
      state: z.enum(['waiting', ...PAYOUT_STATES, 'all']).default('waiting'),
      lot: z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .transform(Number)
        .optional(),
    },
    columns: [
      { key: 'number', head: 'exports:column.lotNumber', kind: 'number' },
      { key: 'lot', head: 'console-payouts:column.lot', kind: 'text' },
      { key: 'seller', head: 'exports:column.seller', kind: 'text' },
      { key: 'price', head: 'console-settlements:column.price', kind: 'money' },
      { key: 'fee', head: 'exports:column.fee', kind: 'money' },
      { key: 'amount', head: 'console-payouts:column.amount', kind: 'money' },
      { key: 'setOff', head: 'exports:column.setOff', kind: 'money' },
      { key: 'state', head: 'console-payouts:column.state', kind: 'text' },
      { key: 'document', head: 'refunding:column.note', kind: 'text' },
    ],
    async page({ personId, filters, language, text, ...cut }) {
      const { items, total } = await payouts.list(
        { personId, decides: false, seesRequisites: false },
        { state: filters.state, ...(filters.lot && { lotId: filters.lot }), ...pageOf(cut) },
      );
      const rows = items.map((row) => ({
        id: row.id,
        number: row.lotId,
        lot: row.title[language],
        seller: row.seller ? (row.recipient ?? row.seller.name) : text('console-payouts:hidden'),
        price: row.priceTiyin,
        fee: row.feeTiyin,
        amount: row.amountTiyin,
        setOff: row.setOffTiyin,
        state: text(`console-payouts:state.${row.state}`),
        document: row.bankDocument,
      }));
      return { total, rows };
    },
  });
