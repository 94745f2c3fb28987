import { Gavel } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import { ROOM_PHASES } from '#shared/auction/refusals.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Loading } from '#client/ui/not-read.tsx';
import { Button } from '#client/ui/button.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { SearchFilter } from '#client/ui/data-table/search-filter.tsx';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { StaffTable } from '#client/ui/staff-list/staff-table.tsx';
import { useState } from 'react';
import { ActionLog } from './action-log.tsx';
import { Rehearsals } from './rehearsals.tsx';
import { RequestList } from './request-list.tsx';
import { RoomDialog } from './room-dialog.tsx';
import { BOARD_FILTERS, chosenRooms } from './chosen-rooms.ts';
import { HOURS_HEIGHT_PX, HoursChart } from './hours-chart.tsx';
import { useRoomColumns } from './room-columns.tsx';
import { BULK_ROOM_VERBS, RoomsDialog } from './rooms-dialog.tsx';
import { verbsOf, type RoomVerb } from './use-room-move.tsx';
import { useRooms } from './use-rooms.ts';
import { TechnicalBreakBar } from './technical-break.tsx';
import { WithdrawLotDialog } from './withdraw-lot-dialog.tsx';
import css from './console.module.css';

/** Every room that waits, runs, is paused or has just closed; figures are at most two seconds old. */
export function RoomsBoard() {
  const { t } = useTranslation('console');
  const localized = useLocalized();
  const mayAct = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.controlRooms,
  );
  const [acting, setActing] = useState<{ room: BoardRoom; verb: RoomVerb } | null>(null);
  const [withdrawing, setWithdrawing] = useState(false);
  const [history, setHistory] = useState<BoardRoom | null>(null);
  const { data, error, refetch } = useRooms();
  const columns = useRoomColumns({
    mayAct,
    onAct: (room, verb) => setActing({ room, verb }),
    onHistory: setHistory,
  });
  const table = useTableQuery(BOARD_FILTERS);
  const rooms =
    data && chosenRooms(data.rooms, table.filters, { nowMs: data.serverAtMs, titleOf: localized });
  const bulk = BULK_ROOM_VERBS.map((verb) => ({
    key: verb,
    name: t(`verb.${verb}`),
    fits: (room: BoardRoom) => verbsOf(room).includes(verb),
    renderDialog: (chosen: readonly BoardRoom[], onClose: (sent: boolean) => void) => (
      <RoomsDialog rooms={chosen} verb={verb} onClose={onClose} />
    ),
  }));
  const count = (phase: BoardRoom['phase']) => data?.rooms.filter((room) => room.phase === phase).length ?? 0;
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <dl className={css.summary}>
        {ROOM_PHASES.map((phase) => (
          <div key={phase} data-phase={phase}>
            <dt>{t(`phase.${phase}`)}</dt>
            <dd>{data ? count(phase) : error ? '—' : '…'}</dd>
          </div>
        ))}
      </dl>
      {data ? <HoursChart rooms={data.rooms} nowMs={data.serverAtMs} /> : null}
      {data || error ? null : <Loading height={HOURS_HEIGHT_PX} />}
      <TechnicalBreakBar mayAct={mayAct} running={count('running')} />
      <RequestList mayAct={mayAct} />
      <TableTools>
        <ChoiceFilter
          list={table}
          name="phase"
          label={t('column.phase')}
          options={ROOM_PHASES.map((value) => ({ value, label: t(`phase.${value}`) }))}
        />
        <ChoiceFilter
          list={table}
          name="look"
          label={t('look.label')}
          options={[{ value: 'needed', label: t('look.needed') }]}
        />
        <ChoiceFilter
          list={table}
          name="order"
          label={t('order.label')}
          none={t('order.look')}
          options={[{ value: 'end', label: t('order.end') }]}
        />
        {table.filters.hour === '' ? null : (
          <ChoiceFilter
            list={table}
            name="hour"
            label={t('hours.label')}
            options={[{ value: table.filters.hour, label: formatTime(Number(table.filters.hour)) }]}
          />
        )}
        <SearchFilter
          key={table.filters.find}
          label={t('find')}
          search={table.filters.find}
          onSearch={(find) => table.choose({ find })}
        />
      </TableTools>
      <StaffTable
        exports={<ExportLinks staff list="console-rooms" filters={{}} />}
        name="console-rooms"
        label={t('title')}
        columns={columns}
        rows={rooms}
        rowKey={(room) => room.lotId}
        bulk={mayAct ? bulk : []}
        filtered={table.filtered}
        onClearFilters={table.clear}
        mark={(room) => (room.phase === 'closed' ? 'faded' : undefined)}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('none'), text: t('noneText'), icon: Gavel }}
      />
      {mayAct ? (
        <p>
          <Button variant="default" onClick={() => setWithdrawing(true)}>
            {t('withdraw.unopened')}
          </Button>
        </p>
      ) : null}
      <Rehearsals />
      {withdrawing ? <WithdrawLotDialog onClose={() => setWithdrawing(false)} /> : null}
      {acting ? <RoomDialog room={acting.room} verb={acting.verb} onClose={() => setActing(null)} /> : null}
      {history ? <ActionLog room={history} onClose={() => setHistory(null)} /> : null}
    </>
  );
}
