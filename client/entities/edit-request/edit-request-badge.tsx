import { EDIT_REQUEST_COLOURS, type EditRequestStatus } from '#shared/lifecycles/edit-request.ts';
import { Badge } from '#client/ui/badge.tsx';

/** State of a request. The words differ: the person reads of their own one, staff of one of many. */
export function EditRequestBadge({ status, children }: { status: EditRequestStatus; children: string }) {
  return <Badge colour={EDIT_REQUEST_COLOURS[status]}>{children}</Badge>;
}
