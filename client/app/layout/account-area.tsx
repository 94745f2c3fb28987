import { ChevronDown, LogIn, LogOut, Moon, Sun, UserRound, UserRoundPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { setColorTheme, useColorTheme } from '#client/lib/color-theme.ts';
import { loadPart } from '#client/lib/lazy-screen.ts';
import { loginUrl, registerUrl } from '#client/lib/paths.ts';
import { useSession, type StoredUser } from '#client/lib/session.ts';
import { Disclosure } from '#client/ui/disclosure.tsx';
import css from './layout.module.css';

const LogoutDialog = lazy(() => loadPart(() => import('../dialogs/logout-dialog.tsx')));

/** Signed out: register and sign in. Signed in: the name with its menu. */
export function AccountArea() {
  const { t } = useTranslation('layout');
  const user = useSession((state) => state.user);
  const { pathname, search } = useLocation();
  if (user) return <AccountMenu user={user} />;
  const here = `${pathname}${search}`;
  return (
    <div className={css.account}>
      <a className={css.registerButton} href={registerUrl(here)}>
        <UserRoundPlus size={20} aria-hidden />
        <span>{t('account.register')}</span>
      </a>
      <a className={css.signInButton} href={loginUrl(here)}>
        <LogIn size={20} aria-hidden />
        <span>{t('account.signIn')}</span>
      </a>
    </div>
  );
}

function AccountMenu({ user }: { user: StoredUser }) {
  const { t } = useTranslation('layout');
  const theme = useColorTheme((state) => state.theme);
  const [leaving, setLeaving] = useState(false);
  return (
    <div className={css.account}>
      <Disclosure
        className={css.accountButton}
        panelClassName={css.accountPanel}
        label={
          <>
            <UserRound size={20} aria-hidden />
            <span className={css.accountName}>{user.name}</span>
            <ChevronDown size={16} aria-hidden />
          </>
        }
      >
        {(close) => (
          <>
            <div className={css.accountHead}>
              <strong>{user.name}</strong>
              <span>{user.user_name}</span>
            </div>
            <button
              type="button"
              className={css.menuItem}
              onClick={() => setColorTheme(theme === 'light' ? 'dark' : 'light')}
            >
              {theme === 'light' ? <Moon size={18} aria-hidden /> : <Sun size={18} aria-hidden />}
              {t(theme === 'light' ? 'theme.dark' : 'theme.light')}
            </button>
            <button
              type="button"
              className={css.menuItem}
              onClick={() => {
                close();
                setLeaving(true);
              }}
            >
              <LogOut size={18} aria-hidden />
              {t('account.logOut')}
            </button>
          </>
        )}
      </Disclosure>
      {leaving ? (
        <Suspense>
          <LogoutDialog onClose={() => setLeaving(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
