import { LayoutGrid, List, SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LOT_SORTS } from '#shared/api/site/lots.ts';
import { Button } from '#client/ui/button.tsx';
import { filterCount, PAGE_SIZES, type ListQuery } from './list-query.ts';
import css from './lot-list.module.css';

interface ListToolsProps {
  query: ListQuery;
  onChange: (part: Partial<ListQuery>) => void;
  onOpenFilters: () => void;
}

/** Above the lots: filters of small windows, order, lots on a page. */
export function ListTools({ query, onChange, onOpenFilters }: ListToolsProps) {
  const { t } = useTranslation('lots');
  const chosen = filterCount(query);
  const sizes = [...new Set<number>([...PAGE_SIZES, query.size])].sort((a, b) => a - b);
  return (
    <div className={css.tools}>
      <Button
        className={css.filterButton}
        variant="default"
        leftSection={<SlidersHorizontal size={18} aria-hidden />}
        onClick={onOpenFilters}
      >
        {chosen > 0 ? t('lot-list:filter.openCount', { count: chosen }) : t('lot-list:filter.title')}
      </Button>
      <select
        className={css.select}
        data-kind="sort"
        aria-label={t('lot-list:sort.label')}
        value={query.sort ?? ''}
        onChange={({ target }) => onChange({ sort: LOT_SORTS.find((sort) => sort === target.value) ?? null })}
      >
        <option value="">{t('lot-list:sort.usual')}</option>
        {LOT_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {t(`lot-list:sort.${sort}`)}
          </option>
        ))}
      </select>
      <select
        className={css.select}
        data-kind="size"
        aria-label={t('lot-list:size.label')}
        value={query.size}
        onChange={({ target }) => onChange({ size: Number(target.value) })}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {t('lot-list:size.short', { size })}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Tiles or rows. */
export function ViewSwitch({ query, onChange }: Pick<ListToolsProps, 'query' | 'onChange'>) {
  const { t } = useTranslation('lots');
  return (
    <div className={css.views} role="group" aria-label={t('lot-list:view.label')}>
      {(['grid', 'list'] as const).map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={query.view === view}
          aria-label={t(`lot-list:view.${view}`)}
          title={t(`lot-list:view.${view}`)}
          onClick={() => onChange({ view })}
        >
          {view === 'grid' ? <LayoutGrid size={20} aria-hidden /> : <List size={20} aria-hidden />}
        </button>
      ))}
    </div>
  );
}
