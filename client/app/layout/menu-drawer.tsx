import { Clock3, LayoutGrid, LogIn, Mail, Phone, UserRoundPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { loginUrl, paths, registerUrl } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { useCurrentPath } from '#client/lib/use-current-path.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { SideDrawer } from '#client/ui/side-drawer.tsx';
import { AccountPanel } from './account-panel.tsx';
import { DrawerNav } from './drawer-nav.tsx';
import { phoneLabel } from './phone-label.ts';
import { SearchBox } from './search-box.tsx';
import { closeMenu, useShell } from './shell-store.ts';
import { ServerTime } from './server-time.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import css from './menu.module.css';

/** The menu of small windows: account, search, menu, the server's clock, contacts. */
export default function MenuDrawer() {
  const { t } = useTranslation('layout');
  const opened = useShell((state) => state.menuOpen);
  const user = useSession((state) => state.user);
  const info = useSiteInfo();
  const { pathname, key } = useLocation();
  const here = useCurrentPath();

  // Any navigation closes the menu; the first drawing of the menu is none.
  const place = useRef(key);
  useEffect(() => {
    if (place.current === key) return;
    place.current = key;
    closeMenu();
  }, [key]);

  return (
    <SideDrawer
      opened={opened}
      side="right"
      width="min(380px, 90vw)"
      title={t('nav.menu')}
      closeLabel={t('nav.close')}
      onClose={closeMenu}
    >
      <div className={css.drawer}>
        {user ? (
          <section className={css.drawerAccount} aria-label={t('account.title')}>
            <AccountPanel user={user} onFollow={closeMenu} />
          </section>
        ) : (
          <div className={css.buttons}>
            <a className={css.mainButton} href={loginUrl(here)}>
              <LogIn size={18} aria-hidden />
              {t('account.signIn')}
            </a>
            <a className={css.button} href={registerUrl(here)}>
              <UserRoundPlus size={18} aria-hidden />
              {t('account.register')}
            </a>
          </div>
        )}
        {pathname === paths.lotList() ? null : <SearchBox onSearch={closeMenu} landmark={false} />}
        <nav aria-label={t('nav.main')} className={css.drawerPart}>
          <Link to={paths.categories()} className={css.item} onClick={closeMenu}>
            <LayoutGrid size={20} aria-hidden />
            {t('nav.categories')}
          </Link>
          <DrawerNav onFollow={closeMenu} />
        </nav>
        <div className={css.drawerPart}>
          <div className={css.item}>
            <Clock3 size={20} aria-hidden />
            <ServerTime />
          </div>
          <ThemeSwitch className={css.item} />
          {info ? (
            <>
              <a className={css.item} href={`tel:${info.supportPhone}`}>
                <Phone size={20} aria-hidden />
                {phoneLabel(info.supportPhone)}
              </a>
              <a className={css.item} href={`mailto:${info.supportEmail}`}>
                <Mail size={20} aria-hidden />
                {info.supportEmail}
              </a>
            </>
          ) : null}
        </div>
      </div>
    </SideDrawer>
  );
}
