import { Gavel, House, LayoutGrid, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { loginUrl, paths } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import css from './layout.module.css';

/** Tabs at the bottom of small windows. */
export function BottomBar() {
  const { t } = useTranslation('layout');
  const { pathname, search } = useLocation();
  const user = useSession((state) => state.user);
  const tabs = [
    { key: 'home', to: paths.home(), icon: House },
    { key: 'categories', to: paths.categories(), icon: LayoutGrid },
    { key: 'auctions', to: paths.lotList(), icon: Gavel },
  ] as const;
  return (
    <nav className={css.bottomBar} aria-label={t('nav.bottom')}>
      {tabs.map(({ key, to, icon: Icon }) => (
        <Link key={key} to={to} aria-current={pathname === to ? 'page' : undefined}>
          <Icon size={24} aria-hidden />
          {t(`tab.${key}`)}
        </Link>
      ))}
      {user ? (
        <span className={css.bottomUser} title={user.name}>
          <UserRound size={24} aria-hidden />
          <span>{user.name.split(' ')[0]}</span>
        </span>
      ) : (
        <a href={loginUrl(`${pathname}${search}`)}>
          <UserRound size={24} aria-hidden />
          {t('account.signIn')}
        </a>
      )}
    </nav>
  );
}
