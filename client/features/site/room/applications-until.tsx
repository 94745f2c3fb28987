import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/format/date.ts';

/** Until when one can join, or since when not any more. */
export function ApplicationsUntil({ late, atMs }: { late: boolean; atMs: number }) {
  const { t } = useTranslation('room');
  return <>{t(late ? 'observer.untilPast' : 'observer.until', { time: formatDateTime(atMs) })}</>;
}
