import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { lotListCounter } from '#shared/api/site/lots.ts';
import { LOT_TAB, type LotTabName } from '#shared/lifecycles/lot-tabs.ts';
import { call } from '#client/lib/api-client.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { Button } from '#client/ui/button.tsx';
import { SideDrawer } from '#client/ui/side-drawer.tsx';
import { FilterFields } from './filter-fields.tsx';
import {
  anyFilter,
  changed,
  filterOf,
  filtersOf,
  NO_FILTERS,
  type ListFilters,
  type ListQuery,
} from './list-query.ts';
import css from './filters.module.css';

interface FilterDrawerProps {
  query: ListQuery;
  onApply: (filters: ListFilters) => void;
  onClose: () => void;
}

/** Typing is counted once it rests this long. */
const REST_MS = 300;
const NAME_OF = Object.fromEntries(Object.entries(LOT_TAB).map(([name, i]) => [i, name as LotTabName]));

/** Filters of small windows: nothing changes behind the drawer until the button that says how many lots there will be. */
export default function FilterDrawer({ query, onApply, onClose }: FilterDrawerProps) {
  const { t } = useTranslation('lots');
  const [draft, setDraft] = useState(() => filtersOf(query));
  const [rested, setRested] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setRested(draft), REST_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  const coming = changed(query, { ...rested, q: rested.q.trim() });
  const filter = filterOf(coming);
  const counters = useQuery({
    queryKey: ['lot-counters', filter],
    queryFn: () => call(lotListCounter, { query: filter }),
    placeholderData: keepPreviousData,
  }).data;
  const count = counters?.[NAME_OF[coming.i] ?? 'current'];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply({ ...draft, q: draft.q.trim() });
  };

  return (
    <SideDrawer
      title={t('lot-list:filter.title')}
      closeLabel={t('ui:action.close')}
      width="min(420px, 100vw)"
      classNames={{
        title: css.drawerTitle ?? '',
        body: css.drawerBody ?? '',
        content: css.drawerContent ?? '',
      }}
      onClose={onClose}
    >
      <form className={css.drawerForm} onSubmit={submit} aria-label={t('lot-list:filter.title')}>
        <div className={css.fields}>
          <FilterFields filters={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
        </div>
        <div className={css.drawerActions}>
          <Button
            variant="default"
            size="md"
            disabled={!anyFilter(draft)}
            onClick={() => setDraft(NO_FILTERS)}
          >
            {t('lot-list:filter.clear')}
          </Button>
          <Button type="submit" size="md">
            <span aria-live="polite">
              {count === undefined
                ? t('lot-list:filter.apply')
                : count === 0
                  ? t('lot-list:filter.showNone')
                  : t('lot-list:filter.showCount', { count, shown: formatCount(count) })}
            </span>
          </Button>
        </div>
      </form>
    </SideDrawer>
  );
}
