import { LayoutGrid, Menu } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { loadPart } from '#client/lib/lazy-screen.ts';
import { paths } from '#client/lib/paths.ts';
import { Logo } from '#client/ui/logo.tsx';
import { AccountArea } from './account-area.tsx';
import { MainNav } from './main-nav.tsx';
import { SearchBox } from './search-box.tsx';
import css from './layout.module.css';

const MenuDrawer = lazy(() => loadPart(() => import('./menu-drawer.tsx')));

/** Logo, categories, search, account. Fixed to the window once the page is scrolled. */
export function MainBar({ fixed }: { fixed: boolean }) {
  const { t } = useTranslation('layout');
  const { pathname } = useLocation();
  const [menuOpened, setMenuOpened] = useState(false);
  const [menuWanted, setMenuWanted] = useState(false);
  return (
    <div className={css.bar} data-fixed={fixed}>
      <div className={css.barInner}>
        <Link to={paths.home()} className={css.logo} aria-label={t('logo')}>
          <Logo />
          <span>Savdo</span>
        </Link>
        <Link to={paths.categories()} className={css.categories}>
          <LayoutGrid size={20} aria-hidden />
          <span>{t('nav.categories')}</span>
        </Link>
        {pathname === paths.lotList() ? <span className={css.searchPlace} /> : <SearchBox />}
        <MainNav />
        <AccountArea />
        <button
          type="button"
          className={css.hamburger}
          aria-label={t('nav.menu')}
          aria-expanded={menuOpened}
          onClick={() => {
            setMenuWanted(true);
            setMenuOpened(true);
          }}
        >
          <Menu size={26} aria-hidden />
        </button>
      </div>
      {menuWanted ? (
        <Suspense>
          <MenuDrawer opened={menuOpened} onClose={() => setMenuOpened(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
