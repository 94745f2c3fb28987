import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useWaitingWork } from '#client/entities/staff-work/waiting.ts';
import { paths } from '#client/lib/paths.ts';
import type { ConsolePage } from '../routes/console.ts';
import { groupsOf } from './page-groups.ts';
import { PAGE_ICONS } from './page-icons.ts';
import css from './side-menu.module.css';

/** Every page of the person's roles by area, with what waits in it. */
export function SideMenu({ pages }: { pages: readonly ConsolePage[] }) {
  const { t } = useTranslation('staff');
  const { data } = useWaitingWork();
  const waiting = new Map(data?.items.map((item) => [item.page, item]));
  return (
    <nav className={css.menu} aria-label={t('menu')}>
      {groupsOf(pages).map(({ group, pages: own }) => (
        <section key={group} aria-labelledby={`console-group-${group}`}>
          <h2 id={`console-group-${group}`}>{t(`group.${group}`)}</h2>
          <ul>
            {own.map((page) => {
              const Icon = PAGE_ICONS[page];
              const work = waiting.get(page);
              return (
                <li key={page}>
                  <NavLink to={paths.console(page)}>
                    <Icon size={16} aria-hidden />
                    <span>{t(`page.${page}`)}</span>
                    {work && work.count > 0 ? (
                      <b data-overdue={(work.overdue ?? 0) > 0}>
                        {work.count} <span className="sr-only">{t('shell.waiting')}</span>
                      </b>
                    ) : null}
                  </NavLink>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </nav>
  );
}
