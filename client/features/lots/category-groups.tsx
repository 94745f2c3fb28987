import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { categories } from '#shared/api/reference.ts';
import { call } from '#client/lib/api-client.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { CategoryIcon } from './category-icon.tsx';
import css from './categories.module.css';

const GROUPS_EXPECTED = 8;

/** Groups of categories with how many current lots each has; `deep` also lists the categories of each group. */
export function CategoryGroups({ deep = false }: { deep?: boolean }) {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  const { data, error, refetch } = useQuery({ queryKey: ['categories'], queryFn: () => call(categories) });
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return (
      <ul className={css.groups} data-deep={deep} aria-busy="true">
        {Array.from({ length: GROUPS_EXPECTED }, (_, at) => (
          <li key={at}>
            <Skeleton height={deep ? 220 : 86} radius={12} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className={css.groups} data-deep={deep}>
      {data.map((group) => (
        <li key={group.id} className={css.group}>
          <Link to={paths.lotList({ group: group.id })} className={css.groupLink}>
            <span className={css.icon}>
              <CategoryIcon name={group.icon} />
            </span>
            <span className={css.name}>{localized(group.name)}</span>
            <span className={css.count}>
              {t('category.lots', { count: group.lotCount, shown: formatCount(group.lotCount) })}
            </span>
          </Link>
          {deep ? (
            <ul className={css.children}>
              {group.categories.map((category) => (
                <li key={category.id}>
                  <Link to={paths.lotList({ group: group.id, category: category.id })}>
                    <CategoryIcon name={category.icon} size={18} />
                    <span>{localized(category.name)}</span>
                    <span className={css.childCount}>{formatCount(category.lotCount)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
