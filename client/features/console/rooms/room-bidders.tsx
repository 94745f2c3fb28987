import { Eye, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  consoleRoomBidders,
  openRoomLimits,
  type ConsoleRoom,
  type RoomBidder,
} from '#shared/api/console/room-page.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { STAFF_REASON } from '#shared/limits/room-actions.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { ApplicationBadge } from '#client/entities/application/application-badge.tsx';
import { RevokeDialog } from '#client/entities/application/revoke-dialog.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { LiveDot } from '#client/ui/live-dot.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';

const SIZE = 50;
const REFRESH_MS = 5_000;

type Limits = ReadonlyMap<number, number | null>;

/** Who takes part, whether they are connected, and what they sent; limits are hidden until a reason was given. */
export function RoomBidders({ shown: { room } }: { shown: ConsoleRoom }) {
  const { t } = useTranslation(['console-room', 'applications']);
  const { lotId } = room;
  const me = useSession((state) => state.me);
  const [limits, setLimits] = useState<Limits | null>(null);
  const [asking, setAsking] = useState(false);
  const [revoking, setRevoking] = useState<RoomBidder | null>(null);
  const list = useListPage({
    name: `console-room-bidders-${lotId}`,
    size: SIZE,
    refreshMs: REFRESH_MS,
    read: ({ page, size, signal }) =>
      call(consoleRoomBidders, { params: { lotId }, query: { page, size }, signal }),
  });
  const columns = useColumns({
    limits,
    onRevoke: hasRole(me, STAFF_RIGHTS.revokeApplications) ? setRevoking : null,
  });
  const mayOpen = hasRole(me, STAFF_RIGHTS.readApplications) && limits === null;
  return (
    <>
      <TableTools
        exports={<ExportLinks staff list="console-applications" filters={{ lot: String(lotId) }} />}
      >
        {mayOpen && list.data?.items.some(({ limited }) => limited) ? (
          <Button
            variant="default"
            leftSection={<Eye size={16} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('bidders.openLimits')}
          </Button>
        ) : null}
      </TableTools>
      <ListTable
        list={list}
        label={t('tab.bidders')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('bidders.none'), text: t('bidders.noneText'), icon: Users }}
      />
      {asking ? <LimitsDialog lotId={lotId} onOpened={setLimits} onClose={() => setAsking(false)} /> : null}
      {revoking ? (
        <RevokeDialog
          application={{
            id: revoking.id,
            number: revoking.number,
            person: revoking.person,
            leading: revoking.leading,
            title: room.title,
            lotNumber: room.number,
          }}
          onClose={() => setRevoking(null)}
          onChange={list.again}
        />
      ) : null}
    </>
  );
}

interface LimitsDialogProps {
  lotId: number;
  onOpened: (limits: Limits) => void;
  onClose: () => void;
}

function LimitsDialog({ lotId, onOpened, onClose }: LimitsDialogProps) {
  const { t } = useTranslation('console-room');
  return (
    <TextDialog
      title={t('bidders.openLimits')}
      confirm={t('bidders.open')}
      text={{
        label: t('bidders.reason'),
        hint: t('bidders.reasonHint'),
        limits: STAFF_REASON,
        short: t('bidders.reasonShort', { min: STAFF_REASON.min }),
      }}
      send={(reason) => call(openRoomLimits, { params: { lotId }, body: { reason } })}
      outcome={(opened) => {
        onOpened(new Map(opened.map(({ applicationId, limitTiyin }) => [applicationId, limitTiyin])));
        return { done: t('bidders.opened') };
      }}
      onClose={onClose}
    />
  );
}

interface ColumnsOptions {
  /** null: not opened. */
  limits: Limits | null;
  /** null: this person only looks. */
  onRevoke: ((bidder: RoomBidder) => void) | null;
}

function useColumns({ limits, onRevoke }: ColumnsOptions): Column<RoomBidder>[] {
  const { t } = useTranslation(['console-room', 'applications']);
  return [
    {
      key: 'person',
      head: t('bidders.person'),
      main: true,
      cell: ({ number, person, leading, mayRevoke }) => (
        <Stacked start>
          {person === null ? t('applications:console.hidden') : <PersonLink person={person} />}
          <small>
            {t('log.participant', { number })}
            {leading && mayRevoke ? ` · ${t('applications:console.leading')}` : ''}
          </small>
        </Stacked>
      ),
    },
    {
      key: 'right',
      head: t('bidders.right'),
      cell: ({ status, revokedBecause }) => (
        <Stacked start>
          <ApplicationBadge status={status} />
          {revokedBecause === null ? null : <small>{revokedBecause}</small>}
        </Stacked>
      ),
    },
    { key: 'connection', head: t('bidders.connection'), cell: (bidder) => <Connection bidder={bidder} /> },
    {
      key: 'attempts',
      head: t('bidders.attempts'),
      end: true,
      cell: ({ attempts, refused, lastAttemptAtMs }) => (
        <Stacked>
          <span>{t('bidders.sent', { attempts, refused })}</span>
          {lastAttemptAtMs === null ? null : (
            <small>{formatDateTime(lastAttemptAtMs, { seconds: true })}</small>
          )}
        </Stacked>
      ),
    },
    {
      key: 'limit',
      head: t('applications:table.limit'),
      end: true,
      cell: ({ id, limited }) => {
        if (!limited) return t('applications:console.unlimited');
        const limit = limits?.get(id) ?? null;
        return limit === null ? '••••••' : <MoneyText tiyin={limit} size="small" />;
      },
    },
    ...(onRevoke
      ? [
          {
            key: 'actions',
            head: t('applications:table.actions'),
            cell: (bidder: RoomBidder) =>
              bidder.mayRevoke ? (
                <Button
                  variant="subtle"
                  aria-label={`${t('applications:revoke.do')}: ${t('log.participant', { number: bidder.number })}`}
                  onClick={() => onRevoke(bidder)}
                >
                  {t('applications:revoke.do')}
                </Button>
              ) : (
                '—'
              ),
          },
        ]
      : []),
  ];
}

function Connection({ bidder: { connected, leftAtMs } }: { bidder: RoomBidder }) {
  const { t } = useTranslation('console-room');
  if (connected) return <LiveDot label={t('bidders.connected')} />;
  return (
    <Stacked start>
      {t('bidders.away')}
      <small>
        {leftAtMs === null
          ? t('bidders.notSeen')
          : t('bidders.leftAt', { time: formatDateTime(leftAtMs, { seconds: true }) })}
      </small>
    </Stacked>
  );
}
