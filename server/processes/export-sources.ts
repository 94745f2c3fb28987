import { z } from 'zod';
import { ACTION_RESULTS } from '#shared/api/actions.ts';
import { periodFields } from '#shared/api/period.ts';
import { periodOf } from '#shared/time/period.ts';
import type { ActionLog } from '#server/domains/action-log/index.ts';
import type { Refunding, TopUps } from '#server/domains/payments/index.ts';
import type { TradeApplicationsService } from '#server/domains/trade-applications/index.ts';
import type { WalletView } from '#server/domains/wallet/index.ts';
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES } from '#shared/api/payments.ts';
import { exportSource, type ExportSource, type ExportSources } from '#server/domains/exports/index.ts';
import { applicationsSource } from './application-exports.ts';
import { refundsSource, transactionsSource } from './money-exports.ts';

export interface ExportSourceDeps {
  tradeApplications: Pick<TradeApplicationsService, 'mineList'>;
  actions: Pick<ActionLog, 'ofPerson'>;
  topUps: Pick<TopUps, 'list'>;
  walletView: Pick<WalletView, 'transactions'>;
  refunds: Pick<Refunding['refunds'], 'list'>;
}

/** Every list that can be taken along: what its columns are called and where its rows come from. */
export const exportSources = ({
  tradeApplications,
  actions,
  topUps,
  walletView,
  refunds,
}: ExportSourceDeps): ExportSources => ({
  actions: actionsSource(actions),
  applications: applicationsSource(tradeApplications),
  payments: paymentsSource(topUps),
  transactions: transactionsSource(walletView),
  refunds: refundsSource(refunds),
});

const actionsSource = (actions: ExportSourceDeps['actions']): ExportSource =>
  exportSource({
    title: 'cabinet:page.actions',
    filters: { ...periodFields, result: z.enum(ACTION_RESULTS).optional() },
    columns: [
      { key: 'at', head: 'actions:column.time', kind: 'time' },
      { key: 'action', head: 'actions:column.action', kind: 'text' },
      { key: 'result', head: 'actions:column.result', kind: 'text' },
      { key: 'code', head: 'actions:column.code', kind: 'text' },
    ],
    async rows({ personId, filters: { result, ...period }, limit, text }) {
      const wanted = { ...periodOf(period), ...(result ? { result } : {}) };
      const found = await actions.ofPerson(personId, wanted, { limit, offset: 0 });
      return found.map((row) => ({
        at: row.at,
        action: text([`actions:action.${row.type}.${row.action}`, 'actions:action.other']),
        result: text(`actions:result.${row.result}`),
        code: row.reason,
      }));
    },
  });

const paymentsSource = (topUps: ExportSourceDeps['topUps']): ExportSource =>
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
    async rows({ personId, filters, limit, text }) {
      const { items } = await topUps.list(personId, filters, { page: 1, size: limit });
      return items.map((row) => ({
        number: row.id,
        receipt: row.receiptNumber,
        at: new Date(row.paidAtMs ?? row.createdAtMs),
        provider: row.providerName,
        amount: row.amountTiyin,
        status: text(`payments:status.${row.status}`),
        description: text(row.cause ? `payments:list.cause.${row.cause}` : 'payments:list.purpose'),
      }));
    },
  });
