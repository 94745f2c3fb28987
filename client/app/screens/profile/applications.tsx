import { ApplicationsTable } from '#client/features/applications/applications-table.tsx';

/** /profile/applications: every application for a lot and what became of its deposit. */
export default function Applications() {
  return <ApplicationsTable canExport />;
}
