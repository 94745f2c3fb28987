import { z } from 'zod';
import {
  FEW_ROWS,
  listExport,
  lotFilter as idFilter,
  timeCell,
  type ExportRequest,
  type ExportSource,
} from '#server/platform/modules/index.ts';
import type { BankLineView } from '#shared/api/console/bank-lines.ts';
import { BANK_SIDES, type BankStatementView } from '#shared/api/console/bank-statements.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { BANK_LINE_STATES } from '#shared/lifecycles/bank-line.ts';
import type { BankLines } from './bank-lines.service.ts';

type Text = ExportRequest<unknown>['text'];

function decisionText({ decision }: BankLineView, text: Text): string | null {
  if (!decision) return null;
  const { kind, personName, settlementId, payoutId, refundId } = decision;
  const name = personName ?? '';
  if (kind === 'credit')
    return settlementId === null
      ? text('console-statements:decision.credit', { name })
      : text('console-statements:decision.creditSettlement', { name, settlement: `S-${settlementId}` });
  if (kind === 'match')
    return payoutId === null
      ? text('console-statements:decision.refund', { id: refundId ?? '' })
      : text('console-statements:decision.payout', { id: payoutId });
  return text(`console-statements:decision.${kind}`);
}

/** Lines of statements, for staff; numbers of payers are masked for who may not see them. */
export const bankLinesExport = (lines: Pick<BankLines, 'list'>): ExportSource =>
  listExport({
    title: 'exports:title.bankLines',
    right: 'readStatements',
    // Suggestions are looked for in each of them.
    rowsAtOnce: FEW_ROWS,
    filters: {
      state: z.enum(['waiting', ...BANK_LINE_STATES, 'all']).default('waiting'),
      side: z.enum(BANK_SIDES).optional(),
      statement: idFilter,
    },
    list: ({ statement, ...query }, { personId, roles }) =>
      lines.list(
        { personId, decides: false, seesRequisites: hasRight(roles, 'seeRequisites') },
        { ...query, statementId: statement },
      ),
    id: ({ id }) => id,
    columns: [
      { head: 'exports:column.number', kind: 'number', value: ({ id }) => id },
      { head: 'console-statements:column.day', kind: 'day', value: ({ bookedOn }) => bookedOn },
      { head: 'exports:column.valueDay', kind: 'day', value: ({ valueOn }) => valueOn },
      { head: 'exports:column.document', kind: 'text', value: ({ document }) => document },
      { head: 'console-statements:column.purpose', kind: 'text', value: ({ purpose }) => purpose },
      {
        head: 'console-statements:filter.side',
        kind: 'text',
        value: ({ side }, { text }) => text(`console-statements:filter.${side}`),
      },
      { head: 'console-statements:column.amount', kind: 'money', value: (row) => row.amountTiyin },
      { head: 'console-statements:column.party', kind: 'text', value: ({ party }) => party.name },
      { head: 'exports:column.nationalId', kind: 'text', value: ({ party }) => party.stir },
      { head: 'exports:column.account', kind: 'text', value: ({ party }) => party.account },
      { head: 'exports:column.mfo', kind: 'text', value: ({ party }) => party.mfo },
      {
        head: 'console-statements:column.state',
        kind: 'text',
        value: ({ state }, { text }) => text(`console-statements:state.${state}`),
      },
      { head: 'exports:column.decision', kind: 'text', value: (row, { text }) => decisionText(row, text) },
      { head: 'exports:column.reason', kind: 'text', value: ({ decision }) => decision?.reason ?? null },
      { head: 'exports:column.decidedBy', kind: 'text', value: ({ steps }) => steps.at(-1)?.by ?? null },
      {
        head: 'exports:column.decided',
        kind: 'time',
        value: ({ steps }) => timeCell(steps.at(-1)?.atMs ?? null),
      },
    ],
  });

