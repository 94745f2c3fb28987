import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { ChevronDown } from 'lucide-react';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { CABINET_GROUPS, CABINET_SCREENS, type CabinetScreen } from './cabinet-screens.ts';
import css from './cabinet.module.css';

/** The pages a person has, by their roles; while the roles are being asked, those for everybody. */
function usePages(): CabinetScreen[] {
  const me = useSession((state) => state.me);
  return CABINET_SCREENS.filter(({ screen, roles }) => screen !== null && (!roles || hasRole(me, roles)));
}

/** Sections of the cabinet: a list beside the page, on a phone a button that opens it. */
export function CabinetMenu() {
  const { t } = useTranslation('cabinet');
  const { pathname } = useLocation();
  const pages = usePages();
  const open = pages.find(({ path }) => pathname === paths.profile(path));
  const Icon = open?.icon;
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
              {Icon ? <Icon size={20} aria-hidden /> : null}
              <span>{open ? t(`page.${open.path}`) : t('menu')}</span>
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

function Sections({ pages, onFollow }: { pages: readonly CabinetScreen[]; onFollow?: () => void }) {
  const { t } = useTranslation('cabinet');
  return CABINET_GROUPS.map((group) => {
    const own = pages.filter((page) => page.group === group);
    if (own.length === 0) return null;
    return (
      <section key={group} className={css.group}>
        <h2>{t(`group.${group}`)}</h2>
        <ul>
          {own.map(({ path, icon: Icon }) => (
            <li key={path}>
              <NavLink to={paths.profile(path)} {...(onFollow ? { onClick: onFollow } : {})}>
                <Icon size={18} aria-hidden />
                <span>{t(`page.${path}`)}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
