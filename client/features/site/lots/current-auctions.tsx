import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Gavel } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { activeLotList } from '#shared/api/site/lots.ts';
import { LOT_TAB } from '#shared/lifecycles/lot-tabs.ts';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { recovering } from '#client/lib/recover.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { LiveDot } from '#client/ui/live-dot.tsx';
import { Note } from './note.tsx';
import { TileGrid, TileGridSkeleton } from './tile-grid.tsx';
import page from '#client/ui/page.module.css';
import css from './section.module.css';

const SHOWN = 8;
/** The board brings prices at once; the list is asked again so that lots come and go. */
const REFRESH_MS = 30_000;

/** What is being sold right now: nearest end first, what is paused last; prices and timers live. */
export function CurrentAuctions() {
  const { t } = useTranslation('lots');
  const { data, error, refetch } = useQuery({
    queryKey: ['active-lots', SHOWN],
    queryFn: () => call(activeLotList, { query: { limit: SHOWN } }),
    ...recovering(REFRESH_MS),
  });
  return (
    <section aria-labelledby="current-auctions" className={page.section}>
      <div className={css.head}>
        <h2 id="current-auctions">{t('current.title')}</h2>
        {error ? null : <LiveDot label={t('current.live')} />}
        <Link className={css.more} to={paths.lotList({ i: LOT_TAB.current })}>
          {t('current.all')} <ArrowRight size={18} aria-hidden />
        </Link>
      </div>
      {data && error ? <Note>{t('current.delayed')}</Note> : null}
      {data ? (
        data.length > 0 ? (
          <div className={css.short}>
            <TileGrid lots={data} />
            <ButtonLink to={paths.lotList({ i: LOT_TAB.current })} variant="default" size="md">
              {t('current.all')}
            </ButtonLink>
          </div>
        ) : (
          <EmptyState icon={Gavel} title={t('current.none')} text={t('current.noneText')}>
            <ButtonLink to={paths.lotList({ i: LOT_TAB.newLots })}>{t('current.newLots')}</ButtonLink>
          </EmptyState>
        )
      ) : error ? (
        <ErrorState error={error} title={t('current.failed')} onRetry={() => void refetch()} />
      ) : (
        <TileGridSkeleton count={SHOWN} />
      )}
    </section>
  );
}
