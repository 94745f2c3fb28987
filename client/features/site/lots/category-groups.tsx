import { useQuery } from '@tanstack/react-query';
import { LayoutGrid } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatCount } from '#client/lib/format/locale.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { CategoryIcon } from './category-icon.tsx';
import { groupsQuery } from './dictionaries.ts';
import css from './categories.module.css';

const GROUPS_EXPECTED = 8;

/** Groups of categories that have lots now, with how many; a group without any is among all categories. */
export function CategoryGroups() {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  const { data, error, refetch } = useQuery(groupsQuery);
  if (!data) {
    if (error)
      return <ErrorState error={error} title={t('category.failed')} onRetry={() => void refetch()} />;
    return (
      <ul className={css.groups} aria-busy="true">
        {Array.from({ length: GROUPS_EXPECTED }, (_, at) => (
          <li key={at}>
            <Skeleton height={40} width={150} radius={20} />
          </li>
        ))}
      </ul>
    );
  }
  const withLots = data.filter(({ lotCount }) => lotCount > 0);
  if (withLots.length === 0) return <NoCategories />;
  return (
    <ul className={css.groups}>
      {withLots.map((group) => (
        <li key={group.id}>
          <Link to={paths.lotList({ group: group.id })} className={css.group}>
            <CategoryIcon url={group.iconUrl} size={20} />
            {localized(group.name)}
            <span className={css.count}>
              <span aria-hidden>{formatCount(group.lotCount)}</span>
              <span className="sr-only">
                {t('category.lots', { count: group.lotCount, shown: formatCount(group.lotCount) })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function NoCategories() {
  const { t } = useTranslation('lots');
  return (
    <EmptyState icon={LayoutGrid} title={t('category.emptyTitle')} text={t('category.emptyText')}>
      <ButtonLink to={paths.lotList()}>{t('ui:action.allLots')}</ButtonLink>
    </EmptyState>
  );
}
