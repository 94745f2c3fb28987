import { PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consoleHandOvers, type StaffHandOver } from '#shared/api/cabinet/hand-overs.ts';
import { HAND_OVER_COLOURS, HAND_OVER_STATES } from '#shared/lifecycles/hand-over.ts';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { HandOverNote } from '#client/entities/sale/hand-over-note.tsx';
import { LotCell } from '#client/entities/lot/lot-cell.tsx';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { useLotList } from '#client/ui/data-table/lot-list.ts';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { HandOverDialog, type HandOverMove } from './hand-over-dialog.tsx';

/** Buyers and colleagues act meanwhile. */
const ASK_MS = 15_000;
const STATES = ['late', ...HAND_OVER_STATES, 'all'] as const;

/** /console/hand-overs: what buyers have still to receive, the nearest deadline first; late and disputed ones wait for staff. */
export function HandOversTable() {
  const { t } = useTranslation('console-hand-overs');
  const [acting, setActing] = useState<{ handOver: StaffHandOver; move: HandOverMove } | null>(null);
  const list = useLotList({
    name: 'console-hand-overs',
    states: STATES,
    unchosen: 'open',
    refreshMs: ASK_MS,
    read: (query, signal) => call(consoleHandOvers, { query, signal }),
  });
  const columns = useColumns((handOver, move) => setActing({ handOver, move }));
  const counts = list.data?.counts;
  return (
    <ListScreen
      list={list}
      title={t('title')}
      count={counts && t('counts', counts)}
      lead={t('lead')}
      tools={
        <ChoiceFilter
          list={list}
          name="state"
          label={t('column.state')}
          none={t('openOption')}
          options={[
            { value: 'late', label: t('late') },
            ...HAND_OVER_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            { value: 'all', label: t('all') },
          ]}
        />
      }
      exports={<ExportLinks staff list="console-hand-overs" filters={list.filters} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: PackageCheck }}
    >
      {acting ? <HandOverDialog {...acting} onClose={() => setActing(null)} onChange={list.again} /> : null}
    </ListScreen>
  );
}

function useColumns(onAct: (handOver: StaffHandOver, move: HandOverMove) => void): Column<StaffHandOver>[] {
  const { t } = useTranslation(['console-hand-overs', 'staff']);
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ id, lotId, title, priceTiyin }) => (
        <LotCell lotId={lotId} title={title} note={<MoneyText tiyin={priceTiyin} size="small" />}>
          <small>
            <RecordLink kind="hand-over" number={id}>
              {t('staff:related')}
            </RecordLink>
          </small>
        </LotCell>
      ),
    },
    {
      key: 'sides',
      head: t('column.sides'),
      cell: ({ seller, buyer, sale }) =>
        buyer ? (
          <Stacked>
            {seller ? <PersonLink person={seller} /> : t('operator')}
            <small>
              → <PersonLink person={buyer} />
              {`, ${t(sale === 'purchase' ? 'purchaseNumber' : 'participantNumber', { number: buyer.number })}`}
            </small>
          </Stacked>
        ) : (
          t('hidden')
        ),
    },
    { key: 'state', head: t('column.state'), cell: (handOver) => <State handOver={handOver} /> },
    { key: 'about', head: t('column.about'), cell: (handOver) => <HandOverNote handOver={handOver} /> },
    rowActions({
      head: t('column.actions'),
      number: ({ lotId }) => lotId,
      verbs: ({ may }) => may,
      name: (verb) => t(`act.${verb}`),
      onAct,
      links: ({ lotId, settlementId, cancellable }) =>
        cancellable ? (
          <Link to={paths.cancelResult(lotId, settlementId)} aria-label={`${t('cancelSale')}: № ${lotId}`}>
            {t('cancelSale')}
          </Link>
        ) : null,
    }),
  ];
}

/** Where it is, until when the buyer confirms, and who confirmed it. */
function State({ handOver }: { handOver: StaffHandOver }) {
  const { t } = useTranslation('console-hand-overs');
  const { state, late, dueAtMs, confirmedAtMs, confirmedBy } = handOver;
  return (
    <Stacked start>
      <Badge colour={late ? 'danger' : HAND_OVER_COLOURS[state]}>
        {late ? t('late') : t(`state.${state}`)}
      </Badge>
      {state === 'awaiting' ? <small>{t('until', { time: formatDateTimeShort(dueAtMs) })}</small> : null}
      {confirmedAtMs === null ? null : (
        <small>
          {formatDateTimeShort(confirmedAtMs)}
          {confirmedBy ? `, ${confirmedBy}` : ''}
        </small>
      )}
    </Stacked>
  );
}
