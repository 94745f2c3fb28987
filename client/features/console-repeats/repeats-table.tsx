import { Repeat } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consoleRepeats, type StaffRepeat } from '#shared/api/repeats.ts';
import { isOpenRepeat, REPEAT_COLOURS, REPEAT_STATES } from '#shared/lifecycles/repeat.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatPercent } from '#client/lib/format/money.ts';
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
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { RepeatDialog, type RepeatMove } from './repeat-dialog.tsx';

const PAGE_SIZE = 20;
/** Repeats are published, and customers stop them, meanwhile. */
const ASK_MS = 15_000;
const STATES = [...REPEAT_STATES, 'all'] as const;
const MOVES = ['postpone', 'stop'] as const satisfies readonly RepeatMove[];

/** /console/repeats: lots that were not sold and are put on trade again, the next one first. */
export function RepeatsTable() {
  const { t } = useTranslation('console-repeats');
  const [acting, setActing] = useState<{ repeat: StaffRepeat; move: RepeatMove } | null>(null);
  const list = useListPage({
    name: 'console-repeats',
    filters: ['state', 'lot'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state, lot }, signal }) =>
      call(consoleRepeats, {
        query: {
          ...{ page, size, state: oneOf(STATES, state) ?? 'open' },
          ...(/^[1-9]\d{0,14}$/.test(lot) ? { lotId: Number(lot) } : {}),
        },
        signal,
      }),
  });
  const columns = useColumns((repeat, move) => setActing({ repeat, move }));
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
            { value: '', label: t('filter.open') },
            ...REPEAT_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            { value: 'all', label: t('filter.all') },
          ]}
        />
      </TableTools>
      <ListTable
        list={list}
        label={t('title')}
        columns={columns}
        rowKey={({ lotId }) => lotId}
        empty={{ title: t('empty'), text: t('emptyText'), icon: Repeat }}
      />
      {acting ? <RepeatDialog {...acting} onClose={() => setActing(null)} onChange={list.again} /> : null}
    </>
  );
}

function useColumns(onAct: (repeat: StaffRepeat, move: RepeatMove) => void): Column<StaffRepeat>[] {
  const { t } = useTranslation('console-repeats');
  const localized = useLocalized();
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lotId, title, round, orderId }) => (
        <Stacked start>
          <Link to={paths.lotResult(lotId)}>{localized(title)}</Link>
          <small>
            № {lotId} · {t('round', { round })} ·{' '}
            <Link to={paths.consoleOrder(orderId)}>{t('order', { number: orderId })}</Link>
          </small>
        </Stacked>
      ),
    },
    { key: 'customer', head: t('column.customer'), cell: ({ customer }) => customer?.name ?? '—' },
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
    {
      key: 'act',
      head: t('column.act'),
      cell: (repeat) =>
        isOpenRepeat(repeat.state) ? (
          <Stacked start>
            {MOVES.map((move) => (
              <Button
                key={move}
                size="sm"
                variant="default"
                danger={move === 'stop'}
                onClick={() => onAct(repeat, move)}
              >
                {t(`act.${move}`)}
              </Button>
            ))}
          </Stacked>
        ) : (
          '—'
        ),
    },
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
