import { PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consoleHandOvers, type StaffHandOver } from '#shared/api/hand-overs.ts';
import { HAND_OVER_COLOURS, HAND_OVER_STATES } from '#shared/lifecycles/hand-over.ts';
import { HandOverNote } from '#client/entities/sale/hand-over-note.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { HandOverDialog, type HandOverMove } from './hand-over-dialog.tsx';
import css from './console-hand-overs.module.css';

const PAGE_SIZE = 20;
/** Buyers and colleagues act meanwhile. */
const ASK_MS = 15_000;
const STATES = ['late', ...HAND_OVER_STATES, 'all'] as const;

/** /console/hand-overs: what buyers have still to receive, the nearest deadline first; late and disputed ones wait for staff. */
export function HandOversTable() {
  const { t } = useTranslation('console-hand-overs');
  const [acting, setActing] = useState<{ handOver: StaffHandOver; move: HandOverMove } | null>(null);
  const list = useListPage({
    name: 'console-hand-overs',
    filters: ['state', 'lot'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state, lot }, signal }) =>
      call(consoleHandOvers, {
        query: {
          ...{ page, size, state: oneOf(STATES, state) ?? 'open' },
          ...(/^[1-9]\d{0,14}$/.test(lot) ? { lotId: Number(lot) } : {}),
        },
        signal,
      }),
  });
  const columns = useColumns((handOver, move) => setActing({ handOver, move }));
  const counts = list.data?.counts;
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>
        {counts ? <strong>{t('counts', counts)}. </strong> : null}
        {t('lead')}
      </ListLead>
      <TableTools>
        <SelectField
          label={t('column.state')}
          value={list.filters.state}
          onChange={(value) => list.choose({ state: value })}
          options={[
            { value: '', label: t('openOption') },
            { value: 'late', label: t('late') },
            ...HAND_OVER_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            { value: 'all', label: t('all') },
          ]}
        />
      </TableTools>
      <ListTable
        list={list}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('empty'), text: t('emptyText'), icon: PackageCheck }}
      />
      {acting ? <HandOverDialog {...acting} onClose={() => setActing(null)} onChange={list.again} /> : null}
    </>
  );
}

function useColumns(onAct: (handOver: StaffHandOver, move: HandOverMove) => void): Column<StaffHandOver>[] {
  const { t } = useTranslation('console-hand-overs');
  const localized = useLocalized();
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lotId, title, priceTiyin }) => (
        <Stacked>
          <Link to={paths.lotResult(lotId)}>{localized(title)}</Link>
          <small>
            № {lotId} · <MoneyText tiyin={priceTiyin} size="small" />
          </small>
        </Stacked>
      ),
    },
    {
      key: 'sides',
      head: t('column.sides'),
      cell: ({ seller, buyer }) => (
        <Stacked>
          {seller?.name ?? t('operator')}
          <small>→ {t('buyer', { name: buyer.name, number: buyer.number })}</small>
        </Stacked>
      ),
    },
    { key: 'state', head: t('column.state'), cell: (handOver) => <State handOver={handOver} /> },
    { key: 'about', head: t('column.about'), cell: (handOver) => <HandOverNote handOver={handOver} /> },
    {
      key: 'actions',
      head: t('column.actions'),
      cell: (handOver) =>
        handOver.may.length === 0 ? (
          '—'
        ) : (
          <span className={css.verbs}>
            {handOver.may.map((move) => (
              <button
                key={move}
                type="button"
                data-verb={move}
                aria-label={`${t(`act.${move}`)}: № ${handOver.lotId}`}
                onClick={() => onAct(handOver, move)}
              >
                {t(`act.${move}`)}
              </button>
            ))}
          </span>
        ),
    },
  ];
}

/** Where it is, until when the buyer confirms, and who confirmed it. */
function State({ handOver }: { handOver: StaffHandOver }) {
  const { t } = useTranslation('console-hand-overs');
  const { state, late, dueAtMs, confirmedAtMs, confirmedBy } = handOver;
  return (
    <Stacked>
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
