import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#client/lib/session.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { navItems, type NavItem, type NavLink } from './nav-items.ts';
import { ShellLink } from './shell-link.tsx';
import css from './menu.module.css';

const IN_BAR = new Set(['lots', 'help', 'console']);

/** As in the bar: what is opened most by itself, the rest below one button. */
function barItems(items: NavItem[]): (NavItem | { key: 'more'; links: NavLink[] })[] {
  const rest = items.filter(({ key }) => !IN_BAR.has(key));
  const more = rest.flatMap((item) => ('link' in item ? [item.link] : item.links));
  return [...items.filter(({ key }) => IN_BAR.has(key)), { key: 'more', links: more }];
}

/** The menu of wide windows, in the main bar. */
export function MainNav() {
  const { t } = useTranslation('layout');
  const me = useSession((state) => state.me);
  const info = useSiteInfo();
  return (
    <nav className={css.row} aria-label={t('nav.main')}>
      <ul>
        {barItems(navItems(me, info)).map((item) => (
          <li key={item.key}>
            {'link' in item ? (
              <ShellLink link={item.link} className={css.rowLink} />
            ) : (
              <Disclosure
                className={css.rowLink}
                panelClassName={css.panel}
                label={
                  <>
                    <span>{t(`nav.${item.key}.title`)}</span>
                    <ChevronDown size={16} aria-hidden />
                  </>
                }
              >
                {(close) => (
                  <ul>
                    {item.links.map((link) => (
                      <li key={link.to}>
                        <ShellLink link={link} className={css.item} onFollow={close} />
                      </li>
                    ))}
                  </ul>
                )}
              </Disclosure>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
