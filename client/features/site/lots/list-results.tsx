import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType } from 'react-router-dom';
import { lotList } from '#shared/api/site/lots.ts';
import { LOT_TAB, type LotTabName } from '#shared/lifecycles/lot-tabs.ts';
import { call } from '#client/lib/api-client.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { paths } from '#client/lib/paths.ts';
import { recovering } from '#client/lib/recover.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { anyFilter, filterOf, NO_FILTERS, writeListQuery, type ListQuery } from './list-query.ts';
import { Note } from './note.tsx';
import { StatesButton } from './states-button.tsx';
import { TileGrid, TileGridSkeleton } from './tile-grid.tsx';
import css from './lot-list.module.css';

type Counters = Record<LotTabName, number>;

interface ResultsProps {
  query: ListQuery;
  counters: Counters | undefined;
  onChange: (change: Partial<ListQuery>, replace?: boolean) => void;
}

/** Rooms bring their prices at once; the list is asked again so that lots come and go. */
const REFRESH_MS = 60_000;

export function ListResults({ query, counters, onChange }: ResultsProps) {
  const { t } = useTranslation('lots');
  const { i, page, size, view, sort } = query;
  const input = { ...filterOf(query), i, page, size, ...(sort ? { sort } : {}) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['lot-list', input],
    queryFn: () => call(lotList, { query: input }),
    placeholderData: keepPreviousData,
    ...recovering(REFRESH_MS),
  });
  const top = useRef<HTMLDivElement>(null);
  useTopOfNewPage(top, page);

  // An address beyond the last page leads to the last one.
  const lastPage = data && !isPlaceholderData ? Math.max(1, Math.ceil(data.total / size)) : page;
  useEffect(() => {
    if (page > lastPage) onChange({ page: lastPage }, true);
  }, [page, lastPage, onChange]);

  if (error && (!data || isPlaceholderData))
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || page > lastPage) return <TileGridSkeleton count={Math.min(size, 24)} view={view} />;
  if (data.total === 0) return <NothingFound query={query} counters={counters} onChange={onChange} />;
  const first = (data.page - 1) * data.size;
  return (
    <div ref={top} className={css.results} aria-busy={isPlaceholderData} data-stale={isPlaceholderData}>
      {error ? <Note>{t('current.delayed')}</Note> : null}
      <p className="sr-only" role="status">
        {isPlaceholderData ? '' : t('lot-list:list.found', { count: data.total })}
      </p>
      <TileGrid lots={data.items} view={view} headingLevel={2} />
      <footer className={css.foot}>
        <Pagination
          page={page}
          count={Math.ceil(data.total / size)}
          to={(each) => `${paths.lotList()}?${writeListQuery({ ...query, page: each }).toString()}`}
        />
        <p>
          {t('lot-list:list.range', {
            from: formatCount(first + 1),
            to: formatCount(first + data.items.length),
            total: formatCount(data.total),
          })}
        </p>
        <StatesButton />
      </footer>
    </div>
  );
}

/** Another page of the list begins at its top; going back returns to where one was (the scroll rules do that). */
function useTopOfNewPage(top: { current: HTMLElement | null }, page: number): void {
  const type = useNavigationType();
  const shown = useRef(page);
  useEffect(() => {
    const turned = shown.current !== page;
    shown.current = page;
    if (turned && type === 'PUSH') top.current?.scrollIntoView({ block: 'start' });
  }, [page, type, top]);
}

const TABS: readonly LotTabName[] = ['current', 'newLots', 'completed', 'notHeld'];

function NothingFound({ query, counters, onChange }: ResultsProps) {
  const { t } = useTranslation('lots');
  const filtered = anyFilter(query);
  const elsewhere = filtered && counters ? TABS.filter((name) => counters[name] > 0) : [];
  const text =
    query.q !== ''
      ? 'lot-list:list.noneSearch'
      : filtered
        ? 'lot-list:list.noneFiltered'
        : 'lot-list:list.noneTab';
  return (
    <EmptyState
      title={t('lot-list:list.none')}
      text={elsewhere.length > 0 ? t('lot-list:list.elsewhere') : t(text)}
    >
      {elsewhere.map((name, at) => (
        <Button
          key={name}
          variant={at === 0 ? 'filled' : 'default'}
          onClick={() => onChange({ i: LOT_TAB[name], stage: null })}
        >
          {t(`tab.${name}`)}: {formatCount(counters?.[name] ?? 0)}
        </Button>
      ))}
      {filtered ? (
        <Button variant={elsewhere.length > 0 ? 'default' : 'filled'} onClick={() => onChange(NO_FILTERS)}>
          {t('lot-list:filter.clear')}
        </Button>
      ) : null}
      {query.i === LOT_TAB.current || elsewhere.length > 0 ? null : (
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
