import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { newsArticle, type NewsArticle } from '#shared/api/site/news.ts';
import { ArticleBlocks } from '#client/entities/article/article-block.tsx';
import { ApiError, call } from '#client/lib/api-client.ts';
import { formatDay } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { recovering } from '#client/lib/recover.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { NewsPhoto } from './news-photo.tsx';
import { useNewsLanguage } from './news-language.ts';
import css from './news.module.css';

interface NewsArticleViewProps {
  id: number;
  /** Shown where there is no such item, or not any more. */
  absent: ReactNode;
}

/** One news item. */
export function NewsArticleView({ id, absent }: NewsArticleViewProps) {
  const { t } = useTranslation('news');
  const lang = useNewsLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['news-article', id, lang],
    queryFn: ({ signal }) => call(newsArticle, { params: { id }, query: { lang }, signal }),
    // A switched language replaces the text in place.
    placeholderData: keepPreviousData,
    ...recovering(),
  });
  if (!data && error instanceof ApiError && error.status === 404) return absent;
  return (
    <div className={css.page}>
      <BackLink to={paths.news()}>{t('all')}</BackLink>
      {data ? <Article article={data} /> : null}
      {!data && error ? (
        <>
          <PageTitle>{t('title')}</PageTitle>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </>
      ) : null}
      {!data && !error ? <Loading /> : null}
    </div>
  );
}

function Article({ article }: { article: NewsArticle }) {
  const { t } = useTranslation('news');
  const { title, summary, blocks, language, publishedAtMs, correctedAtMs, picture, morePictures } = article;
  return (
    <article className={css.article} lang={language}>
      <PageTitle>{title}</PageTitle>
      <p className={css.dates}>
        <time dateTime={new Date(publishedAtMs).toISOString()}>{formatDay(publishedAtMs)}</time>
        {correctedAtMs === null ? null : <span>{t('corrected', { date: formatDay(correctedAtMs) })}</span>}
      </p>
      <p className={css.summary}>{summary}</p>
      {picture ? <NewsPhoto picture={picture} sizes="(max-width: 820px) 100vw, 780px" eager /> : null}
      <ArticleBlocks blocks={blocks} />
      {morePictures.length > 0 ? (
        <ul className={css.pictures} aria-label={t('pictures')}>
          {morePictures.map((each) => (
            <li key={each.sizes[0]?.url}>
              <NewsPhoto picture={each} sizes="(max-width: 640px) 100vw, 380px" />
            </li>
          ))}
        </ul>
      ) : null}
    </article>
  );
}

function Loading() {
  return (
    <div className={css.article} aria-busy="true">
      <Skeleton height={40} width="min(520px, 90%)" />
      <Skeleton height={24} width={160} />
      <Skeleton height={160} radius={12} />
      <Skeleton height={160} radius={12} />
    </div>
  );
}
