import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lotListCounter } from '#shared/api/site/lots.ts';
import { LOT_STAGE_NAMES, LOT_TAB, type LotTab, type LotTabName } from '#shared/lifecycles/lot-tabs.ts';
import { call } from '#client/lib/api-client.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { recovering } from '#client/lib/recover.ts';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { useNarrow } from '#client/lib/use-narrow.ts';
import { DeferredHydration } from '#client/ui/deferred-hydration.tsx';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import { PartBoundary } from '#client/ui/part-boundary.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { anyFilter, filterOf } from './list-query.ts';
import { ListResults } from './list-results.tsx';
import { ListTools, ViewSwitch } from './list-tools.tsx';
import { Note } from './note.tsx';
import { useListQuery } from './use-list-query.ts';
import css from './lot-list.module.css';

/** Beside the list; a narrow window, which has a drawer instead, neither loads nor hydrates it. */
export const FilterPanel = lazyScreen(() => import('./filter-panel.tsx'), ['lot-list']);
const SaveSearch = lazyScreen(() => import('./save-search.tsx'), ['lot-list', 'saved-searches']);
const FilterDrawer = lazyDialog(() => import('./filter-drawer.tsx'));

const TAB_ORDER: readonly LotTabName[] = ['searchResults', 'current', 'newLots', 'completed', 'notHeld'];
const KEY_OF = Object.fromEntries(Object.entries(LOT_TAB).map(([name, i]) => [i, name])) as Record<
  LotTab,
  LotTabName
>;
/** About how high the filters beside the list are. */
const FILTERS_PX = 700;
const COUNT_EVERY_MS = 60_000;

/** All lots: tabs with counters, filters beside, pages. Everything chosen is in the address. */
export function LotListView() {
  const { t } = useTranslation('lots');
  const { query, change, corrected, dismiss } = useListQuery();
  const narrow = useNarrow();
  const [filtersOpened, setFiltersOpened] = useState(false);
  // Who is signed in is not known to the server's rendering of this page.
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  // Stages are counted apart in the same answer.
  const filter = filterOf({ ...query, stage: null });
  const counters = useQuery({
    queryKey: ['lot-counters', filter],
    queryFn: () => call(lotListCounter, { query: filter }),
    placeholderData: keepPreviousData,
    ...recovering(COUNT_EVERY_MS),
  }).data;
  const counted = (name: LotTabName) => (name === 'current' && query.stage ? query.stage : name);
  const label = (name: LotTabName) => (
    <>
      {t(`tab.${name}`)}
      <span className={css.counter}>{counters ? formatCount(counters[counted(name)]) : '…'}</span>
    </>
  );
  const shownTabs = TAB_ORDER.filter((name) => name !== 'searchResults' || query.q !== '' || query.i === 0);
  return (
    <div className={css.page}>
      <PageTitle aside={<ViewSwitch query={query} onChange={change} />}>
        {query.q === '' ? t('lot-list:list.title') : t('lot-list:list.titleFound', { q: query.q })}
      </PageTitle>
      {corrected ? <Note onClose={dismiss}>{t('lot-list:list.corrected')}</Note> : null}
      <div className={css.columns}>
        {narrow ? null : (
          <aside className={css.side}>
            <PartBoundary>
              <DeferredHydration height={FILTERS_PX} within>
                <FilterPanel query={query} onChange={change} />
              </DeferredHydration>
            </PartBoundary>
          </aside>
        )}
        <div className={css.main}>
          <Tabs
            label={t('list.tabs')}
            tabs={shownTabs.map((name) => ({ key: name, label: label(name) }))}
            active={KEY_OF[query.i]}
            onChange={(name) => change({ i: LOT_TAB[name] })}
          >
            <div className={css.head}>
              <ActiveFilters filters={query} onChange={change} />
              {hydrated && anyFilter(query) ? (
                <PartBoundary instead={null}>
                  <Suspense fallback={null}>
                    <SaveSearch filters={query} />
                  </Suspense>
                </PartBoundary>
              ) : null}
              <ListTools query={query} onChange={change} onOpenFilters={() => setFiltersOpened(true)} />
            </div>
            {counters && query.i === LOT_TAB.current && query.stage === null ? (
              <p className={css.stages}>
                {LOT_STAGE_NAMES.map((stage) => (
                  <span key={stage}>
                    {t(`stage.${stage}`)}: <b>{formatCount(counters[stage])}</b>
                  </span>
                ))}
              </p>
            ) : null}
            <ListResults query={query} counters={counters} onChange={change} />
          </Tabs>
        </div>
      </div>
      {filtersOpened ? (
        <FilterDrawer
          query={query}
          onApply={(filters) => {
            change(filters);
            setFiltersOpened(false);
          }}
          onClose={() => setFiltersOpened(false)}
        />
      ) : null}
    </div>
  );
}
