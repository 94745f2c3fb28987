import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleHelp, CircleMinus, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { platformStatus, type PlatformStatus } from '#shared/api/site/status.ts';
import type { PartState } from '#shared/status/platform-parts.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { recovering } from '#client/lib/recover.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import { LevelDays } from './level-days.tsx';
import { PublicIncidents } from './public-incidents.tsx';
import css from './status.module.css';

const REPEAT_MS = 30_000;
const SKELETON_HEIGHT_PX = 420;
const ICONS: Record<PartState, LucideIcon> = {
  working: CircleCheck,
  disturbed: CircleAlert,
  off: CircleMinus,
  unknown: CircleHelp,
};

/** What of the platform works now, how it did on the last days, and what went wrong. */
export function StatusPage() {
  const { t } = useTranslation('status');
  const { data, error, refetch } = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => call(platformStatus, { signal }),
    ...recovering(REPEAT_MS),
  });
  return (
    <div className={css.page}>
      <PageTitle>{t('title')}</PageTitle>
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={SKELETON_HEIGHT_PX} radius={12} /> : null}
      {data ? <Now status={data} /> : null}
      {data ? (
        <>
          <h2>{t('days')}</h2>
          <p className={layout.mutedSmall}>{t('daysText')}</p>
          {data.levels.map((counts) => (
            <LevelDays key={counts.level} counts={counts} firstDay={data.firstDay} />
          ))}
          <h2>{t('incidents')}</h2>
          <PublicIncidents incidents={data.incidents} />
        </>
      ) : null}
    </div>
  );
}

/** The parts with their states in words, and a break of all rooms. */
function Now({ status: { parts, isStale, readAtMs, technicalBreak } }: { status: PlatformStatus }) {
  const { t } = useTranslation('status');
  const disturbed = parts.some(({ state }) => state === 'disturbed');
  return (
    <>
      <p className={css.summary} data-state={disturbed ? 'disturbed' : 'working'} role="status">
        {disturbed ? t('someDisturbed') : t('allWork')}
      </p>
      {isStale ? (
        <p className={css.notice}>
          {readAtMs === null ? t('neverRead') : t('stale', { time: formatDateTime(readAtMs) })}
        </p>
      ) : null}
      {technicalBreak ? (
        <p className={css.notice}>
          {technicalBreak.resumeAtMs === null
            ? t('break', { since: formatDateTime(technicalBreak.begunAtMs) })
            : t('breakUntil', {
                since: formatDateTime(technicalBreak.begunAtMs),
                until: formatDateTime(technicalBreak.resumeAtMs),
              })}
        </p>
      ) : null}
      <ul className={css.parts}>
        {parts.map(({ part, state }) => {
          const Icon = ICONS[state];
          return (
            <li key={part} className={css.part} data-state={state}>
              <Icon size={20} aria-hidden />
              <span>
                {t(`part.${part}`)} <strong>{t(`state.${state}`)}</strong>
                <small>{t(`effect.${part}`)}</small>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
