import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { bankStatements, type BankStatementView } from '#shared/api/console/bank-statements.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Stacked, Waiting } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import layout from '#client/ui/layout.module.css';
import { Differences } from './differences.tsx';
import { shownDay } from './shown-day.ts';
import css from './console-statements.module.css';

const PAGE_SIZE = 20;

/** Files that were taken over, with their balances and what they were at odds with. */
export function StatementsTable() {
  const { t } = useTranslation('console-statements');
  const list = useListPage({
    name: 'console-bank-statements',
    size: PAGE_SIZE,
    read: ({ page, size, signal }) => call(bankStatements, { query: { page, size }, signal }),
  });
  const [confirming, setConfirming] = useState<BankStatementView | null>(null);
  return (
    <div className={css.view}>
      <StaffListTable
        exports={<ExportLinks staff list="console-bank-statements" filters={list.filters} />}
        list={list}
        label={t('view.statements')}
        columns={useColumns(setConfirming)}
        rowKey={({ id }) => id}
        empty={{ title: t('empty.statements'), text: t('empty.statementsText'), icon: FileText }}
      />
      {confirming ? (
        <ProposeDialog
          kind="confirm-statement"
          proposed={{ kind: 'confirm-statement', payload: { statementId: confirming.id } }}
          onClose={() => setConfirming(null)}
          onProposed={list.again}
        >
          <p>
            <strong>{confirming.fileName}</strong>
          </p>
        </ProposeDialog>
      ) : null}
    </div>
  );
}

function useColumns(onConfirm: (statement: BankStatementView) => void): Column<BankStatementView>[] {
  const { t } = useTranslation('console-statements');
  const mayAct = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.decideStatements,
  );
  return [
    {
      key: 'file',
      head: t('column.file'),
      main: true,
      cell: ({ id, fileName, number, fromDay, toDay, importedBy, importedAtMs }) => (
        <Stacked>
          <Link to={`/console/bank-statements?state=all&statement=${id}`}>{fileName}</Link>
          {number === null ? null : <small>{t('statement.number', { number })}</small>}
          {fromDay && toDay ? (
            <small>{t('statement.days', { from: shownDay(fromDay), to: shownDay(toDay) })}</small>
          ) : null}
          <small>{t('statement.by', { name: importedBy, time: formatDateTimeShort(importedAtMs) })}</small>
        </Stacked>
      ),
    },
    {
      key: 'balance',
      head: t('column.balance'),
      cell: ({ openingTiyin, closingTiyin, unbroken, doubted }) => (
        <Stacked>
          <span>
            {openingTiyin === null ? '—' : t('statement.opening', { sum: formatMoney(openingTiyin) })}
          </span>
          {closingTiyin === null ? null : (
            <span>{t('statement.closing', { sum: formatMoney(closingTiyin) })}</span>
          )}
          {doubted ? <Waiting>{t('statement.doubted')}</Waiting> : null}
          {unbroken ? <small>{t('statement.unbroken')}</small> : <Waiting>{t('statement.broken')}</Waiting>}
        </Stacked>
      ),
    },
    {
      key: 'turnover',
      head: t('column.turnover'),
      cell: ({ creditTiyin, debitTiyin }) => (
        <Stacked>
          {t('statement.came', { sum: formatMoney(creditTiyin) })}
          <span>{t('statement.left', { sum: formatMoney(debitTiyin) })}</span>
        </Stacked>
      ),
    },
    {
      key: 'lines',
      head: t('column.lines'),
      cell: ({ added, known, waiting }) => (
        <Stacked>
          {t('statement.counts', { added, known })}
          {waiting === 0 ? null : <small>{t('statement.waiting', { count: waiting })}</small>}
        </Stacked>
      ),
    },
    {
      key: 'differences',
      head: t('column.differences'),
      cell: ({ differences, refused, reason }) =>
        differences.length === 0 ? (
          t('statement.none')
        ) : (
          <div className={layout.stack1}>
            <Differences differences={differences} />
            {refused.map(({ row, reason: why }) => (
              <small key={row}>
                {t('row', { row })}: {t(`refusal.${why}`)}
              </small>
            ))}
            {reason === null ? null : <small>{t('statement.reason', { reason })}</small>}
          </div>
        ),
    },
    rowActions({
      head: t('column.actions'),
      number: ({ id }) => id,
      verbs: ({ unbroken, doubted, openingTiyin, closingTiyin }) =>
        mayAct && (doubted || (!unbroken && openingTiyin !== null && closingTiyin !== null))
          ? (['confirm'] as const)
          : [],
      name: (verb) => t(`statement.${verb}`),
      onAct: onConfirm,
    }),
  ];
}
