import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { useShownInRow } from '#client/ui/use-shown-in-row.ts';
import type { ConsolePage } from '../routes/console.ts';
import { groupsOf, PAGES_IN_ONE_ROW } from './page-groups.ts';
import { PAGE_ICONS } from './page-icons.ts';
import css from './console-layout.module.css';

/** Many pages are two rows: their groups, and the pages of the group that is open. Few are one row. */
export function ConsoleMenu({ pages }: { pages: readonly ConsolePage[] }) {
  const { t } = useTranslation('staff');
  const { pathname } = useLocation();
  const groups = groupsOf(pages);
  const open = groups.find((group) => group.pages.some((page) => isAt(pathname, page)));
  const grouped = pages.length > PAGES_IN_ONE_ROW;
  return (
    <nav className={css.nav} aria-label={t('menu')}>
      {grouped ? (
        <ul className={css.groups}>
          {groups.map(({ group, pages: [first] }) => (
            <li key={group}>
              <Link to={paths.console(first)} aria-current={open?.group === group ? 'true' : undefined}>
                {t(`group.${group}`)}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {grouped && !open ? null : (
        <PageRow
          pages={grouped && open ? open.pages : groups.flatMap((group) => group.pages)}
          pathname={pathname}
        />
      )}
    </nav>
  );
}

const isAt = (pathname: string, page: ConsolePage) => {
  const path = paths.console(page);
  return pathname === path || pathname.startsWith(`${path}/`);
};

function PageRow({ pages, pathname }: { pages: readonly ConsolePage[]; pathname: string }) {
  const { t } = useTranslation('staff');
  const row = useRef<HTMLUListElement>(null);
  useShownInRow(row, '[aria-current="page"]', pathname, pages.length);
  return (
    <ul ref={row} className={css.pages}>
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
  );
}
