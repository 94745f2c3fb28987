import { z } from 'zod';
import type { WorkingCalendar } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import {
  exportSource,
  pageOf,
  type ExportRequest,
  type ExportSource,
} from '#server/platform/modules/index.ts';
import { RESULT_GROUPS } from '#shared/api/cabinet/winner-payments.ts';
import { SETTLEMENT_STATES } from '#shared/lifecycles/settlement.ts';
import type { PartSchedule } from '#shared/api/parts.ts';
import type { ConsoleSettlements } from './console-settlements.service.ts';
import { schedulesOf } from './part-schedules.ts';
import { createSettlementsRepository } from './settlements.repository.ts';
import { WIN_LOT_STATES } from './win-lots.service.ts';
import type { WinnerPayments } from './winner-payments.service.ts';

const lot = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)
  .optional();

/** Of prices that are paid by parts; beside the deadline, which is that of the next part. */
const PART_COLUMNS = [
  { key: 'parts', head: 'parts:title', kind: 'text' },
  { key: 'nextPart', head: 'exports:column.nextPart', kind: 'money' },
  { key: 'late', head: 'parts:sum.late', kind: 'money' },
  { key: 'lateFees', head: 'parts:sum.lateFees', kind: 'money' },
] as const;

/** Empty where the price is not paid by parts. */
function partCells(schedule: PartSchedule | null, text: ExportRequest<unknown>['text']) {
  if (!schedule?.begunAtMs) return { parts: null, nextPart: null, late: null, lateFees: null };
  const unpaid = schedule.parts.filter(({ state }) => state !== 'paid');
  const all = schedule.parts.length;
  return {
    parts: text('console-settlements:partsPaid', { all, count: all - unpaid.length }),
    nextPart: unpaid[0]?.amountTiyin ?? null,
    late: schedule.lateTiyin,
    lateFees: schedule.lateFeesPaidTiyin,
  };
}

/** Lots that the person has won, with what is owed for them. */
export const wonLotsExport = (db: AnyDb, calendar: () => Promise<WorkingCalendar>): ExportSource =>
  exportSource({
    title: 'cabinet:page.winlots',
    filters: { lot, state: z.enum(['open', 'over', 'all']).default('all') },
    columns: [
      { key: 'lotNumber', head: 'exports:column.lotNumber', kind: 'number' },
      { key: 'lot', head: 'console-settlements:column.lot', kind: 'text' },
      { key: 'sold', head: 'exports:column.sold', kind: 'time' },
      { key: 'sale', head: 'exports:column.sale', kind: 'text' },
      { key: 'price', head: 'console-settlements:column.price', kind: 'money' },
      { key: 'deposit', head: 'exports:column.deposit', kind: 'money' },
      { key: 'paid', head: 'exports:column.paid', kind: 'money' },
      { key: 'due', head: 'console-settlements:column.due', kind: 'time' },
      ...PART_COLUMNS,
      { key: 'state', head: 'console-settlements:column.state', kind: 'text' },
    ],
    async page({ personId, filters, limit, offset, language, text }) {
      const { items, total } = await createSettlementsRepository(db).page(
        { personId, states: WIN_LOT_STATES[filters.state], ...(filters.lot && { lotId: filters.lot }) },
        { limit, offset, order: 'newest' },
      );
      const scheduleOf = await schedulesOf(db, items, { calendar, now: new Date() });
      const rows = items.map((row) => ({
        id: row.id,
        lotNumber: row.lot_id,
        lot: row.lot_title[language],
        sold: row.sold_at,
        sale: text(`console-settlements:sale.${row.sale}`),
        price: row.price_tiyin,
        deposit: row.deposit_tiyin,
        paid: row.paid_tiyin,
        due: row.due_at,
        ...partCells(scheduleOf(row.id), text),
        state: text(`after-sale:state.${row.state}`),
      }));
      return { total, rows };
    },
  });

