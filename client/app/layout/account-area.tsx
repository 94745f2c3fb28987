import { ChevronDown, LogIn, UserRound, UserRoundPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { loginUrl, registerUrl } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { useCurrentPath } from '#client/lib/use-current-path.ts';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { AccountPanel } from './account-panel.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import css from './account-area.module.css';
import menu from './menu.module.css';

/** Signed out: register and sign in. Signed in: the name with its menu. */
export function AccountArea() {
  const { t } = useTranslation('layout');
  const user = useSession((state) => state.user);
  const here = useCurrentPath();
  if (user) {
    return (
      <div className={css.account}>
        <Disclosure
          className={css.accountButton}
          panelClassName={`${menu.panel} ${menu.accountPanel}`}
          label={
            <>
              <UserRound size={20} aria-hidden />
              <span className={css.accountName}>{user.name}</span>
              <ChevronDown size={16} aria-hidden />
            </>
          }
        >
          {(close) => (
            <AccountPanel user={user} onFollow={close}>
              <ThemeSwitch className={menu.item} size={18} />
            </AccountPanel>
          )}
        </Disclosure>
      </div>
    );
  }
  return (
    <div className={css.account}>
      <a className={css.registerButton} href={registerUrl(here)} title={t('account.register')}>
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
