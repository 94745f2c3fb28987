import { MapPinOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { SearchBox } from '../layout/search-box.tsx';
import frame from '../screen-frame.module.css';
import css from './not-found.module.css';

/** An address that leads nowhere: says so, with a search and the ways people usually mean. */
export default function NotFound() {
  const { t } = useTranslation(['ui', 'layout']);
  useEffect(() => {
    document.title = `${t('notFound.title')} · Savdo`;
  }, [t]);
  const ways = [
    { to: paths.lotList(), label: t('action.allLots') },
    { to: paths.categories(), label: t('layout:nav.categories') },
    { to: `${paths.home()}#practice`, label: t('layout:nav.practice') },
  ];
  return (
    <div className={frame.failed}>
      <EmptyState page icon={MapPinOff} title={t('notFound.title')} text={t('notFound.text')}>
        <div className={css.search}>
          <SearchBox />
        </div>
        <ButtonLink to={paths.home()} size="md">
          {t('action.home')}
        </ButtonLink>
        <ul className={css.ways}>
          {ways.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </EmptyState>
    </div>
  );
}
