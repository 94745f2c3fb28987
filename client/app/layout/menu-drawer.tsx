import { Drawer } from '@mantine/core';
import { LayoutGrid, LogIn, LogOut, Mail, Moon, Phone, Sun, UserRoundPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { setColorTheme, useColorTheme } from '#client/lib/color-theme.ts';
import { loginUrl, paths, registerUrl } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import '#client/ui/overlay-styles.ts';
import LogoutDialog from '../dialogs/logout-dialog.tsx';
import { LanguagePicker } from './language-picker.tsx';
import { navItems } from './nav-items.ts';
import { phoneLabel } from './phone-label.ts';
import { SearchBox } from './search-box.tsx';
import css from './layout.module.css';

/** The menu of small windows. */
export default function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('layout');
  const { user, me } = useSession();
  const info = useSiteInfo();
  const { pathname, search, key } = useLocation();
  const theme = useColorTheme((state) => state.theme);
  const [leaving, setLeaving] = useState(false);
  const here = `${pathname}${search}`;

  // Any navigation closes the menu; the first drawing of the menu is none.
  const place = useRef(key);
  useEffect(() => {
    if (place.current === key) return;
    place.current = key;
    onClose();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);

  return (
    <>
      <Drawer
        opened={opened}
        onClose={onClose}
        position="right"
        size="min(360px, 88vw)"
        title={user ? user.name : t('nav.menu')}
        closeButtonProps={{ 'aria-label': t('nav.close') }}
      >
        <div className={css.drawer}>
          {pathname === paths.lotList() ? null : <SearchBox onSearch={onClose} />}
          <nav aria-label={t('nav.main')} className={css.drawerNav}>
            <Link to={paths.categories()} className={css.menuItem} onClick={onClose}>
              <LayoutGrid size={20} aria-hidden />
              {t('nav.categories')}
            </Link>
            {navItems(me).map(({ key: name, to, icon: Icon }) => (
              <Link key={name} to={to} className={css.menuItem} onClick={onClose}>
                <Icon size={20} aria-hidden />
                {t(`nav.${name}`)}
              </Link>
            ))}
          </nav>
          <div className={css.drawerNav}>
            {user ? (
              <button type="button" className={css.menuItem} onClick={() => setLeaving(true)}>
                <LogOut size={20} aria-hidden />
                {t('account.logOut')}
              </button>
            ) : (
              <>
                <a className={css.menuItem} href={loginUrl(here)}>
                  <LogIn size={20} aria-hidden />
                  {t('account.signIn')}
                </a>
                <a className={css.menuItem} href={registerUrl(here)}>
                  <UserRoundPlus size={20} aria-hidden />
                  {t('account.register')}
                </a>
              </>
            )}
            <button
              type="button"
              className={css.menuItem}
              onClick={() => setColorTheme(theme === 'light' ? 'dark' : 'light')}
            >
              {theme === 'light' ? <Moon size={20} aria-hidden /> : <Sun size={20} aria-hidden />}
              {t(theme === 'light' ? 'theme.dark' : 'theme.light')}
            </button>
          </div>
          <div className={css.drawerFoot}>
            <LanguagePicker />
            {info ? (
              <>
                <a href={`tel:${info.supportPhone}`}>
                  <Phone size={18} aria-hidden />
                  {phoneLabel(info.supportPhone)}
                </a>
                <a href={`mailto:${info.supportEmail}`}>
                  <Mail size={18} aria-hidden />
                  {info.supportEmail}
                </a>
              </>
            ) : null}
          </div>
        </div>
      </Drawer>
      {leaving ? <LogoutDialog onClose={() => setLeaving(false)} /> : null}
    </>
  );
}
