import { Handshake } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { consoleOffers, type StaffOffer } from '#shared/api/cabinet/second-offers.ts';
import { OFFER_COLOURS, OFFER_STATES } from '#shared/lifecycles/offer.ts';
import { LotCell } from '#client/entities/lot/lot-cell.tsx';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';

const PAGE_SIZE = 20;
/** Participants answer meanwhile. */
const ASK_MS = 15_000;

/** /console/offers: lots offered to reserve and sole participants, those that wait for an answer first. */
export function OffersTable() {
  const { t } = useTranslation('console-offers');
  const list = useListPage({
    name: 'console-offers',
    filters: ['state'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state }, signal }) =>
      call(consoleOffers, { query: { page, size, state: oneOf(OFFER_STATES, state) ?? 'all' }, signal }),
  });
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
          none={t('all')}
          options={OFFER_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      }
      exports={<ExportLinks staff list="console-offers" filters={list.filters} />}
      columns={useColumns()}
      rowKey={({ offerId }) => offerId}
      empty={{ title: t('empty'), text: t('emptyText'), icon: Handshake }}
    />
  );
}

function useColumns(): Column<StaffOffer>[] {
  const { t } = useTranslation('console-offers');
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lotId, title, kind }) => <LotCell lotId={lotId} title={title} note={t(`kind.${kind}`)} />,
    },
    {
      key: 'participant',
      head: t('column.participant'),
      cell: ({ participant }) =>
        participant ? (
          <Stacked start>
            <PersonLink person={participant} />
            <small>{t('number', { number: participant.number })}</small>
          </Stacked>
        ) : (
          t('hidden')
        ),
    },
    {
      key: 'price',
      head: t('column.price'),
      end: true,
      cell: ({ priceTiyin }) => <MoneyText tiyin={priceTiyin} />,
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ offerId, state, obstacle }) => (
        <Stacked start>
          <Badge colour={OFFER_COLOURS[state]}>{t(`state.${state}`)}</Badge>
          <small>
            <RecordLink kind="offer" number={offerId}>
              № {offerId}
            </RecordLink>
          </small>
          {obstacle ? <small>{t(`obstacle.${obstacle}`)}</small> : null}
        </Stacked>
      ),
    },
    {
      key: 'answerBy',
      head: t('column.answerBy'),
      cell: ({ answerByMs, decidedAtMs }) => (
        <Stacked start>
          {formatDateTimeShort(answerByMs)}
          {decidedAtMs === null ? null : (
            <small>{t('decided', { time: formatDateTimeShort(decidedAtMs) })}</small>
          )}
        </Stacked>
      ),
    },
  ];
}
