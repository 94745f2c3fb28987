import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '#client/lib/session.ts';
import { navItems } from './nav-items.ts';
import css from './layout.module.css';

/** Links of wide windows. */
export function MainNav() {
  const { t } = useTranslation('layout');
  const me = useSession((state) => state.me);
  return (
    <nav className={css.nav} aria-label={t('nav.main')}>
      {navItems(me)
        .filter((item) => item.key === 'lots' || item.key === 'console')
        .map(({ key, to, icon: Icon }) => (
          <Link key={key} to={to} className={css.navLink}>
            <Icon size={20} aria-hidden />
            <span>{t(`nav.${key}`)}</span>
          </Link>
        ))}
    </nav>
  );
}
