import { RefreshCw, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { consoleRoomAttempts, type ConsoleRoom, type RoomAttempt } from '#shared/api/console/room-page.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { ReceiptLink } from '#client/entities/attempt/receipt-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { SearchFilter } from '#client/ui/data-table/search-filter.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import layout from '#client/ui/layout.module.css';
import css from './room-page.module.css';

const SIZE = 50;
const VERDICTS = ['accepted', 'refused', 'unknown'] as const;

/** Every command that was sent to the room. Each reading is recorded, so that it is not repeated by itself. */
export function RoomAttempts({ shown: { room } }: { shown: ConsoleRoom }) {
  const { t } = useTranslation(['console-room', 'console-trail']);
  const { lotId } = room;
  const list = useListPage({
    name: `console-room-attempts-${lotId}`,
    filters: ['verdict', 'bidder'],
    size: SIZE,
    read: ({ page, size, filters: { verdict, bidder }, signal }) =>
      call(consoleRoomAttempts, {
        params: { lotId },
        query: {
          page,
          size,
          ...chosen({
            verdict: oneOf(VERDICTS, verdict),
            bidder: /^[1-9]\d{0,8}$/.test(bidder) ? Number(bidder) : undefined,
          }),
        },
        signal,
      }),
  });
  return (
    <>
      <p className={layout.muted}>{t('attempts.lead')}</p>
      <TableTools>
        <ChoiceFilter
          list={list}
          name="verdict"
          label={t('console-trail:column.state')}
          options={VERDICTS.map((value) => ({ value, label: t(`console-trail:verdict.${value}`) }))}
        />
        <SearchFilter
          key={list.filters.bidder}
          label={t('attempts.bidder')}
          search={list.filters.bidder}
          onSearch={(bidder) => list.choose({ bidder })}
        />
        <Button variant="default" leftSection={<RefreshCw size={16} aria-hidden />} onClick={list.again}>
          {t('attempts.again')}
        </Button>
      </TableTools>
      <ListTable
        list={list}
        label={t('tab.attempts')}
        columns={useColumns(lotId)}
        rowKey={({ bidId, atMs }) => `${bidId}-${atMs}`}
        empty={{ title: t('attempts.none'), text: t('attempts.noneText'), icon: SearchX }}
      />
    </>
  );
}

function useColumns(lotId: number): Column<RoomAttempt>[] {
  const { t } = useTranslation(['console-room', 'console-trail', 'console']);
  return [
    {
      key: 'person',
      head: t('console-trail:column.person'),
      main: true,
      cell: ({ person, bidderNumber }) => (
        <Stacked start>
          <PersonLink person={person} />
          {bidderNumber === null ? null : (
            <small>{t('console-trail:participant', { number: bidderNumber })}</small>
          )}
        </Stacked>
      ),
    },
    {
      key: 'at',
      head: t('console-trail:column.at'),
      cell: ({ atMs }) => formatTime(atMs, { seconds: true, millis: true }),
    },
    {
      key: 'verdict',
      head: t('console-trail:column.state'),
      cell: ({ command, verdict, reason }) => (
        <Stacked start>
          <span>
            {t(`console-trail:command.${command}`)}: {t(`console-trail:verdict.${verdict}`)}
          </span>
          {reason === null ? null : <small>{t(`console:refusal.${reason}`, { defaultValue: reason })}</small>}
        </Stacked>
      ),
    },
    {
      key: 'latency',
      head: t('attempts.latency'),
      end: true,
      cell: ({ latencyMs }) => (latencyMs === null ? '—' : t('attempts.ms', { ms: Math.round(latencyMs) })),
    },
    {
      key: 'amount',
      head: t('console-trail:column.amount'),
      end: true,
      cell: ({ amountTiyin }) =>
        amountTiyin === null ? '—' : <MoneyText tiyin={amountTiyin} size="small" />,
    },
    {
      key: 'bid',
      head: t('console-trail:column.bid'),
      cell: ({ person, bidId, amountTiyin }) => (
        <Stacked start>
          <code className={css.bid}>{bidId}</code>
          {amountTiyin === null ? null : <ReceiptLink personId={person.id} lotId={lotId} bidId={bidId} />}
        </Stacked>
      ),
    },
  ];
}
