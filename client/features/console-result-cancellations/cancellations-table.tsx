import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import {
  consoleResultCancellations,
  type CancellationMove,
  type StaffResultCancellation,
} from '#shared/api/result-cancellations.ts';
import {
  RESULT_CANCELLATION_COLOURS,
  RESULT_CANCELLATION_STATES,
} from '#shared/lifecycles/result-cancellation.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { BeginDialog } from './begin-dialog.tsx';
import { DocumentsDialog } from './documents-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { Sums } from './sums.tsx';
import css from './console-result-cancellations.module.css';

const PAGE_SIZE = 20;
/** Colleagues decide meanwhile. */
const ASK_MS = 15_000;
const STATES = [...RESULT_CANCELLATION_STATES, 'all'] as const;

/** /console/result-cancellations: results of sold lots that two members of staff cancel, those that wait first. */
export function CancellationsTable() {
  const { t } = useTranslation('console-result-cancellations');
  const [search, setSearch] = useSearchParams();
  const begun = search.get('begin');
  const [acting, setActing] = useState<{ of: StaffResultCancellation; move: CancellationMove } | null>(null);
  const list = useListPage({
    name: 'console-result-cancellations',
    filters: ['state', 'lot'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state, lot }, signal }) =>
      call(consoleResultCancellations, {
        query: {
          ...{ page, size, state: oneOf(STATES, state) ?? 'open' },
          ...(/^[1-9]\d{0,14}$/.test(lot) ? { lotId: Number(lot) } : {}),
        },
        signal,
      }),
  });
  const begin = (lot: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (lot === null) next.delete('begin');
        else next.set('begin', lot);
        return next;
      },
      { replace: true },
    );
  const columns = useColumns((of, move) => setActing({ of, move }));
  const close = () => setActing(null);
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>
        {list.data ? <strong>{t('open', { count: list.data.open })}. </strong> : null}
        {t('lead')}
      </ListLead>
      <TableTools>
        <SelectField
          label={t('column.state')}
          value={list.filters.state}
          onChange={(value) => list.choose({ state: value })}
          options={[
            { value: '', label: t('openOption') },
            ...RESULT_CANCELLATION_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            { value: 'all', label: t('all') },
          ]}
        />
        {list.data?.mayBegin ? (
          <Button size="md" variant="default" onClick={() => begin('')}>
            {t('begin')}
          </Button>
        ) : null}
      </TableTools>
      <ListTable
        list={list}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('empty'), text: t('emptyText'), icon: Ban }}
      />
      {begun === null || !list.data?.mayBegin ? null : (
        <BeginDialog
          lot={begun}
          onClose={() => begin(null)}
          onBegun={(of) => {
            list.again();
            setActing({ of, move: 'documents' });
          }}
        />
      )}
      {acting === null ? null : acting.move === 'documents' ? (
        <DocumentsDialog
          cancellation={acting.of}
          onClose={() => {
            list.again();
            close();
          }}
        />
      ) : (
        <MoveDialog cancellation={acting.of} move={acting.move} onClose={close} onChange={list.again} />
      )}
    </>
  );
}

function useColumns(
  onAct: (of: StaffResultCancellation, move: CancellationMove) => void,
): Column<StaffResultCancellation>[] {
  const { t } = useTranslation('console-result-cancellations');
  const localized = useLocalized();
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lotId, title }) => (
        <Stacked>
          <Link to={paths.lotResult(lotId)}>{localized(title)}</Link>
          <small>№ {lotId}</small>
        </Stacked>
      ),
    },
    { key: 'reason', head: t('column.reason'), cell: (row) => <Reason row={row} /> },
    { key: 'sums', head: t('column.sums'), end: true, cell: (row) => <Sums row={row} /> },
    { key: 'state', head: t('column.state'), cell: (row) => <State row={row} /> },
    {
      key: 'actions',
      head: t('column.actions'),
      cell: (row) =>
        row.may.length === 0 ? (
          '—'
        ) : (
          <span className={css.verbs}>
            {row.may.map((move) => (
              <button
                key={move}
                type="button"
                data-verb={move}
                aria-label={`${t(`act.${move}`)}: № ${row.lotId}`}
                onClick={() => onAct(row, move)}
              >
                {t(`act.${move}`)}
              </button>
            ))}
          </span>
        ),
    },
  ];
}

/** Why, and the documents it is based on. */
function Reason({ row }: { row: StaffResultCancellation }) {
  const { t } = useTranslation('console-result-cancellations');
  return (
    <div className={css.reason}>
      <q>{row.reason}</q>
      {row.documents.length === 0 ? (
        <span className={css.waiting}>{t('noDocuments')}</span>
      ) : (
        <ul className={css.documents}>
          {row.documents.map(({ id, name, url }) => (
            <li key={id}>
              <a href={url} download={name}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Where it is, who brought it there, and what it waits for. */
function State({ row }: { row: StaffResultCancellation }) {
  const { t } = useTranslation('console-result-cancellations');
  const { state, proposedBy, proposedAtMs, createdAtMs, decidedBy, decidedAtMs, note, blockedBy } = row;
  return (
    <Stacked>
      <Badge colour={RESULT_CANCELLATION_COLOURS[state]}>{t(`state.${state}`)}</Badge>
      <small>
        {t('proposedBy', { name: proposedBy.name, time: formatDateTimeShort(proposedAtMs ?? createdAtMs) })}
      </small>
      {decidedBy && decidedAtMs !== null ? (
        <small>{t('proposedBy', { name: decidedBy.name, time: formatDateTimeShort(decidedAtMs) })}</small>
      ) : null}
      {note === null ? null : <q>{note}</q>}
      {blockedBy === null ? null : <span className={css.waiting}>{t(`blocked.${blockedBy}`)}</span>}
    </Stacked>
  );
}
