import { useTranslation } from 'react-i18next';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import writing from '#client/ui/writing.module.css';
import css from './dictionary.module.css';

interface Change {
  version: number;
  by: string;
  atMs: number;
}

interface ChangeHistoryProps<Entry extends Change> {
  changes: readonly Entry[];
  /** What was done. */
  what: (change: Entry) => string;
}

/** Who changed what, the newest first. */
export function ChangeHistory<Entry extends Change>({ changes, what }: ChangeHistoryProps<Entry>) {
  const { t } = useTranslation('content');
  return (
    <section className={writing.card}>
      <h2>{t('history')}</h2>
      {changes.length === 0 ? <p className={writing.muted}>{t('noChanges')}</p> : null}
      <ol className={css.history}>
        {changes.map((change) => (
          <li key={`${change.version} ${change.atMs} ${what(change)}`}>
            {what(change)}
            <span className={writing.small}>
              {change.by}, {formatDateTimeShort(change.atMs)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
