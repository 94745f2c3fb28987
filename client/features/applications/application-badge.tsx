import { useTranslation } from 'react-i18next';
import type { StatusColour } from '#shared/states/lot-status.ts';
import type { ApplicationStatus } from '#shared/states/trade-application.ts';
import { useNames } from '#client/lib/dictionary-names.ts';
import { Badge } from '#client/ui/badge.tsx';

const COLOURS: Record<ApplicationStatus, StatusColour> = {
  sent: 'primary',
  accepted: 'success',
  won: 'success',
  rejected: 'danger',
  cancelled: 'info',
  'not-won': 'info',
};

/** Where an application stands. */
export function ApplicationBadge({ status }: { status: ApplicationStatus }) {
  const { t } = useTranslation('applications');
  const name = useNames('application-statuses');
  return <Badge colour={COLOURS[status]}>{name(status) ?? t(`status.${status}`)}</Badge>;
}
