import { useTranslation } from 'react-i18next';
import { tashkentDateTime } from '#shared/time/tashkent.ts';
import { useNow } from '#client/lib/server-now.ts';
import css from './layout.module.css';

/** The clock that all auctions run by. */
export function ServerTime() {
  const { t } = useTranslation('layout');
  const now = useNow();
  return (
    <p className={css.serverTime}>
      <span className="sr-only">{t('serverTime')} </span>
      <time dateTime={new Date(now).toISOString()} suppressHydrationWarning>
        {tashkentDateTime(now)}
      </time>
      <span className={css.zone}> (GMT+5)</span>
    </p>
  );
}
