import {
  ArrowLeft,
  ArrowRight,
  FileCheck2,
  Gavel,
  HandCoins,
  MousePointerClick,
  Undo2,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { HELP_PAGES, type HelpPageName } from '#shared/api/pages.ts';
import { paths } from '#client/lib/paths.ts';
import layout from '#client/ui/layout.module.css';
import css from './info.module.css';

const ICONS: Record<HelpPageName, LucideIcon> = {
  participating: UserPlus,
  'deposite-adjunction': HandCoins,
  'refund-money': Undo2,
  'bid-lot': Gavel,
  'check-winner-protocol': FileCheck2,
  'buy-one-click': MousePointerClick,
};

/** All help pages, the open one marked. */
export function HelpPagesList({ current }: { current: HelpPageName }) {
  const { t } = useTranslation('info');
  return (
    <nav className={layout.stack3} aria-labelledby="help-pages">
      <h2 id="help-pages" className={css.asideTitle}>
        {t('pages')}
      </h2>
      <ul className={css.pagesList}>
        {HELP_PAGES.map((page) => {
          const Icon = ICONS[page];
          return (
            <li key={page}>
              <Link to={paths.info(page)} aria-current={page === current ? 'page' : undefined}>
                <Icon size={20} strokeWidth={1.75} aria-hidden />
                {t(`page.${page}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The pages before and after this one. */
export function AroundPages({ current }: { current: HelpPageName }) {
  const { t } = useTranslation('info');
  const at = HELP_PAGES.indexOf(current);
  const previous = HELP_PAGES[at - 1];
  const next = HELP_PAGES[at + 1];
  return (
    <nav className={css.around} aria-label={t('around')}>
      {previous ? (
        <Link to={paths.info(previous)} rel="prev">
          <ArrowLeft size={20} aria-hidden />
          <span>
            <small>{t('previous')}</small>
            {t(`page.${previous}`)}
          </span>
        </Link>
      ) : null}
      {next ? (
        <Link to={paths.info(next)} rel="next" className={css.nextPage}>
          <span>
            <small>{t('next')}</small>
            {t(`page.${next}`)}
          </span>
          <ArrowRight size={20} aria-hidden />
        </Link>
      ) : null}
    </nav>
  );
}
