import { useTranslation } from 'react-i18next';
import type { ListedIncident } from '#shared/api/console/incidents.ts';
import type { IncidentSeverity } from '#shared/lifecycles/incident.ts';
import type { StatusColour } from '#shared/lifecycles/lot-status.ts';

export const SEVERITY_COLOURS: Readonly<Record<IncidentSeverity, StatusColour>> = {
  minor: 'info',
  major: 'warning',
  critical: 'danger',
};

/** Its title; without one, what opened it. */
export function useIncidentTitle() {
  const { t } = useTranslation('console-incidents');
  return ({ title, cause }: Pick<ListedIncident, 'title' | 'cause'>): string => title ?? t(`cause.${cause}`);
}
