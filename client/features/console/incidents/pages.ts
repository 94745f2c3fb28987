/** The list of incidents and the page of one, in one part. */
export { IncidentPage } from './incident-page.tsx';
export { IncidentsTable } from './incidents-table.tsx';
