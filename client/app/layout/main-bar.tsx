import { LayoutGrid, Menu } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { paths } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { Logo } from '#client/ui/logo.tsx';
import { PartBoundary } from '#client/ui/part-boundary.tsx';
import { AccountArea } from './account-area.tsx';
import { FavouritesButton } from './favourites-button.tsx';
import { LanguagePicker } from './language-picker.tsx';
import { MainNav } from './main-nav.tsx';
import { SearchBox } from './search-box.tsx';
import { openMenu, useShell } from './shell-store.ts';
import css from './layout.module.css';

/** Brings the live news of a signed-in person with it: messages and the balance. */
const MessagesBadge = lazyScreen(
  () => import('#client/features/cabinet/messages/messages-badge.tsx'),
  ['messages'],
);

/** Logo, categories, search, language, favourites, account; the menu below. Fixed to the window once the page is scrolled. */
export function MainBar({ fixed }: { fixed: boolean }) {
  const { t } = useTranslation('layout');
  const { pathname } = useLocation();
  const menuOpen = useShell((state) => state.menuOpen);
  const signedIn = useSession((state) => state.user !== null);
  return (
    <div className={css.bar} data-fixed={fixed}>
      <div className={css.barInner}>
        <Link to={paths.home()} className={css.logo} aria-label={t('logo')}>
          <Logo />
          <span>Savdo</span>
        </Link>
        <Link to={paths.categories()} className={css.categories} title={t('nav.categories')}>
          <LayoutGrid size={20} aria-hidden />
          <span className={css.wideLabel}>{t('nav.categories')}</span>
        </Link>
        {pathname === paths.lotList() ? <span className={css.searchPlace} /> : <SearchBox />}
        {/* The strip's own picker is out of sight then; on small windows it is the only one. */}
        <div className={css.barPicker}>
          <LanguagePicker />
        </div>
        <FavouritesButton />
        {signedIn ? (
          <PartBoundary>
            <Suspense>
              <MessagesBadge />
            </Suspense>
          </PartBoundary>
        ) : null}
        <AccountArea />
        <button
          type="button"
          className={css.hamburger}
          aria-label={t('nav.menu')}
          aria-expanded={menuOpen}
          onClick={openMenu}
        >
          <Menu aria-hidden />
        </button>
      </div>
      <MainNav />
    </div>
  );
}
