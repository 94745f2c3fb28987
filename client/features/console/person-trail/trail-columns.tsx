import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isRecordKind } from '#shared/api/console/record-kinds.ts';
import type { TrailRow } from '#shared/api/console/person-trail.ts';
import { ReceiptLink } from '#client/entities/attempt/receipt-link.tsx';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { listOfRecord, useRecordState } from '#client/entities/staff-work/record-words.ts';
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

const CODE = /^[a-z-]+$/;
/** Between the parts of a note. */
const DOT = ' · ';

/** Codes have names; anything else, as the words of staff, is as it was written. */
function useNoteText(): (row: TrailRow) => string | null {
  const { t } = useTranslation(['console-trail', 'console', 'transactions']);
  return ({ kind, state, note, lotId, message }) => {
    if (kind === 'message')
      return [
        t(`console-trail:message.${state}`, { defaultValue: state }),
        ...(message?.deliveries ?? []).map(
          (each) =>
            `${t(`console-trail:channel.${each.channel}`)}: ${t(`console-trail:delivery.${each.state}`)}`,
        ),
      ].join(DOT);
    if (note === null) return null;
    const otherwise = { defaultValue: note };
    const [first = '', ...rest] = note.split(DOT);
    switch (kind) {
      case 'attempt':
        return state === 'accepted'
          ? t(`console-trail:command.${note}`, otherwise)
          : t(`console:refusal.${note}`, otherwise);
      case 'application':
        return CODE.test(note) ? t(`console:outcome.${note}`, otherwise) : note;
      case 'ledger': {
        // The lot has a link of its own in the same row.
        const about = lotId === null ? rest : [];
        return [t(`transactions:${first}`, { defaultValue: first }), ...about].join(DOT);
      }
      case 'delivery':
        return [t(`console-trail:channel.${first}`, { defaultValue: first }), ...rest].join(DOT);
      case 'consent':
        return [t('console-trail:version', { version: first }), ...rest].join(DOT);
      default:
        return note;
    }
  };
}

/** States have the names of the lists that show them; a message is called by its title. */
function useStateText(): (row: TrailRow) => string {
  const { t } = useTranslation(['console-trail', 'transactions']);
  const ofRecord = useRecordState();
  return ({ kind, state, message }) => {
    if (isRecordKind(kind)) return ofRecord(kind, state);
    const otherwise = { defaultValue: state };
    switch (kind) {
      case 'attempt':
        return t(`console-trail:verdict.${state}`, otherwise);
      case 'ledger':
        return t(`transactions:kind.${state}`, otherwise);
      case 'delivery':
        return t(`console-trail:delivery.${state}`, otherwise);
      case 'consent':
        return t(`console-trail:consent.${state}`, otherwise);
      case 'message':
        return message?.title ?? t(`console-trail:message.${state}`, otherwise);
    }
  };
}

/** Of a person's trail. */
export function useTrailColumns(personId: string): Column<TrailRow>[] {
  const { t } = useTranslation('console-trail');
  const noteOf = useNoteText();
  const stateOf = useStateText();
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