const differencesText = ({ differences }: BankStatementView, text: Text): string => {
  const sum = (tiyin: number | null) => (tiyin === null ? '—' : tiyin / 100);
  return differences
    .map(({ kind, account, statedTiyin, foundTiyin, rows, count }) =>
      text(`console-statements:difference.${kind}`, {
        account: account ?? '—',
        stated: sum(statedTiyin),
        found: sum(foundTiyin),
        count,
        rows: `${rows.join(', ')}${count > rows.length ? '…' : ''}`,
      }),
    )
    .join('; ');
};

/** Imported files of the bank, for staff. */
export const bankStatementsExport = (lines: Pick<BankLines, 'statements'>): ExportSource =>
  listExport({
    title: 'console-statements:title',
    right: 'readStatements',
    filters: {},
    list: (page) => lines.statements(page),
    id: ({ id }) => id,
    columns: [
      { head: 'console-statements:column.file', kind: 'text', value: ({ fileName }) => fileName },
      { head: 'exports:column.account', kind: 'text', value: ({ account }) => account },
      { head: 'exports:column.number', kind: 'text', value: ({ number }) => number },
      { head: 'exports:column.firstDay', kind: 'day', value: ({ fromDay }) => fromDay },
      { head: 'exports:column.lastDay', kind: 'day', value: ({ toDay }) => toDay },
      { head: 'exports:column.opening', kind: 'money', value: (row) => row.openingTiyin },
      { head: 'console-statements:column.came', kind: 'money', value: (row) => row.creditTiyin },
      { head: 'console-statements:column.left', kind: 'money', value: (row) => row.debitTiyin },
      { head: 'exports:column.closing', kind: 'money', value: (row) => row.closingTiyin },
      { head: 'console-statements:column.lines', kind: 'number', value: (row) => row.lines },
      { head: 'exports:column.newLines', kind: 'number', value: ({ added }) => added },
      { head: 'exports:column.waitingLines', kind: 'number', value: ({ waiting }) => waiting },
      {
        head: 'console-statements:column.differences',
        kind: 'text',
        value: (row, { text }) => differencesText(row, text),
      },
      { head: 'exports:column.reason', kind: 'text', value: ({ reason }) => reason },
      { head: 'exports:column.importedBy', kind: 'text', value: ({ importedBy }) => importedBy },
      { head: 'exports:column.imported', kind: 'time', value: (row) => timeCell(row.importedAtMs) },
    ],
  });

/** Lines of statements against the ledger, day by day, for staff. */
export const bankDaysExport = (lines: Pick<BankLines, 'days'>): ExportSource =>
  listExport({
    title: 'console-statements:view.days',
    right: 'readStatements',
    filters: {},
    list: (page) => lines.days(page),
    id: ({ day }) => day,
    columns: [
      { head: 'console-statements:column.day', kind: 'day', value: ({ day }) => day },
      { head: 'console-statements:column.came', kind: 'money', value: (row) => row.creditTiyin },
      { head: 'exports:bankDay.credited', kind: 'money', value: (row) => row.creditedTiyin },
      { head: 'exports:bankDay.returned', kind: 'money', value: (row) => row.returnedTiyin },
      { head: 'exports:bankDay.ignored', kind: 'money', value: (row) => row.ignoredTiyin },
      { head: 'console-statements:column.left', kind: 'money', value: (row) => row.debitTiyin },
      { head: 'exports:bankDay.settled', kind: 'money', value: (row) => row.settledTiyin },
      { head: 'exports:bankDay.ignoredOut', kind: 'money', value: (row) => row.ignoredDebitTiyin },
      {
        head: 'console-statements:column.verdict',
        kind: 'text',
        value: ({ agrees }, { text }) => text(`console-statements:day.${agrees ? 'agrees' : 'differs'}`),
      },
      { head: 'exports:bankDay.waiting', kind: 'money', value: (row) => row.waitingTiyin },
      { head: 'exports:bankDay.unproven', kind: 'money', value: (row) => row.unprovenTiyin },
    ],
  });
