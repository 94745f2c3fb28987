import { Heart, House, LayoutGrid, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { loginUrl, paths } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { useCurrentPath } from '#client/lib/use-current-path.ts';
import { FavouritesCount } from './favourites-button.tsx';
import { openMenu, useShell } from './shell-store.ts';
import css from './bottom-bar.module.css';
import layout from './layout.module.css';

/** Tabs at the bottom of small windows: home, categories, favourites, user. */
export function BottomBar() {
  const { t } = useTranslation('layout');
  const { pathname } = useLocation();
  const here = useCurrentPath();
  const user = useSession((state) => state.user);
  const menuOpen = useShell((state) => state.menuOpen);
  const current = (to: string) => (pathname === to ? 'page' : undefined);
  return (
    <nav className={css.bottomBar} aria-label={t('nav.bottom')}>
      <Link to={paths.home()} aria-current={current(paths.home())}>
        <House size={24} aria-hidden />
        <span>{t('tab.home')}</span>
      </Link>
      <Link to={paths.categories()} aria-current={current(paths.categories())}>
        <LayoutGrid size={24} aria-hidden />
        <span>{t('tab.categories')}</span>
      </Link>
      <Link to={paths.favourites()} aria-current={current(paths.favourites())}>
        <span className={layout.counted}>
          <Heart size={24} aria-hidden />
          <FavouritesCount />
        </span>
        <span>{t('tab.favourites')}</span>
      </Link>
      {user ? (
        <button type="button" aria-expanded={menuOpen} onClick={openMenu}>
          <UserRound size={24} aria-hidden />
          <span>{user.name.split(' ')[0]}</span>
        </button>
      ) : (
        <a href={loginUrl(here)}>
          <UserRound size={24} aria-hidden />
          <span>{t('account.signIn')}</span>
        </a>
      )}
    </nav>
  );
}
