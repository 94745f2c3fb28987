import { Flag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AUCTION_RESULTS, endedAuctions, type EndedAuction } from '#shared/api/console/figures.ts';
import { useCategories, useRegionOptions } from '#client/entities/dictionary/use-choices.ts';
import { LotCell } from '#client/entities/lot/lot-cell.tsx';
import { SettlementBadge } from '#client/entities/sale/settlement-badge.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter, PeriodFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';

const idOf = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);

/** /console/ended-auctions: the auctions that figures are counted from. */
export function EndedAuctions() {
  const { t } = useTranslation('console-figures');
  const list = useListPage({
    name: 'console-ended-auctions',
    filters: ['from', 'to', 'category', 'region', 'result'],
    read: ({ page, size, filters: { from, to, category, region, result }, signal }) =>
      call(endedAuctions, {
        query: {
          page,
          size,
          ...chosen({
            from,
            to,
            category: idOf(category),
            region: idOf(region),
            result: oneOf(AUCTION_RESULTS, result),
          }),
        },
        signal,
      }),
  });
  const categories = useCategories();
  const regions = useRegionOptions();
  const columns = useColumns();
  return (
    <ListScreen
      list={list}
      title={t('ended.title')}
      count={list.data && formatCount(list.data.total)}
      lead={
        <>
          {t('ended.lead')} <Link to={paths.console('figures')}>{t('ended.figures')}</Link>
        </>
      }
      tools={
        <>
          <ChoiceFilter
            list={list}
            name="result"
            label={t('filter.result')}
            options={AUCTION_RESULTS.map((value) => ({ value, label: t(`result.${value}`) }))}
          />
          <ChoiceFilter
            list={list}
            name="category"
            label={t('filter.category')}
            options={categories.options}
          />
          <ChoiceFilter list={list} name="region" label={t('filter.region')} options={regions} />
          <PeriodFilter list={list} />
        </>
      }
      exports={<ExportLinks staff list="console-ended-auctions" filters={list.filters} />}
      columns={columns}
      rowKey={({ lotId }) => lotId}
      empty={{ title: t('empty'), text: t('emptyText'), icon: Flag }}
    />
  );
}

function useColumns(): Column<EndedAuction>[] {
  const { t } = useTranslation('console-figures');
  const localized = useLocalized();
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lotId, title }) => <LotCell lotId={lotId} title={title} />,
    },
    {
      key: 'place',
      head: t('column.category'),
      cell: ({ category, region }) => (
        <Stacked>
          {localized(category)}
          <small>{localized(region)}</small>
        </Stacked>
      ),
    },
    { key: 'ended', head: t('column.ended'), cell: ({ endedAtMs }) => formatDateTimeShort(endedAtMs) },
    {
      key: 'price',
      head: t('column.price'),
      end: true,
      cell: ({ startPriceTiyin, priceTiyin, outcome }) => (
        <Stacked>
          {priceTiyin === null ? (
            t(`outcome.${outcome ?? 'none'}`)
          ) : (
            <MoneyText tiyin={priceTiyin} size="small" />
          )}
          <small>{t('startAt', { sum: formatMoney(startPriceTiyin) })}</small>
        </Stacked>
      ),
    },
    {
      key: 'participants',
      head: t('column.participants'),
      end: true,
      cell: ({ lotId, participants }) => (
        <Link to={`${paths.console('applications')}?lot=${lotId}`}>{formatCount(participants)}</Link>
      ),
    },
    {
      key: 'sale',
      head: t('column.sale'),
      cell: ({ lotId, sale }) =>
        sale === null ? (
          '—'
        ) : (
          <Stacked start>
            <Link to={`${paths.console('settlements')}?lot=${lotId}&state=all`}>
              <SettlementBadge state={sale.state} />
            </Link>
            {sale.paidAtMs === null ? null : <small>{formatDateTimeShort(sale.paidAtMs)}</small>}
          </Stacked>
        ),
    },
  ];
}
