import { useTranslation } from 'react-i18next';
import type { ApplicationStatus } from '#shared/states/trade-application.ts';
import css from './applications.module.css';

/** Where an application stands: words and colour together. */
export function ApplicationBadge({ status }: { status: ApplicationStatus }) {
  const { t } = useTranslation('applications');
  return (
    <span className={css.badge} data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}
