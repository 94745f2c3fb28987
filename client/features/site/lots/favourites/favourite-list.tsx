import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Heart, HeartOff, RotateCcw } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { favouriteList } from '#shared/api/cabinet/favourites.ts';
import type { LotCard } from '#shared/api/site/lots.ts';
import { call } from '#client/lib/api-client.ts';
import {
  FAVOURITE_LISTS,
  useKnownFavouriteIds,
  useToggleFavourite,
} from '#client/entities/lot/favourites.ts';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { loginUrl, paths, registerUrl } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonAnchor, ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState, useErrorText } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { TileGrid, TileGridSkeleton } from '../tile-grid.tsx';
import css from './favourites.module.css';

const SavedSearches = lazyScreen(() => import('./saved-searches.tsx'), ['saved-searches']);

const PAGE_SIZE = 12;
const HEAL_MS = 5_000;
const REFRESH_MS = 60_000;

/** A page number of the address; anything that is none means the first. */
function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 1;
}

/** Favourite lots with live prices; a removed one can be brought back at once. */
export function FavouriteList() {
  const { t } = useTranslation('favourites');
  const userName = useSession((state) => state.user?.user_name ?? null);
  return (
    <div className={css.page}>
      <PageTitle>{t('title')}</PageTitle>
      {userName === null ? <SignInFirst /> : <Mine userName={userName} />}
      {userName === null ? null : (
        <Suspense fallback={null}>
          <SavedSearches />
        </Suspense>
      )}
    </div>
  );
}

function SignInFirst() {
  const { t } = useTranslation(['favourites', 'ui']);
  return (
    <EmptyState icon={Heart} title={t('signIn')} text={t('signInText')}>
      <ButtonAnchor href={loginUrl(paths.favourites())} size="md">
        {t('ui:action.signIn')}
      </ButtonAnchor>
      <ButtonAnchor href={registerUrl(paths.favourites())} size="md" variant="default">
        {t('ui:action.register')}
      </ButtonAnchor>
    </EmptyState>
  );
}

function Mine({ userName }: { userName: string }) {
  const { t } = useTranslation('favourites');
  const [search] = useSearchParams();
  const page = readPage(search.get('page'));
  const ids = useKnownFavouriteIds();
  /** Every lot this page has shown: those unmarked since can be brought back. */
  const [seen] = useState(() => new Map<number, LotCard>());
  const { data, error, refetch } = useQuery({
    queryKey: [...FAVOURITE_LISTS, userName, page],
    queryFn: async () => {
      const answer = await call(favouriteList, { query: { page, size: PAGE_SIZE } });
      for (const lot of answer.items) seen.set(lot.id, lot);
      return answer;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'error' ? HEAL_MS : REFRESH_MS),
  });
  if (!data) {
    if (error) return <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} />;
    return <TileGridSkeleton count={4} />;
  }
  // A page behind the last one: an old link, or its lots were taken out.
  if (page > 1 && data.items.length === 0) return <Navigate to={paths.favourites()} replace />;
  // The hearts know of a removal before the list is asked again.
  const known = ids ?? new Set(data.ids);
  const shown = data.items.filter((lot) => known.has(lot.id));
  const offered = [...seen.values()].filter((lot) => !known.has(lot.id));
  return (
    <>
      {shown.length > 0 ? <p className={css.lead}>{t('lead', { count: known.size })}</p> : null}
      {offered.map((lot) => (
        <Removed key={lot.id} lot={lot} />
      ))}
      {shown.length > 0 ? (
        <>
          <TableTools exports={<ExportLinks list="favourites" filters={{}} />} />
          <TileGrid lots={shown} headingLevel={2} />
        </>
      ) : (
        <EmptyState icon={HeartOff} title={t('none')} text={t('noneText')}>
          <ButtonLink to={paths.lotList()} size="md">
            {t('toLots')}
          </ButtonLink>
        </EmptyState>
      )}
      <Pagination
        page={page}
        count={Math.ceil(known.size / PAGE_SIZE)}
        to={(each) => `${paths.favourites()}?page=${each}`}
      />
    </>
  );
}

/** Says what was removed, with a way back. */
function Removed({ lot }: { lot: LotCard }) {
  const { t } = useTranslation('favourites');
  const localized = useLocalized();
  const errorText = useErrorText();
  const toggle = useToggleFavourite();
  const undo = async () => {
    try {
      await toggle(lot.id, true);
    } catch (error) {
      // Not retried: the line stays with its button, and the person knows why.
      notify('error', `${t('notAdded')} ${errorText(error)}`);
    }
  };
  return (
    <div className={css.removed} role="status">
      <p>{t('removed', { title: localized(lot.title) })}</p>
      <Button variant="subtle" leftSection={<RotateCcw size={18} aria-hidden />} onClick={() => void undo()}>
        {t('undo')}
      </Button>
    </div>
  );
}
