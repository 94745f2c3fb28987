import { useTranslation } from 'react-i18next';
import type { PublicIncident } from '#shared/api/site/status.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import layout from '#client/ui/layout.module.css';
import css from './status.module.css';

/** What went wrong on the last days, as everyone may read it. */
export function PublicIncidents({ incidents }: { incidents: readonly PublicIncident[] }) {
  const { t } = useTranslation('status');
  const localized = useLocalized();
  if (incidents.length === 0) return <p className={layout.mutedSmall}>{t('noIncidents')}</p>;
  return (
    <ol className={css.incidents}>
      {incidents.map(({ cause, severity, state, sinceMs, untilMs, messages }) => (
        <li key={`${cause} ${sinceMs}`} className={css.card}>
          <h3>{t(`cause.${cause}`)}</h3>
          <p className={layout.mutedSmall}>
            {t(`severity.${severity}`)} · {t(`incidentState.${state}`)} ·{' '}
            {untilMs === null
              ? t('sinceTime', { since: formatDateTime(sinceMs) })
              : t('fromTo', { since: formatDateTime(sinceMs), until: formatDateTime(untilMs) })}
          </p>
          {messages.map(({ atMs, text }) => (
            <p key={`${atMs} ${text.uz}`}>
              <time className={layout.mutedSmall} dateTime={new Date(atMs).toISOString()}>
                {formatDateTime(atMs)}
              </time>{' '}
              {localized(text)}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
