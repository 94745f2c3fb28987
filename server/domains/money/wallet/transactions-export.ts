import { z } from 'zod';
import { exportSource, FEW_ROWS, type ExportSource } from '#server/platform/modules/index.ts';
import { periodFields } from '#shared/api/period.ts';
import { TRANSACTION_KINDS, TRANSACTION_TYPES } from '#shared/api/cabinet/wallet.ts';
import { filterOf, shown } from './transaction-view.ts';
import type { WalletView } from './wallet-view.repository.ts';

/** Movements of the person's money as the table shows them; the type says which way. */
export const transactionsExport = (
  view: Pick<WalletView, 'transactions' | 'countTransactions'>,
): ExportSource =>
  exportSource({
    title: 'transactions:title',
    // They read on from their last row, so that small pages cost little and hold little.
    rowsAtOnce: FEW_ROWS,
    readsOn: true,
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
    async page({ personId, filters, limit, offset, after, text }) {
      const filter = filterOf(filters);
      if (filter.kinds.length === 0) return { total: 0, rows: [] };
      const [total, found] = await Promise.all([
        after === null ? view.countTransactions(personId, filter) : 0,
        view.transactions(personId, filter, {
          limit,
          ...(after === null ? { offset } : { offset: 0, beforeId: Number(after) }),
        }),
      ]);
      const rows = found.map(shown).map((row) => ({
        id: row.id,
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
      return { total, rows };
    },
  });
