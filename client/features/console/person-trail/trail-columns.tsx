import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isRecordKind } from '#shared/api/console/record-kinds.ts';
import type { TrailRow } from '#shared/api/console/person-trail.ts';
import { trailNote, trailState } from '#shared/api/console/trail-words.ts';
import { ReceiptLink } from '#client/entities/attempt/receipt-link.tsx';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { listOfRecord } from '#client/entities/staff-work/record-words.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';

/** The list in which staff act upon a row. */
function listOf({ kind, lotId, id }: TrailRow): string | null {
  if (kind === 'attempt') return lotId === null ? null : paths.consoleRoom(lotId, 'attempts');
  return isRecordKind(kind) ? listOfRecord(kind, lotId, id) : null;
}

/** State and note of a row in words. */
function useTrailWords() {
  const { t } = useTranslation(['console-trail', 'console', 'transactions']);
  const say = (key: string, values?: Record<string, string | number>): string => t(key, values ?? {});
  return {
    stateOf: (row: TrailRow) => trailState(row, say),
    noteOf: (row: TrailRow) => trailNote(row, say),
  };
}

/** Of a person's trail. */
export function useTrailColumns(personId: string): Column<TrailRow>[] {
  const { t } = useTranslation('console-trail');
  const { stateOf, noteOf } = useTrailWords();
  return [
    {
      key: 'kind',
      head: t('console-trail:column.kind'),
      main: true,
      cell: (row) => {
        const list = listOf(row);
        const name = t(`console-trail:kind.${row.kind}`);
        return (
          <Stacked start>
            {list === null ? name : <Link to={list}>{name}</Link>}
            <small>
              <RecordLink kind={row.kind} number={row.id}>
                {row.id}
              </RecordLink>
            </small>
          </Stacked>
        );
      },
    },
    {
      key: 'at',
      head: t('console-trail:column.at'),
      cell: ({ atMs }) => formatDateTime(atMs, { seconds: true }),
    },
    {
      key: 'state',
      head: t('console-trail:column.state'),
      cell: (row) => (
        <Stacked start>
          {stateOf(row)}
          {noteOf(row) ? <small>{noteOf(row)}</small> : null}
          {row.kind === 'delivery' && row.message ? <small>{row.message.title}</small> : null}
          {row.kind === 'attempt' && row.lotId !== null && row.amountTiyin !== null ? (
            <ReceiptLink personId={personId} lotId={row.lotId} bidId={row.id} />
          ) : null}
        </Stacked>
      ),
    },
    {
      key: 'amount',
      head: t('console-trail:column.amount'),
      end: true,
      cell: ({ amountTiyin }) =>
        amountTiyin === null ? '—' : <MoneyText tiyin={amountTiyin} size="small" />,
    },
    {
      key: 'about',
      head: t('console-trail:column.about'),
      cell: ({ lotId, orderId }) => {
        if (orderId !== null)
          return (
            <Link to={paths.consoleOrder(orderId)}>{t('console-trail:order', { number: orderId })}</Link>
          );
        if (lotId !== null)
          return <Link to={paths.lotView(lotId)}>{t('console-trail:lot', { number: lotId })}</Link>;
        return '—';
      },
    },
  ];
}