/** What buyers have paid for the customer's lots. */
export const winnerPaymentsExport = (payments: Pick<WinnerPayments, 'list'>): ExportSource =>
  exportSource({
    title: 'cabinet:page.winner-payments',
    filters: { group: z.enum(RESULT_GROUPS).default('sold') },
    columns: [
      { key: 'lotNumber', head: 'exports:column.lotNumber', kind: 'text' },
      { key: 'lot', head: 'console-settlements:column.lot', kind: 'text' },
      { key: 'outcome', head: 'exports:column.outcome', kind: 'text' },
      { key: 'participant', head: 'exports:column.participant', kind: 'number' },
      { key: 'price', head: 'console-settlements:column.price', kind: 'money' },
      { key: 'state', head: 'console-settlements:column.state', kind: 'text' },
      { key: 'paid', head: 'exports:column.paid', kind: 'money' },
      { key: 'due', head: 'console-settlements:column.due', kind: 'time' },
      ...PART_COLUMNS,
      { key: 'payout', head: 'exports:column.payout', kind: 'money' },
      { key: 'payoutState', head: 'exports:column.payoutState', kind: 'text' },
    ],
    async page({ personId, filters: { group }, language, text, ...cut }) {
      const { items, total } = await payments.list(personId, { group, ...pageOf(cut) });
      const rows = items.map(({ sale, ...row }) => ({
        id: row.lotId,
        lotNumber: row.lotNumber,
        lot: row.title[language],
        outcome: text(`winner-payments:group.${group}`),
        participant: sale?.bidderNumber ?? null,
        price: sale?.priceTiyin ?? null,
        state: sale && text(`after-sale:state.${sale.state}`),
        paid: sale?.paidTiyin ?? null,
        due: sale && new Date(sale.dueAtMs),
        ...partCells(sale?.parts ?? null, text),
        payout: sale?.payout?.amountTiyin ?? null,
        payoutState: sale?.payout ? text(`winner-payments:payoutState.${sale.payout.state}`) : null,
      }));
      return { total, rows };
    },
  });

/** What all buyers owe, for staff; in lots the reader has a part in, buyers stay hidden. */
export const settlementsExport = (settlements: Pick<ConsoleSettlements, 'list'>): ExportSource =>
  exportSource({
    title: 'console-settlements:title',
    right: 'readSettlements',
    filters: { state: z.enum(['open', ...SETTLEMENT_STATES, 'all']).default('open'), lot },
    columns: [
      { key: 'number', head: 'exports:column.lotNumber', kind: 'number' },
      { key: 'lot', head: 'console-settlements:column.lot', kind: 'text' },
      { key: 'buyer', head: 'console-settlements:column.buyer', kind: 'text' },
      { key: 'sale', head: 'exports:column.sale', kind: 'text' },
      { key: 'sold', head: 'exports:column.sold', kind: 'time' },
      { key: 'price', head: 'console-settlements:column.price', kind: 'money' },
      { key: 'deposit', head: 'exports:column.deposit', kind: 'money' },
      { key: 'paid', head: 'exports:column.paid', kind: 'money' },
      { key: 'state', head: 'console-settlements:column.state', kind: 'text' },
      { key: 'due', head: 'console-settlements:column.due', kind: 'time' },
      ...PART_COLUMNS,
      { key: 'decided', head: 'exports:column.decided', kind: 'time' },
    ],
    async page({ personId, filters, language, text, ...cut }) {
      const { items, total } = await settlements.list(
        { personId, extends: false, cancels: false },
        { state: filters.state, ...(filters.lot && { lotId: filters.lot }), ...pageOf(cut) },
      );
      const rows = items.map((row) => ({
        id: row.id,
        number: row.lotId,
        lot: row.title[language],
        buyer: row.buyer ? row.buyer.name : text('console-settlements:hidden'),
        sale: text(`console-settlements:sale.${row.sale}`),
        sold: new Date(row.soldAtMs),
        price: row.priceTiyin,
        deposit: row.depositTiyin,
        paid: row.paidTiyin,
        state: text(`after-sale:state.${row.state}`),
        due: new Date(row.dueAtMs),
        ...partCells(row.parts, text),
        decided: row.decidedAtMs === null ? null : new Date(row.decidedAtMs),
      }));
      return { total, rows };
    },
  });
