import { z } from 'zod';
import {
  listExport,
  timeCell,
  type ExportRequest,
  type ExportSource,
} from '#server/platform/modules/index.ts';
import { PAYMENT_PROVIDERS } from '#shared/api/cabinet/payments.ts';
import { periodFields } from '#shared/api/period.ts';
import { PAYMENT_STATUSES } from '#shared/lifecycles/payment.ts';
import type { MismatchRepository, MismatchRow } from './mismatches.repository.ts';
import { PROVIDER_NAMES, type TopUps } from './top-up.service.ts';

const cutOf = ({ page, size }: { page: number; size: number }) => [size, (page - 1) * size] as const;

/** Payments of everybody, for staff. */
export const consolePaymentsExport = (
  topUps: Pick<TopUps, 'everybodys' | 'sumEverybodys' | 'shown'>,
): ExportSource =>
  listExport({
    title: 'console-payments:title',
    right: 'readPayments',
    filters: {
      ...periodFields,
      status: z.enum(PAYMENT_STATUSES).optional(),
      provider: z.enum(PAYMENT_PROVIDERS).optional(),
      search: z.string().trim().max(100).optional(),
    },
    async list({ page, size, most, ...filter }) {
      const [found, { total }] = await Promise.all([
        topUps.everybodys(filter, ...cutOf({ page, size })),
        topUps.sumEverybodys(filter, most),
      ]);
      const items = found.map((row) => ({
        ...topUps.shown(row),
        personName: row.personName,
        providerNumber: row.providerNumber,
      }));
      return { items, total };
    },
    id: ({ id }) => id,
    columns: [
      { head: 'payments:list.number', kind: 'number', value: ({ id }) => id },
      { head: 'console-payments:column.person', kind: 'text', value: ({ personName }) => personName },
      { head: 'payments:list.time', kind: 'time', value: (row) => timeCell(row.paidAtMs ?? row.createdAtMs) },
      { head: 'payments:list.amount', kind: 'money', value: (row) => row.amountTiyin },
      {
        head: 'payments:list.status',
        kind: 'text',
        value: ({ status }, { text }) => text(`payments:status.${status}`),
      },
      {
        head: 'exports:column.reason',
        kind: 'text',
        value: ({ cause }, { text }) => cause && text(`payments:list.cause.${cause}`),
      },
      { head: 'payments:list.provider', kind: 'text', value: ({ providerName }) => providerName },
      { head: 'exports:column.providerNumber', kind: 'text', value: ({ providerNumber }) => providerNumber },
      { head: 'payments:list.receipt', kind: 'text', value: ({ receiptNumber }) => receiptNumber },
    ],
  });

const OWN_NOTES = ['books-agree', 'credited'];

const stateText = (side: MismatchRow['ours'], text: ExportRequest<unknown>['text']): string =>
  side
    ? text([`console-payments:side.${side.state}`, 'console-payments:side.other'])
    : text('console-payments:side.none');

/** Where our books and a provider's differ, for staff. */
export const mismatchesExport = (mismatches: Pick<MismatchRepository, 'page' | 'count'>): ExportSource =>
  listExport({
    title: 'console-payments:view.differences',
    right: 'readPayments',
    filters: { state: z.enum(['open', 'settled', 'all']).default('open') },
    async list({ state, ...page }) {
      const [items, total] = await Promise.all([
        mismatches.page(state, ...cutOf(page)),
        mismatches.count(state),
      ]);
      return { items, total };
    },
    id: ({ id }) => id,
    columns: [
      {
        head: 'console-payments:column.kind',
        kind: 'text',
        value: ({ kind }, { text }) => text(`console-payments:kind.${kind}`),
      },
      { head: 'exports:column.times', kind: 'number', value: ({ times }) => times },
      { head: 'payments:list.provider', kind: 'text', value: ({ provider }) => PROVIDER_NAMES[provider] },
      { head: 'console-payments:column.payment', kind: 'number', value: ({ paymentId }) => paymentId },
      { head: 'exports:column.providerNumber', kind: 'text', value: ({ providerId }) => providerId },
      { head: 'console-payments:column.ours', kind: 'money', value: ({ ours }) => ours?.amountTiyin ?? null },
      { head: 'exports:column.ourState', kind: 'text', value: ({ ours }, { text }) => stateText(ours, text) },
      {
        head: 'console-payments:column.theirs',
        kind: 'money',
        value: ({ theirs }) => theirs?.amountTiyin ?? null,
      },
      {
        head: 'exports:column.theirState',
        kind: 'text',
        value: ({ theirs }, { text }) => stateText(theirs, text),
      },
      { head: 'console-payments:column.seen', kind: 'time', value: ({ seenAt }) => seenAt },
      {
        head: 'console-payments:column.settled',
        kind: 'text',
        value: ({ note }, { text }) =>
          note !== null && OWN_NOTES.includes(note) ? text(`console-payments:ownNote.${note}`) : note,
      },
      { head: 'exports:column.decidedBy', kind: 'text', value: ({ settledByName }) => settledByName },
      { head: 'exports:column.decided', kind: 'time', value: ({ settledAt }) => settledAt },
    ],
  });
