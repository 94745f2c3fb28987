import { useTranslation } from 'react-i18next';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import writing from '#client/ui/writing.module.css';
import css from './dictionary.module.css';

interface ChangeHistoryProps {
  changes: readonly { version: number; by: string; atMs: number; what: string }[];
}

/** Who changed what, the newest first. */
export function ChangeHistory({ changes }: ChangeHistoryProps) {
  const { t } = useTranslation('content');
  return (
    <section className={writing.card}>
      <h2>{t('history')}</h2>
      {changes.length === 0 ? <p className={writing.muted}>{t('noChanges')}</p> : null}
      <ol className={css.history}>
        {changes.map(({ version, by, atMs, what }) => (
          <li key={`${version} ${atMs} ${what}`}>
            {what}
            <span className={writing.small}>
              {by}, {formatDateTimeShort(atMs)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
