import { Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFavouriteIds } from '#client/entities/lot/favourites.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { paths } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import page from '#client/ui/page.module.css';
import css from './layout.module.css';

/** To the favourite lots, with their count; for signed-in people. */
export function FavouritesButton() {
  const { t } = useTranslation('layout');
  const signedIn = useSession((state) => state.user !== null);
  if (!signedIn) return null;
  return (
    <Link to={paths.favourites()} className={css.favourites} title={t('nav.favourites')}>
      <span className={css.counted}>
        <Heart size={22} aria-hidden />
        <FavouritesCount />
      </span>
      <span className="sr-only">{t('nav.favourites')}</span>
    </Link>
  );
}

const MOST = 99;

/** How many lots are marked; nothing while there are none. */
export function FavouritesCount() {
  const { t } = useTranslation('layout');
  const { size } = useFavouriteIds();
  if (size === 0) return null;
  return (
    <>
      <span className={page.count} aria-hidden>
        {size > MOST ? `${MOST}+` : size}
      </span>
      <span className="sr-only">{t('nav.favouritesCount', { count: size, shown: formatCount(size) })}</span>
    </>
  );
}
