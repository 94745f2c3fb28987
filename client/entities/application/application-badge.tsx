import { useTranslation } from 'react-i18next';
import { APPLICATION_COLOURS, type ApplicationStatus } from '#shared/lifecycles/trade-application.ts';
import { useNames } from '#client/lib/dictionary-names.ts';
import { Badge } from '#client/ui/badge.tsx';

/** State of an application. */
export function ApplicationBadge({ status }: { status: ApplicationStatus }) {
  const { t } = useTranslation('applications');
  const name = useNames('application-statuses');
  return <Badge colour={APPLICATION_COLOURS[status]}>{name(status) ?? t(`status.${status}`)}</Badge>;
}
