import { useQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { ChevronDown, FilePlus2 } from 'lucide-react';
import { openWinLotsQuery } from '#client/entities/sale/sale-queries.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { CABINET_GROUPS, CABINET_ROUTES } from '../routes/cabinet.ts';
import { PAGE_ICONS } from './page-icons.ts';
import css from './cabinet.module.css';

type CabinetRoute = (typeof CABINET_ROUTES)[number];

/** The pages a person has, by their roles; while the roles are loading, those for everybody. */
function usePages(): CabinetRoute[] {
  const me = useSession((state) => state.me);
  return CABINET_ROUTES.filter(({ access }) => access === 'signed-in' || hasRole(me, access));
}

/** Sections of the cabinet: a list beside the page, on a phone a button that opens it. */
export function CabinetMenu() {
  const { t } = useTranslation('cabinet');
  const { pathname } = useLocation();
  const pages = usePages();
  const open = pages.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return (
    <>
      <nav className={css.menu} aria-label={t('menu')}>
        <Sections pages={pages} />
      </nav>
      <nav className={css.smallMenu} aria-label={t('menu')}>
        <Disclosure
          className={css.smallButton}
          panelClassName={css.smallPanel}
          label={
            <>
              {open ? createElement(PAGE_ICONS[open.page], { size: 20, 'aria-hidden': true }) : null}
              <span>{open ? t(`page.${open.page}`) : t('menu')}</span>
              <ChevronDown size={18} aria-hidden />
            </>
          }
        >
          {(close) => <Sections pages={pages} onFollow={close} />}
        </Disclosure>
      </nav>
    </>
  );
}

function Sections({ pages, onFollow }: { pages: readonly CabinetRoute[]; onFollow?: () => void }) {
  const { t } = useTranslation('cabinet');
  return CABINET_GROUPS.map((group) => {
    const own = pages.filter((page) => page.group === group);
    if (own.length === 0) return null;
    return (
      <section key={group} className={css.group}>
        <h2>{t(`group.${group}`)}</h2>
        <ul>
          {own.map(({ path, page }) => {
            const Icon = PAGE_ICONS[page];
            return (
              <li key={page}>
                <NavLink to={path} {...(onFollow ? { onClick: onFollow } : {})}>
                  <Icon size={18} aria-hidden />
                  <span>{t(`page.${page}`)}</span>
                  {page === 'winlots' ? <ToPayCount /> : null}
                </NavLink>
              </li>
            );
          })}
          {group === 'selling' ? (
            <li>
              <NavLink to={paths.orderCreate()} {...(onFollow ? { onClick: onFollow } : {})}>
                <FilePlus2 size={18} aria-hidden />
                <span>{t('newOrder')}</span>
              </NavLink>
            </li>
          ) : null}
        </ul>
      </section>
    );
  });
}

/** How many won lots have to be paid; nothing while there are none. */
function ToPayCount() {
  const { t } = useTranslation('cabinet');
  const open = useQuery(openWinLotsQuery).data?.open ?? 0;
  return open === 0 ? null : <b aria-label={t('paying.count', { count: open })}>{open}</b>;
}
