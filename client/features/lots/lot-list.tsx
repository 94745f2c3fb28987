import { Button, Drawer } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LayoutGrid, List, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lotList, lotListCounter } from '#shared/api/lots.ts';
import { LOT_TAB, type LotTab, type LotTabName } from '#shared/states/lot-tabs.ts';
import { call } from '#client/lib/api-client.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { paths } from '#client/lib/paths.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import '#client/ui/overlay-styles.ts';
import { FilterPanel } from './filter-panel.tsx';
import { filterCount, filterOf, NO_FILTERS, writeListQuery, type ListQuery } from './list-query.ts';
import { TileGrid, TileGridSkeleton } from './tile-grid.tsx';
import { useListQuery } from './use-list-query.ts';
import css from './lot-list.module.css';

const TAB_ORDER: readonly LotTabName[] = ['current', 'newLots', 'completed', 'notHeld', 'searchResults'];
const KEY_OF = Object.fromEntries(Object.entries(LOT_TAB).map(([name, i]) => [i, name])) as Record<
  LotTab,
  LotTabName
>;

/** All lots: tabs with counters, filters beside, pages. Everything chosen stands in the address. */
export function LotListView() {
  const { t } = useTranslation('lots');
  const [query, change] = useListQuery();
  const [filtersOpened, setFiltersOpened] = useState(false);
  const filter = filterOf(query);
  const counters = useQuery({
    queryKey: ['lot-counters', filter],
    queryFn: () => call(lotListCounter, { query: filter }),
    placeholderData: keepPreviousData,
  }).data;
  const chosen = filterCount(query);
  const label = (name: LotTabName) => (
    <>
      {t(`tab.${name}`)}
      <span className={css.counter}>{counters ? formatCount(counters[name]) : '…'}</span>
    </>
  );
  const shownTabs = TAB_ORDER.filter((name) => name !== 'searchResults' || query.q !== '' || query.i === 0);
  return (
    <div className={css.page}>
      <PageTitle>{query.q === '' ? t('list.title') : t('list.titleFound', { q: query.q })}</PageTitle>
      <div className={css.columns}>
        <aside className={css.side}>
          <FilterPanel query={query} onChange={change} />
        </aside>
        <div className={css.main}>
          <Tabs
            label={t('list.tabs')}
            tabs={shownTabs.map((name) => ({ key: name, label: label(name) }))}
            active={KEY_OF[query.i]}
            onChange={(name) => change({ i: LOT_TAB[name] })}
          >
            <div className={css.tools}>
              <Button
                className={css.filterButton}
                variant="default"
                leftSection={<SlidersHorizontal size={18} aria-hidden />}
                onClick={() => setFiltersOpened(true)}
              >
                {chosen > 0 ? t('filter.openCount', { count: chosen }) : t('filter.title')}
              </Button>
              <ViewSwitch view={query.view} onChange={(view) => change({ view })} />
            </div>
            <Results query={query} onChange={change} />
          </Tabs>
        </div>
      </div>
      <Drawer
        opened={filtersOpened}
        onClose={() => setFiltersOpened(false)}
        title={t('filter.title')}
        size="min(400px, 100vw)"
        closeButtonProps={{ 'aria-label': t('ui:action.close') }}
      >
        <FilterPanel query={query} onChange={change} onDone={() => setFiltersOpened(false)} />
      </Drawer>
    </div>
  );
}

interface ResultsProps {
  query: ListQuery;
  onChange: (change: Partial<ListQuery>) => void;
}

function Results({ query, onChange }: ResultsProps) {
  const { t } = useTranslation('lots');
  const { i, page, size, view } = query;
  const input = { ...filterOf(query), i, page, size };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['lot-list', input],
    queryFn: () => call(lotList, { query: input }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <TileGridSkeleton count={size} view={view} />;
  }
  if (data.total === 0) return <NothingFound query={query} onChange={onChange} />;
  return (
    <div className={css.results} aria-busy={isPlaceholderData} data-stale={isPlaceholderData}>
      <p className="sr-only" role="status">
        {t('list.found', { count: data.total })}
      </p>
      <TileGrid lots={data.items} view={view} headingLevel={2} />
      <Pagination
        page={page}
        count={Math.ceil(data.total / size)}
        to={(each) => `${paths.lotList()}?${writeListQuery({ ...query, page: each }).toString()}`}
      />
    </div>
  );
}

function NothingFound({ query, onChange }: ResultsProps) {
  const { t } = useTranslation('lots');
  const filtered = query.q !== '' || filterCount(query) > 0;
  return (
    <EmptyState title={t('list.none')} text={t(filtered ? 'list.noneFiltered' : 'list.noneTab')}>
      {filtered ? <Button onClick={() => onChange(NO_FILTERS)}>{t('filter.clear')}</Button> : null}
      {query.i === LOT_TAB.current ? null : (
        <Button
          variant={filtered ? 'default' : 'filled'}
          onClick={() => onChange({ ...NO_FILTERS, i: LOT_TAB.current })}
        >
          {t('list.toCurrent')}
        </Button>
      )}
    </EmptyState>
  );
}

function ViewSwitch({
  view,
  onChange,
}: {
  view: ListQuery['view'];
  onChange: (view: ListQuery['view']) => void;
}) {
  const { t } = useTranslation('lots');
  return (
    <div className={css.views} role="group" aria-label={t('view.label')}>
      <button
        type="button"
        aria-pressed={view === 'grid'}
        aria-label={t('view.grid')}
        onClick={() => onChange('grid')}
      >
        <LayoutGrid size={20} aria-hidden />
      </button>
      <button
        type="button"
        aria-pressed={view === 'list'}
        aria-label={t('view.list')}
        onClick={() => onChange('list')}
      >
        <List size={20} aria-hidden />
      </button>
    </div>
  );
}
