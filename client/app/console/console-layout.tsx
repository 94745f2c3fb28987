import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { useConflictsNoted } from '#client/lib/conflict-noted.ts';
import { paths } from '#client/lib/paths.ts';
import { notify } from '#client/ui/toasts.tsx';
import { useShownInRow } from '#client/ui/use-shown-in-row.ts';
import { PAGE_ICONS } from './page-icons.ts';
import { useConsolePages } from './use-console-pages.ts';
import css from './console-layout.module.css';

/** The staff's pages below one row of links: those of the person's roles. */
export default function ConsoleLayout() {
  const { t } = useTranslation('staff');
  const pages = useConsolePages();
  const row = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  const noted = useConflictsNoted((state) => state.count);
  useEffect(() => {
    if (noted > 0) notify('warning', t('conflictNoted'));
  }, [noted, t]);
  useShownInRow(row, '[aria-current="page"]', pathname, pages.length);
  return (
    <>
      {pages.length > 1 ? (
        <nav className={css.nav} aria-label={t('menu')}>
          <ul ref={row}>
            {pages.map((page) => {
              const Icon = PAGE_ICONS[page];
              return (
                <li key={page}>
                  <NavLink to={paths.console(page)}>
                    <Icon size={18} aria-hidden />
                    {t(`page.${page}`)}
                  </NavLink>
                </li>
              );
            })}
          </ul>
        </nav>
      ) : null}
      <div className={css.page}>
        <Outlet />
      </div>
    </>
  );
}
