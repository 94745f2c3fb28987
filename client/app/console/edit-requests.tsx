import { RequestsTable } from '#client/features/console-edit-requests/requests-table.tsx';

/** /console/edit-requests: requests to change people's data, for staff to decide. */
export default function EditRequests() {
  return <RequestsTable />;
}
