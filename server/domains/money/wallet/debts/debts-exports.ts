import { z } from 'zod';
import { listExport, timeCell, type ExportSource, type ListColumn } from '#server/platform/modules/index.ts';
import { DEBT_KINDS, DEBT_STATES, type OwnDebt, type StaffDebt } from '#shared/api/console/debts.ts';
import type { Debts } from './debts.service.ts';
import { uuid } from '#shared/api/fields.ts';

type Facts = Omit<OwnDebt, 'ofOtherAccount'>;

const about: ListColumn<Facts>['value'] = ({ about: { kind, id } }, { text }) =>
  id !== null && (kind === 'lot' || kind === 'order') ? text(`debts:${kind}`, { id }) : null;

const OWN: readonly ListColumn<OwnDebt>[] = [
  { head: 'debts:column.about', kind: 'text', value: ({ kind }, { text }) => text(`debts:kind.${kind}`) },
  { head: 'exports:column.subject', kind: 'text', value: about },
  {
    head: 'exports:column.note',
    kind: 'text',
    value: ({ ofOtherAccount }, { text }) => (ofOtherAccount ? text('debts:ofOther') : null),
  },
  { head: 'debts:column.since', kind: 'time', value: (row) => timeCell(row.owedSinceMs) },
  { head: 'debts:column.amount', kind: 'money', value: (row) => row.amountTiyin },
  {
    head: 'debts:column.state',
    kind: 'text',
    value: (row, { text }) => text(`debts:state.${row.paidAtMs === null ? 'unpaid' : 'paid'}`),
  },
  { head: 'exports:column.paidAt', kind: 'time', value: (row) => timeCell(row.paidAtMs) },
];

const NO_FILTERS = {};

/** What the person owes under all accounts. */
export const ownDebtsExport = (debts: Pick<Debts, 'ofPerson'>): ExportSource =>
  listExport<typeof NO_FILTERS, OwnDebt>({
    title: 'debts:title',
    filters: NO_FILTERS,
    list: (page, { personId }) => debts.ofPerson(personId, page),
    id: ({ id }) => id,
    columns: OWN,
  });

const OF_ALL: readonly ListColumn<StaffDebt>[] = [
  { head: 'console-debts:column.person', kind: 'text', value: ({ person }) => person.name },
  {
    head: 'console-debts:column.about',
    kind: 'text',
    value: ({ kind }, { text }) => text(`console-debts:kind.${kind}`),
  },
  { head: 'exports:column.subject', kind: 'text', value: about },
  { head: 'console-debts:column.since', kind: 'time', value: (row) => timeCell(row.owedSinceMs) },
  { head: 'console-debts:column.amount', kind: 'money', value: (row) => row.amountTiyin },
  { head: 'console-debts:column.paid', kind: 'money', value: (row) => row.paidTiyin },
  { head: 'exports:column.paidAt', kind: 'time', value: (row) => timeCell(row.paidAtMs) },
  { head: 'console-debts:column.left', kind: 'money', value: (row) => row.leftTiyin },
  {
    head: 'console-debts:column.state',
    kind: 'text',
    value: (row, { text }) => text(`console-debts:state.${row.paidAtMs === null ? 'unpaid' : 'paid'}`),
  },
];

const FILTERS = {
  state: z.enum([...DEBT_STATES, 'all']).default('unpaid'),
  kind: z.enum(DEBT_KINDS).optional(),
  person: uuid.optional(),
};

/** What all people owe, for staff. */
export const debtsExport = (debts: Pick<Debts, 'list'>): ExportSource =>
  listExport<typeof FILTERS, StaffDebt>({
    title: 'console-debts:title',
    right: 'readDebts',
    filters: FILTERS,
    list: ({ person, ...query }) => debts.list({ ...query, personId: person }),
    id: ({ id }) => id,
    columns: OF_ALL,
  });
