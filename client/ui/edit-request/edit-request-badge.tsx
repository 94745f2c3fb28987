import type { StatusColour } from '#shared/states/lot-status.ts';
import type { EditRequestStatus } from '#shared/states/profile.ts';
import { Badge } from '../badge.tsx';

const COLOURS: Record<EditRequestStatus, StatusColour> = {
  open: 'warning',
  approved: 'success',
  refused: 'danger',
  withdrawn: 'info',
};

/** Where a request stands. The words differ: the person reads of their own one, staff of one of many. */
export function EditRequestBadge({ status, children }: { status: EditRequestStatus; children: string }) {
  return <Badge colour={COLOURS[status]}>{children}</Badge>;
}
