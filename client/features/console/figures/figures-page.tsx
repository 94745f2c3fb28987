import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  auctionFigures,
  FIGURE_GROUPS,
  type AuctionResult,
  type FigureGroup,
  type FigureRow,
} from '#shared/api/console/figures.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { useCategories, useRegionOptions } from '#client/entities/dictionary/use-choices.ts';
import { call } from '#client/lib/api-client.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ListLead } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter, PeriodFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf } from '#client/ui/data-table/list-page.ts';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { StaffTable } from '#client/ui/staff-list/staff-table.tsx';
import { BarChart } from './bar-chart.tsx';
import { MEASURE_OF, MEASURES } from './measures.ts';
import { rowsBehind, type Counted } from './rows-behind.ts';
import css from './figures.module.css';

type CountedBy = Omit<Counted, 'key'>;

/** A month as people write it: `11.2026`. */
const monthText = (key: string): string => key.split('-').toReversed().join('.');

/** /console/figures: what auctions brought, as charts and as a table; every number opens its auctions. */
export function FiguresPage() {
  const { t } = useTranslation('console-figures');
  const list = useTableQuery(['from', 'to', 'category', 'region', 'group']);
  const { filters } = list;
  const group = oneOf(FIGURE_GROUPS, filters.group) ?? 'month';
  const { from, to, category, region } = filters;
  const figures = useQuery({
    queryKey: ['console-figures', filters],
    queryFn: ({ signal }) =>
      call(auctionFigures, {
        query: { group, ...chosen({ from, to, category: idOf(category), region: idOf(region) }) },
        signal,
      }),
    placeholderData: (before) => before,
  });
  const categories = useCategories();
  const regions = useRegionOptions();
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>
        {figures.data ? (
          <strong>{t('period', { from: dayText(figures.data.from), to: dayText(figures.data.to) })}. </strong>
        ) : null}
        {t('lead')}
      </ListLead>
      <TableTools>
        <ChoiceFilter
          list={list}
          name="group"
          label={t('group.label')}
          none={t('group.month')}
          options={(['category', 'region'] as const).map((value) => ({ value, label: t(`group.${value}`) }))}
        />
        <ChoiceFilter list={list} name="category" label={t('filter.category')} options={categories.options} />
        <ChoiceFilter list={list} name="region" label={t('filter.region')} options={regions} />
        <PeriodFilter list={list} />
      </TableTools>
      {figures.data?.total.auctions === 0 ? (
        <EmptyState title={t('empty')} text={t('emptyText')} icon={ChartColumn} />
      ) : figures.data ? (
        <Counts
          {...figures.data}
          by={{
            // Of a list that is on its way, the figures before are shown by what they were counted by.
            group: groupOf(figures.data.rows, group),
            from: figures.data.from,
            to: figures.data.to,
            filters: { from, to, category, region },
          }}
        />
      ) : (
        <NotRead error={figures.error} onRetry={() => void figures.refetch()} height={640} />
      )}
    </>
  );
}

const idOf = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);
const groupOf = (rows: readonly FigureRow[], asked: FigureGroup): FigureGroup =>
  rows[0]?.name === null && asked !== 'month' ? 'month' : asked;

interface CountsProps {
  total: FigureRow['figures'];
  rows: readonly FigureRow[];
  by: CountedBy;
}

function Counts({ total, rows, by }: CountsProps) {
  const { t } = useTranslation('console-figures');
  const nameOf = useRowName();
  const columns = useColumns(by);
  return (
    <>
      <dl className={css.totals}>
        {MEASURES.map((measure) => (
          <div key={measure}>
            <dt>{t(`column.${measure}`)}</dt>
            <dd>
              <Link to={rowsBehind({ ...by, key: null }, MEASURE_OF[measure].result)}>
                {measure === 'auctions' ? formatCount(total.auctions) : MEASURE_OF[measure].text(total, t)}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <div className={css.charts}>
        {MEASURES.map((measure) => {
          const { value, part, text, result } = MEASURE_OF[measure];
          return (
            <BarChart
              key={measure}
              title={t(`measure.${measure}`)}
              standing={by.group === 'month'}
              bars={rows.map((row) => ({
                key: row.key,
                name: nameOf(row),
                short: row.key.slice(-2),
                value: value(row.figures),
                ...(part ? { part: part(row.figures) } : {}),
                text: text(row.figures, t),
                to: rowsBehind({ ...by, key: row.key }, result),
              }))}
            />
          );
        })}
      </div>
      <StaffTable
        name="console-figures"
        exports={<ExportLinks staff list="console-figures" filters={{ ...by.filters, group: by.group }} />}
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('empty'), text: t('emptyText') }}
      />
    </>
  );
}

function useRowName(): (row: FigureRow) => string {
  const { t } = useTranslation('console-figures');
  const localized = useLocalized();
  return ({ key, name }) => {
    if (name) return localized(name);
    return key.includes('-') ? monthText(key) : t('unnamed', { id: key });
  };
}

function useColumns(by: CountedBy): Column<FigureRow>[] {
  const { t } = useTranslation('console-figures');
  const nameOf = useRowName();
  const link = (row: FigureRow, text: string, result?: AuctionResult) => (
    <Link to={rowsBehind({ ...by, key: row.key }, result)}>{text}</Link>
  );
  const count = (
    key: 'auctions' | 'participants' | 'sold' | 'paid',
    result?: AuctionResult,
  ): Column<FigureRow> => ({
    key,
    head: t(`column.${key}`),
    end: true,
    cell: (row) => link(row, formatCount(row.figures[key]), result),
  });
  const measure = (key: 'success' | 'rise' | 'payment'): Column<FigureRow> => ({
    key,
    head: t(`column.${key}`),
    end: true,
    cell: (row) => link(row, MEASURE_OF[key].text(row.figures, t), MEASURE_OF[key].result),
  });
  return [
    { key: 'group', head: t(`column.${by.group}`), main: true, cell: (row) => link(row, nameOf(row)) },
    count('auctions'),
    count('participants'),
    count('sold', 'sold'),
    measure('success'),
    measure('rise'),
    {
      key: 'averagePrice',
      head: t('column.averagePrice'),
      end: true,
      cell: ({ figures: { averagePriceTiyin } }) =>
        averagePriceTiyin === null ? '—' : <MoneyText tiyin={averagePriceTiyin} size="small" />,
    },
    count('paid', 'paid'),
    measure('payment'),
  ];
}
