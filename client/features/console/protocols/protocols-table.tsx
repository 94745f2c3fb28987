import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  consoleProtocols,
  PARTY_SEARCH,
  PROTOCOL_NUMBER,
  type StaffProtocol,
} from '#shared/api/console/console-protocols.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { PROTOCOL_STATUSES } from '#shared/lifecycles/protocol-causes.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { LotCell } from '#client/entities/lot/lot-cell.tsx';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter, LotFilter, PeriodFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { SearchFilter } from '#client/ui/data-table/search-filter.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { ReissueDialog } from './reissue-dialog.tsx';

const COLOURS = { active: 'success', cancelled: 'danger' } as const;

/** /console/protocols: of all lots, the newest first. A search for a party is recorded, so that it is not repeated by itself. */
export function ProtocolsTable() {
  const { t } = useTranslation(['console-protocols', 'protocols', 'staff']);
  const [again, setAgain] = useState<StaffProtocol | null>(null);
  const list = useListPage({
    name: 'console-protocols',
    filters: ['number', 'party', 'lot', 'status', 'from', 'to'],
    read: ({ page, size, filters: { number, party, lot, status, from, to }, signal }) =>
      call(consoleProtocols, {
        query: {
          page,
          size,
          ...chosen({
            number: PROTOCOL_NUMBER.test(number) ? number : '',
            party: party.length < PARTY_SEARCH.min ? '' : party,
            lot: /^[1-9]\d{0,14}$/.test(lot) ? Number(lot) : undefined,
            status: oneOf(PROTOCOL_STATUSES, status),
            from,
            to,
          }),
        },
        signal,
      }),
  });
  const columns = useColumns(setAgain);
  const { number, party } = list.filters;
  return (
    <ListScreen
      list={list}
      title={t('staff:page.protocols')}
      count={list.data && t('count', { count: formatCount(list.data.total) })}
      lead={t('lead')}
      tools={
        <>
          <SearchFilter
            key={`number ${number}`}
            label={t('filter.number')}
            hint={t('filter.numberHint', { number: 'P-2026-000012' })}
            search={number}
            onSearch={(text) => list.choose({ number: text })}
          />
          <SearchFilter
            key={`party ${party}`}
            label={t('filter.party')}
            hint={t('filter.partyHint')}
            search={party}
            onSearch={(text) => list.choose({ party: text })}
          />
          <LotFilter list={list} label={t('column.lot')} />
          <ChoiceFilter
            list={list}
            name="status"
            label={t('column.state')}
            options={PROTOCOL_STATUSES.map((value) => ({ value, label: t(`protocols:status.${value}`) }))}
          />
          <PeriodFilter list={list} />
        </>
      }
      exports={<ExportLinks staff list="console-protocols" filters={list.filters} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: ScrollText }}
    >
      {again === null ? null : (
        <ReissueDialog protocol={again} onClose={() => setAgain(null)} onChange={list.again} />
      )}
    </ListScreen>
  );
}

function useColumns(onReissue: (protocol: StaffProtocol) => void): Column<StaffProtocol>[] {
  const { t } = useTranslation(['console-protocols', 'protocols', 'staff']);
  const me = useSession((state) => state.me);
  const mayReissue = hasRole(me, STAFF_RIGHTS.reissueProtocols);
  const mayCancel = hasRole(me, STAFF_RIGHTS.cancelResults);
  return [
    {
      key: 'protocol',
      head: t('column.protocol'),
      main: true,
      cell: ({ number, cause, date }) => (
        <Stacked start>
          <RecordLink kind="protocol" number={number}>
            {number}
          </RecordLink>
          <small>{t(`protocols:cause.${cause}`)}</small>
          <small>{dayText(date)}</small>
        </Stacked>
      ),
    },
    {
      key: 'lot',
      head: t('column.lot'),
      cell: ({ lot }) => <LotCell lotId={lot.id} title={lot.title} />,
    },
    {
      key: 'buyer',
      head: t('column.buyer'),
      cell: ({ buyer, hidden, priceTiyin }) => {
        if (hidden) return t('hidden');
        if (!buyer) return priceTiyin === null ? t('minutes') : '—';
        return (
          <Stacked start>
            <PersonLink person={buyer} />
            {buyer.number === null ? null : <small>{buyer.number}</small>}
            <small>{t('protocols:participant', { number: buyer.participant })}</small>
          </Stacked>
        );
      },
    },
    {
      key: 'seller',
      head: t('column.seller'),
      cell: ({ seller }) =>
        seller ? (
          <Stacked start>
            <PersonLink person={seller} />
            {seller.number === null ? null : <small>{seller.number}</small>}
          </Stacked>
        ) : (
          '—'
        ),
    },
    {
      key: 'price',
      head: t('column.price'),
      end: true,
      cell: ({ priceTiyin }) => (priceTiyin === null ? '—' : <MoneyText tiyin={priceTiyin} size="small" />),
    },
    { key: 'state', head: t('column.state'), cell: (protocol) => <State protocol={protocol} /> },
    rowActions({
      head: t('column.actions'),
      number: ({ lot }) => lot.id,
      verbs: ({ hidden }): readonly 'reissue'[] => (mayReissue && !hidden ? ['reissue'] : []),
      name: () => t('reissue'),
      onAct: onReissue,
      links: ({ number, lot, fileUrl, status, priceTiyin, settlementId, hidden }) => {
        const sold = priceTiyin !== null;
        if (!sold && fileUrl === null) return null;
        return (
          <>
            {fileUrl === null ? null : (
              <a href={fileUrl} aria-label={`${t('file')}: ${number}`} download>
                {t('file')}
              </a>
            )}
            {sold ? (
              <Link
                to={`${paths.console('settlements')}?lot=${lot.id}&state=all`}
                aria-label={`${t('settlements')}: № ${lot.id}`}
              >
                {t('settlements')}
              </Link>
            ) : null}
            {sold && mayCancel && !hidden && status === 'active' ? (
              <Link
                to={paths.cancelResult(lot.id, settlementId ?? undefined)}
                aria-label={`${t('cancel')}: № ${lot.id}`}
              >
                {t('cancel')}
              </Link>
            ) : null}
          </>
        );
      },
    }),
  ];
}

/** In force or cancelled, why, and whether its document was made again. */
function State({ protocol }: { protocol: StaffProtocol }) {
  const { t } = useTranslation(['console-protocols', 'protocols']);
  const { status, cancelled, issue, issued } = protocol;
  return (
    <Stacked start>
      <Badge colour={COLOURS[status]}>{t(`protocols:status.${status}`)}</Badge>
      {cancelled ? (
        <small>
          {cancelled.reason === null
            ? formatDateTimeShort(cancelled.atMs)
            : t('protocols:cancelled', {
                time: formatDateTimeShort(cancelled.atMs),
                reason: t(`protocols:reason.${cancelled.reason}`),
              })}
        </small>
      ) : null}
      {issued ? (
        <>
          <small>{t('issue', { issue, time: formatDateTimeShort(issued.atMs), by: issued.by })}</small>
          <q>{issued.reason}</q>
        </>
      ) : null}
    </Stacked>
  );
}
