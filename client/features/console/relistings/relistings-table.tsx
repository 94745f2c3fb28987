import { Repeat } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consoleRelistings, type StaffRepeat } from '#shared/api/console/relistings.ts';
import { isOpenRepeat, REPEAT_COLOURS, REPEAT_STATES } from '#shared/lifecycles/repeat.ts';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { LotCell } from '#client/entities/lot/lot-cell.tsx';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatPercent } from '#client/lib/format/money.ts';
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
import { PostponeDialog } from './postpone-dialog.tsx';

/** Relistings are published, and customers stop them, meanwhile. */
const ASK_MS = 15_000;
const STATES = [...REPEAT_STATES, 'all'] as const;
const MOVES = ['postpone', 'stop'] as const;
type RepeatMove = (typeof MOVES)[number];

/** /console/repeats: lots that were not sold and are put on trade again, the next one first. */
export function RepeatsTable() {
  const { t } = useTranslation('console-repeats');
  const [acting, setActing] = useState<{ repeat: StaffRepeat; move: RepeatMove } | null>(null);
  const list = useLotList({
    name: 'console-repeats',
    states: STATES,
    unchosen: 'open',
    refreshMs: ASK_MS,
    read: (query, signal) => call(consoleRelistings, { query, signal }),
  });
  const columns = useColumns((repeat, move) => setActing({ repeat, move }));
  return (
    <ListScreen
      list={list}
      title={t('title')}
      count={list.data && t('open', { count: list.data.open })}
      lead={t('lead')}
      tools={
        <ChoiceFilter
          list={list}
          name="state"
          label={t('column.state')}
          none={t('filter.open')}
          options={[
            ...REPEAT_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            { value: 'all', label: t('filter.all') },
          ]}
        />
      }
      exports={<ExportLinks staff list="console-repeats" filters={list.filters} />}
      columns={columns}
      rowKey={({ lotId }) => lotId}
      empty={{ title: t('empty'), text: t('emptyText'), icon: Repeat }}
    >
      {acting?.move === 'postpone' ? (
        <PostponeDialog repeat={acting.repeat} onClose={() => setActing(null)} onChange={list.again} />
      ) : null}
      {acting?.move === 'stop' ? (
        <ProposeDialog
          kind="stop-repeat"
          proposed={{ kind: 'stop-repeat', payload: { lotId: acting.repeat.lotId } }}
          onClose={() => setActing(null)}
          onProposed={list.again}
        >
          <LotCell lotId={acting.repeat.lotId} title={acting.repeat.title} />
        </ProposeDialog>
      ) : null}
    </ListScreen>
  );
}

function useColumns(onAct: (repeat: StaffRepeat, move: RepeatMove) => void): Column<StaffRepeat>[] {
  const { t } = useTranslation('console-repeats');
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lotId, title, round, orderId }) => (
        <LotCell
          lotId={lotId}
          title={title}
          note={
            <>
              {t('round', { round })} ·{' '}
              <Link to={paths.consoleOrder(orderId)}>{t('order', { number: orderId })}</Link>
            </>
          }
        />
      ),
    },
    {
      key: 'customer',
      head: t('column.customer'),
      cell: ({ customer }) => (customer ? <PersonLink person={customer} /> : '—'),
    },
    {
      key: 'publishAt',
      head: t('column.publishAt'),
      cell: ({ publishAtMs, ground }) => (
        <Stacked start>
          {publishAtMs === null ? '—' : formatDateTimeShort(publishAtMs)}
          <small>{t(`ground.${ground}`)}</small>
        </Stacked>
      ),
    },
    {
      key: 'price',
      head: t('column.price'),
      end: true,
      cell: ({ startPriceTiyin, cutBp }) => (
        <Stacked>
          <MoneyText tiyin={startPriceTiyin} />
          {cutBp > 0 ? <small>{t('cut', { percent: formatPercent(cutBp / 100) })}</small> : null}
        </Stacked>
      ),
    },
    { key: 'state', head: t('column.state'), cell: (repeat) => <State repeat={repeat} /> },
    rowActions({
      head: t('column.act'),
      number: ({ lotId }) => lotId,
      verbs: ({ state }) => (isOpenRepeat(state) ? MOVES : []),
      name: (move) => t(`act.${move}`),
      onAct,
      bad: ['stop'],
    }),
  ];
}

function State({ repeat: { state, obstacle, reason, stoppedBy, repeatLotId } }: { repeat: StaffRepeat }) {
  const { t } = useTranslation(['console-repeats', 'order-actions']);
  return (
    <Stacked start>
      <Badge colour={REPEAT_COLOURS[state]}>{t(`state.${state}`)}</Badge>
      {obstacle ? <small>{t(`order-actions:obstacle.${obstacle}`)}</small> : null}
      {stoppedBy ? <small>{t(`stoppedBy.${stoppedBy}`)}</small> : null}
      {reason ? <small>{reason}</small> : null}
      {repeatLotId === null ? null : (
        <small>
          <Link to={paths.lotView(repeatLotId)}>{t('repeatedAs', { number: repeatLotId })}</Link>
        </small>
      )}
    </Stacked>
  );
}
