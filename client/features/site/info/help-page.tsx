import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { pageContent, type HelpPage, type HelpPageName } from '#shared/api/pages.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDay } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { recovering } from '#client/lib/recover.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { ArticleBlocks } from '#client/entities/article/article-block.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import { AroundPages, HelpPagesList } from './help-pages-list.tsx';
import { HelpContents } from './help-contents.tsx';
import css from './info.module.css';

/** Rules change a few times a year; an open page follows within this time. */
const FRESH_MS = 60_000;

type PageLanguage = 'uz' | 'ru' | 'uz-cyrl' | 'en';

/** One help page: its text, what is on it, and the way to the others. */
export function HelpPageView({ page }: { page: HelpPageName }) {
  const { t, i18n } = useTranslation('info');
  const lang = i18n.language.toLowerCase() as PageLanguage;
  const { data, error, refetch } = useQuery({
    queryKey: ['help-page', page, lang],
    queryFn: () => call(pageContent, { query: { page, lang } }),
    staleTime: FRESH_MS,
    ...recovering(),
    // A switched language replaces the text in place.
    placeholderData: (before: HelpPage | undefined) => (before?.page === page ? before : undefined),
  });
  return (
    <div className={css.page}>
      <nav className={css.crumbs} aria-label={t('crumbs')}>
        <Link to={paths.home()}>{t('home')}</Link>
        <span aria-hidden>/</span>
        <span>{t('help')}</span>
      </nav>
      <div className={css.columns}>
        <div className={css.others}>
          <HelpPagesList current={page} />
        </div>
        <div className={layout.stack5}>
          {data ? <Article page={data} /> : null}
          {!data && error ? (
            <>
              <PageTitle>{t(`page.${page}`)}</PageTitle>
              <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} />
            </>
          ) : null}
          {!data && !error ? <Loading /> : null}
          <AroundPages current={page} />
        </div>
        <aside className={css.contents}>
          {data ? <HelpContents blocks={data.blocks} /> : <Skeleton height={180} radius={12} />}
        </aside>
      </div>
    </div>
  );
}

function Article({ page }: { page: HelpPage }) {
  const { t } = useTranslation('info');
  const { hash, key } = useLocation();

  // The text comes after the address: a link to a part of it waits for it.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key]);

  return (
    <article className={css.article}>
      <header>
        <PageTitle>{page.title}</PageTitle>
        <p className={css.summary}>{page.summary}</p>
      </header>
      <ArticleBlocks blocks={page.blocks} />
      <footer className={css.foot}>
        <p>
          {t('updated', { date: formatDay(Date.parse(`${page.updatedOn}T00:00:00+05:00`)) })}. {t('figures')}
        </p>
        <button type="button" className={css.print} onClick={() => window.print()}>
          <Printer size={18} aria-hidden /> {t('print')}
        </button>
      </footer>
    </article>
  );
}

function Loading() {
  return (
    <div className={css.article} aria-busy="true">
      <Skeleton height={40} width="min(480px, 90%)" />
      <Skeleton height={56} />
      <Skeleton height={180} radius={12} />
      <Skeleton height={240} radius={12} />
      <Skeleton height={180} radius={12} />
    </div>
  );
}
