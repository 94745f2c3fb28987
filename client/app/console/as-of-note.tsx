import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { formatDateTime } from '#client/lib/format/date.ts';
import { asOfPage, openPage, useStaffAnswers } from './staff-answers.ts';
import css from './console-layout.module.css';

/** The instant for which the page is true, where something on it came from a read replica. */
export function AsOfNote() {
  const { t } = useTranslation('staff');
  const { pathname } = useLocation();
  const asOfMs = useStaffAnswers((state) => asOfPage(state, pathname));
  useEffect(() => openPage(pathname), [pathname]);
  if (asOfMs === null) return null;
  return (
    <p className={css.asOf}>
      <time dateTime={new Date(asOfMs).toISOString()}>
        {t('asOf', { time: formatDateTime(asOfMs, { seconds: true }) })}
      </time>
    </p>
  );
}
