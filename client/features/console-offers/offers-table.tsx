import { Handshake } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consoleOffers, type StaffOffer } from '#shared/api/offers.ts';
import { OFFER_COLOURS, OFFER_STATES } from '#shared/lifecycles/offer.ts';
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
            { value: '', label: t('all') },
            ...OFFER_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
        />
      </TableTools>
      <ListTable
        list={list}
        label={t('title')}
        columns={useColumns()}
        rowKey={({ offerId }) => offerId}
        empty={{ title: t('empty'), text: t('emptyText'), icon: Handshake }}
      />
    </>
  );
}

function useColumns(): Column<StaffOffer>[] {
  const { t } = useTranslation('console-offers');
  const localized = useLocalized();
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lotId, title, kind }) => (
        <Stacked start>
          <Link to={paths.lotResult(lotId)}>{localized(title)}</Link>
          <small>
            № {lotId} · {t(`kind.${kind}`)}
          </small>
        </Stacked>
      ),
    },
    {
      key: 'participant',
      head: t('column.participant'),
      cell: ({ participant }) => (
        <Stacked start>
          {participant.name}
          <small>{t('number', { number: participant.number })}</small>
        </Stacked>
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
      cell: ({ state, obstacle }) => (
        <Stacked start>
          <Badge colour={OFFER_COLOURS[state]}>{t(`state.${state}`)}</Badge>
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
