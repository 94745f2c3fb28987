import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import layout from '#client/ui/layout.module.css';
import { ProtestCard } from './protest-card.tsx';
import { myProtestsQuery } from './protest-queries.ts';
import css from './protests.module.css';

/** /profile/protests: protests of the person, the newest first. */
export function MyProtests() {
  const { t } = useTranslation(['protests', 'cabinet', 'lots']);
  const localized = useLocalized();
  const asked = Number(useSearchParams()[0].get('page'));
  const page = Number.isSafeInteger(asked) && asked > 1 ? asked : 1;
  const { data, error, refetch } = useQuery(myProtestsQuery(page));
  usePersonUpdates('messages', () => void refetch());
  return (
    <>
      <PageTitle>{t('cabinet:page.protests')}</PageTitle>
      {data ? (
        data.items.length > 0 ? (
          <>
            <TableTools exports={<ExportLinks list="protests" filters={{}} />} />
            <ul className={layout.fluidStack4}>
              {data.items.map((protest) => (
                <li key={protest.id} className={css.panel}>
                  <header className={css.head}>
                    <h2>
                      <Link to={paths.lotResult(protest.lotId)}>{localized(protest.title)}</Link>
                    </h2>
                    <span className={layout.muted}>
                      {t('lots:tile.number', { number: protest.lotId })} ·{' '}
                      {t('participant', { number: protest.bidderNumber })}
                    </span>
                    <StatusBadge status={protest.lotStatus} />
                  </header>
                  <ProtestCard protest={protest} />
                </li>
              ))}
            </ul>
          </>
        ) : (
          <EmptyState icon={Scale} title={t('none')} text={t('noneText')}>
            <ButtonLink to={paths.profile('applications')}>{t('toApplications')}</ButtonLink>
          </EmptyState>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={layout.fluidStack4} aria-busy>
          <Skeleton height={220} radius={12} />
        </div>
      )}
      {data ? (
        <Pagination page={page} count={Math.ceil(data.total / data.size)} to={(each) => `?page=${each}`} />
      ) : null}
    </>
  );
}
