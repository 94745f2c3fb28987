import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import {
  consoleResultCancellations,
  type CancellationMove,
  type StaffResultCancellation,
} from '#shared/api/console/result-cancellations.ts';
import {
  RESULT_CANCELLATION_COLOURS,
  RESULT_CANCELLATION_STATES,
} from '#shared/lifecycles/result-cancellation.ts';
import { LotCell } from '#client/entities/lot/lot-cell.tsx';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateShort, formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Stacked, Waiting } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { useLotList } from '#client/ui/data-table/lot-list.ts';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { BeginDialog } from './begin-dialog.tsx';
import { ClaimDialog } from './claim-dialog.tsx';
import { DocumentsDialog } from './documents-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { Sums } from './sums.tsx';
import css from './console-result-cancellations.module.css';

/** Colleagues decide meanwhile. */
const ASK_MS = 15_000;
const STATES = [...RESULT_CANCELLATION_STATES, 'all'] as const;

/** /console/result-cancellations: results of sold lots that two members of staff cancel, those that wait first. */
export function CancellationsTable() {
  const { t } = useTranslation('console-result-cancellations');
  const [search, setSearch] = useSearchParams();
  const begun = search.get('begin');
  const [acting, setActing] = useState<{
    of: StaffResultCancellation;
    move: CancellationMove | 'claim';
  } | null>(null);
  const list = useLotList({
    name: 'console-result-cancellations',
    states: STATES,
    unchosen: 'open',
    refreshMs: ASK_MS,
    read: (query, signal) => call(consoleResultCancellations, { query, signal }),
  });
  const begin = (lot: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('parts');
        next.delete('sale');
        if (lot === null) next.delete('begin');
        else next.set('begin', lot);
        return next;
      },
      { replace: true },
    );
  const columns = useColumns((of, move) => setActing({ of, move }), list.data?.mayBegin ?? false);
  const close = () => setActing(null);
  return (
    <ListScreen
      list={list}
      title={t('title')}
      aside={
        list.data?.mayBegin ? (
          <Button size="md" variant="default" onClick={() => begin('')}>
            {t('begin')}
          </Button>
        ) : null
      }
      count={list.data && t('open', { count: list.data.open })}
      lead={t('lead')}
      tools={
        <>
          <ChoiceFilter
            list={list}
            name="state"
            label={t('column.state')}
            none={t('openOption')}
            options={[
              ...RESULT_CANCELLATION_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
              { value: 'all', label: t('all') },
            ]}
          />
        </>
      }
      exports={<ExportLinks staff list="console-result-cancellations" filters={list.filters} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: Ban }}
    >
      {begun === null || !list.data?.mayBegin ? null : (
        <BeginDialog
          lot={begun}
          saleId={Number(search.get('sale')) || null}
          lateParts={search.get('parts') === 'late'}
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
      ) : acting.move === 'claim' ? (
        <ClaimDialog claim={acting.of.claim!} onClose={close} onProposed={list.again} />
      ) : (
        <MoveDialog cancellation={acting.of} move={acting.move} onClose={close} onChange={list.again} />
      )}
    </ListScreen>
  );
}

function useColumns(
  onAct: (of: StaffResultCancellation, move: CancellationMove | 'claim') => void,
  ends: boolean,
): Column<StaffResultCancellation>[] {
  const { t } = useTranslation('console-result-cancellations');
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lotId, title, kind, saleNumber }) => (
        <LotCell
          lotId={lotId}
          title={title}
          note={
            saleNumber === null
              ? t(`kind.${kind}`)
              : `${t('sale', { number: saleNumber })}, ${t(kind === 'cancel' ? 'kind.cancelSale' : `kind.${kind}`)}`
          }
        />
      ),
    },
    { key: 'reason', head: t('column.reason'), cell: (row) => <Reason row={row} /> },
    { key: 'sums', head: t('column.sums'), end: true, cell: (row) => <Sums row={row} /> },
    { key: 'state', head: t('column.state'), cell: (row) => <State row={row} /> },
    rowActions({
      head: t('column.actions'),
      number: ({ lotId }) => lotId,
      verbs: ({ may, claim }): readonly (CancellationMove | 'claim')[] =>
        ends && claim?.ended === null ? [...may, 'claim'] : may,
      name: (verb) => t(`act.${verb}`),
      onAct,
      bad: ['approve'],
    }),
  ];
}

/** Why, and the documents it is based on. */
function Reason({ row }: { row: StaffResultCancellation }) {
  const { t } = useTranslation('console-result-cancellations');
  return (
    <div className={css.reason}>
      <q>{row.reason}</q>
      {row.documents.length === 0 ? (
        <Waiting>{t('noDocuments')}</Waiting>
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
    <Stacked start>
      <Badge colour={RESULT_CANCELLATION_COLOURS[state]}>{t(`state.${state}`)}</Badge>
      <small>
        {t('proposedBy', { name: proposedBy.name, time: formatDateTimeShort(proposedAtMs ?? createdAtMs) })}
      </small>
      {decidedBy && decidedAtMs !== null ? (
        <small>{t('proposedBy', { name: decidedBy.name, time: formatDateTimeShort(decidedAtMs) })}</small>
      ) : null}
      {note === null ? null : <q>{note}</q>}
      <Claim claim={row.claim} />
      {blockedBy === null ? null : <Waiting>{t(`blocked.${blockedBy}`)}</Waiting>}
    </Stacked>
  );
}

/** What the buyer is owed since the cancellation, and how it ended. */
function Claim({ claim }: { claim: StaffResultCancellation['claim'] }) {
  const { t } = useTranslation(['console-result-cancellations', 'staff']);
  if (claim === null) return null;
  const { id, amountTiyin, sinceMs, ended, endedAtMs, court } = claim;
  return (
    <>
      {ended === null ? (
        <Waiting>{t('claim.open', { sum: formatMoney(amountTiyin), day: formatDateShort(sinceMs) })}</Waiting>
      ) : (
        <small>{t(`claim.${ended}`, { day: formatDateShort(endedAtMs ?? sinceMs) })}</small>
      )}
      {court === null ? null : <small>{t('claim.court', { court })}</small>}
      <small>
        <RecordLink kind="claim" number={id}>
          {t('staff:record.claim', { what: id })}
        </RecordLink>
      </small>
    </>
  );
}
