import { LayoutGrid, Menu } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { Logo } from '#client/ui/logo.tsx';
import { AccountArea } from './account-area.tsx';
import { FavouritesButton } from './favourites-button.tsx';
import { LanguagePicker } from './language-picker.tsx';
import { LiveMessages } from './live-messages.tsx';
import { MainNav } from './main-nav.tsx';
import { SearchBox } from './search-box.tsx';
import { openMenu, useShell } from './shell-store.ts';
import css from './layout.module.css';

/** Logo, categories, search, language, favourites, account and the menu. It stays at the top of the window once the page is scrolled. */
export function MainBar() {
  const { t } = useTranslation('layout');
  const { pathname } = useLocation();
  const menuOpen = useShell((state) => state.menuOpen);
  return (
    <div className={css.barInner}>
      <Link to={paths.home()} className={css.logo} aria-label={t('logo')}>
        <Logo />
        <span>Savdo</span>
      </Link>
      <Link to={paths.categories()} className={css.categories} title={t('nav.categories')}>
        <LayoutGrid size={20} aria-hidden />
        <span className={css.wideLabel}>{t('nav.categories')}</span>
      </Link>
      <MainNav />
      {pathname === paths.lotList() ? <span className={css.searchPlace} /> : <SearchBox />}
      {/* The strip's own picker is out of sight then; on small windows it is the only one. */}
      <div className={css.barPicker}>
        <LanguagePicker />
      </div>
      <FavouritesButton />
      <LiveMessages />
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
  );
}
