import { z } from 'zod';
import { exportSource, type ExportSource } from '#server/domains/exports/index.ts';
import { refundView, type Refunding } from '#server/domains/payments/index.ts';
import { shownTransaction, transactionFilter, type WalletView } from '#server/domains/wallet/index.ts';
import { periodFields } from '#shared/api/period.ts';
import { TRANSACTION_KINDS, TRANSACTION_TYPES } from '#shared/api/wallet.ts';
import { REFUND_STATUSES } from '#shared/states/refund.ts';
import { periodOf } from '#shared/time/period.ts';
import { CARD_NAMES } from '#shared/validation/card-number.ts';

/** Movements of the person's money as the table shows them; the type says which way. */
export const transactionsSource = (view: Pick<WalletView, 'transactions'>): ExportSource =>
  exportSource({
    title: 'transactions:title',
    filters: {
      ...periodFields,
      type: z.enum(TRANSACTION_TYPES).optional(),
      kind: z.enum(TRANSACTION_KINDS).optional(),
    },
    columns: [
      { key: 'at', head: 'transactions:column.time', kind: 'time' },
      { key: 'description', head: 'transactions:column.description', kind: 'text' },
      { key: 'about', head: 'transactions:column.about', kind: 'text' },
      { key: 'type', head: 'transactions:column.type', kind: 'text' },
      { key: 'amount', head: 'transactions:column.amount', kind: 'money' },
      { key: 'balance', head: 'transactions:column.balance', kind: 'money' },
      { key: 'held', head: 'transactions:column.held', kind: 'money' },
      { key: 'status', head: 'transactions:column.status', kind: 'text' },
    ],
    async rows({ personId, filters, limit, text }) {
      const filter = transactionFilter(filters);
      if (filter.kinds.length === 0) return [];
      const found = await view.transactions(personId, filter, { limit, offset: 0 });
      return found.map(shownTransaction).map((row) => ({
        at: new Date(row.atMs),
        description: text([
          ...(row.kind === 'hold' ? [`transactions:holdOf.${row.about.kind}`] : []),
          ...(row.kind === 'release' ? [`transactions:releaseOf.${row.about.kind}`] : []),
          `transactions:kind.${row.kind}`,
        ]),
        about:
          row.about.id === null ? null : text(`transactions:about.${row.about.kind}`, { id: row.about.id }),
        type: text(row.fromHeld ? 'transactions:fromHeld' : `transactions:type.${row.type}`),
        amount: row.amountTiyin,
        balance: row.balanceTiyin,
        held: row.heldTiyin,
        status: text(`transactions:status.${row.status}`),
      }));
    },
  });

/** Applications for money back as the table shows them. */
export const refundsSource = (refunds: Pick<Refunding['refunds'], 'list'>): ExportSource =>
  exportSource({
    title: 'refunding:title',
    filters: { ...periodFields, status: z.enum(REFUND_STATUSES).optional() },
    columns: [
      { key: 'number', head: 'refunding:column.number', kind: 'number' },
      { key: 'at', head: 'refunding:column.time', kind: 'time' },
      { key: 'destination', head: 'refunding:column.destination', kind: 'text' },
      { key: 'amount', head: 'refunding:column.amount', kind: 'money' },
      { key: 'status', head: 'refunding:column.status', kind: 'text' },
      { key: 'note', head: 'refunding:column.note', kind: 'text' },
    ],
    async rows({ personId, filters: { status, ...period }, limit, text }) {
      const wanted = { personId, ...(status ? { statuses: [status] } : {}), ...periodOf(period) };
      const found = await refunds.list(wanted, { limit, offset: 0 });
      return found.map(refundView).map((row) => ({
        number: row.id,
        at: new Date(row.createdAtMs),
        destination:
          row.destination.kind === 'card'
            ? `${CARD_NAMES[row.destination.type]} ${row.destination.mask}`
            : `${row.destination.bankName}, ${row.destination.account}`,
        amount: row.amountTiyin,
        status: text(`refunding:status.${row.status}`),
        note: row.bankDocument === null ? row.reason : text('refunding:paidBy', { number: row.bankDocument }),
      }));
    },
  });
