import { EditRequests } from '#client/features/profile/edit-requests.tsx';

/** /profile/edit-requests: requests to change what is set. */
export default function EditRequestsScreen() {
  return <EditRequests />;
}
