import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consoleNewsItem } from '#shared/api/site/news.ts';
import { PhotoSection } from '#client/entities/file/photo-section.tsx';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import writing from '#client/ui/writing.module.css';
import { NewsForm } from './news-form.tsx';
import { NewsHistory } from './news-history.tsx';
import { NewsStateBadge } from './news-state-badge.tsx';

interface NewsEditorProps {
  /** null: one that is not saved yet. */
  id: number | null;
  mayWrite: boolean;
}

/** One news item: its texts, what may be done with it now, and its history. */
export function NewsEditor({ id, mayWrite }: NewsEditorProps) {
  const { t } = useTranslation('console-news');
  const { data, error, refetch } = useQuery({
    queryKey: ['console-news-item', id],
    queryFn: ({ signal }) => call(consoleNewsItem, { params: { id: id ?? 0 }, signal }),
    enabled: id !== null,
    // What is being edited must not change while somebody types; a save against an old version is refused.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // Somebody else's version replaces what is in the form; one's own save leaves it alone.
  const [reloads, setReloads] = useState(0);
  const reload = async () => {
    await refetch();
    setReloads((count) => count + 1);
  };
  const title = id === null ? t('newTitle') : data?.texts.uz.title || t('editTitle');
  return (
    <div className={writing.page}>
      <BackLink to={paths.console('news')}>{t('back')}</BackLink>
      <PageTitle aside={data ? <NewsStateBadge state={data.state} /> : null}>{title}</PageTitle>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {id !== null && !data && !error ? <Skeleton height={640} radius={12} /> : null}
      {id === null || data ? (
        <NewsForm
          key={data ? reloads : 'new'}
          item={data ?? null}
          mayWrite={mayWrite}
          reload={() => void reload()}
        />
      ) : null}
      {data && mayWrite ? (
        <PhotoSection place={{ owner: 'news', ownerId: data.id }} lead={t('picturesNote')} />
      ) : null}
      {data ? (
        <NewsHistory item={data} mayWrite={mayWrite} onRestored={() => setReloads((count) => count + 1)} />
      ) : null}
    </div>
  );
}
