import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { newsList, type NewsSummary } from '#shared/api/site/news.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDay } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { recovering } from '#client/lib/recover.ts';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useNewsLanguage } from './news-language.ts';
import { NewsPhoto } from './news-photo.tsx';
import css from './news.module.css';

const SIZE = 10;
const SKELETON_HEIGHT_PX = 116;

/** News of the platform, the newest first. */
export function NewsList() {
  const { t } = useTranslation('news');
  const lang = useNewsLanguage();
  const { page, pageTo } = useTableQuery([]);
  const { data, error, refetch } = useQuery({
    queryKey: ['news', lang, page],
    queryFn: ({ signal }) => call(newsList, { query: { lang, page, size: SIZE }, signal }),
    placeholderData: keepPreviousData,
    ...recovering(),
  });
  return (
    <div className={css.page}>
      <PageTitle>{t('title')}</PageTitle>
      <p className={css.lead}>{t('lead')}</p>
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <div className={css.list} aria-busy="true">
          {[1, 2, 3].map((each) => (
            <Skeleton key={each} height={SKELETON_HEIGHT_PX} radius={12} />
          ))}
        </div>
      ) : null}
      {data ? <Items items={data.items} /> : null}
      {data ? <Pagination page={page} count={Math.ceil(data.total / SIZE)} to={pageTo} /> : null}
    </div>
  );
}

function Items({ items }: { items: readonly NewsSummary[] }) {
  const { t } = useTranslation('news');
  if (items.length === 0)
    return <EmptyState icon={Newspaper} title={t('empty.title')} text={t('empty.text')} />;
  return (
    <ul className={css.list}>
      {items.map(({ id, title, summary, publishedAtMs, picture }) => (
        <li key={id} className={picture ? `${css.item} ${css.pictured}` : css.item}>
          {picture ? <NewsPhoto picture={picture} sizes="(max-width: 640px) 100vw, 220px" /> : null}
          <time dateTime={new Date(publishedAtMs).toISOString()}>{formatDay(publishedAtMs)}</time>
          <h2>
            <Link to={paths.news(id)}>{title}</Link>
          </h2>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  );
}
