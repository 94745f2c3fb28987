import { useQuery } from '@tanstack/react-query';
import { ClipboardPen, Gavel, Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { lotListCounter } from '#shared/api/site/lots.ts';
import { LOT_TAB } from '#shared/lifecycles/lot-tabs.ts';
import { call } from '#client/lib/api-client.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { paths } from '#client/lib/paths.ts';
import { recovering } from '#client/lib/recover.ts';
import css from './tab-counts.module.css';

const REFRESH_MS = 60_000;
const SHOWN = [
  { name: 'live', label: 'stage.live', to: { i: LOT_TAB.current, stage: 'live' }, icon: Gavel },
  {
    name: 'applicationsOpen',
    label: 'stage.applicationsOpen',
    to: { i: LOT_TAB.current, stage: 'applicationsOpen' },
    icon: ClipboardPen,
  },
  { name: 'newLots', label: 'tab.newLots', to: { i: LOT_TAB.newLots }, icon: Sparkles },
] as const;

/** How many lots there are now, and the way to them. The number is a dash until it is known. */
export function TabCounts() {
  const { t } = useTranslation('lots');
  const { data } = useQuery({
    queryKey: ['lot-counters', {}],
    queryFn: () => call(lotListCounter),
    ...recovering(REFRESH_MS),
  });
  return (
    <nav aria-label={t('list.tabs')}>
      <ul className={css.counts}>
        {SHOWN.map(({ name, label, to, icon: Icon }) => (
          <li key={name}>
            <Link to={paths.lotList(to)}>
              <Icon size={22} strokeWidth={1.75} aria-hidden />
              <span className={css.number}>{data ? formatCount(data[name]) : '–'}</span>
              <span className={css.name}>{t(label)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
