import type { EditRequest, StaffEditRequest } from '#shared/api/cabinet/profile.ts';
import { maskPhone } from '#shared/validation/phone.ts';
import type { EditRequestRow, StaffEditRequestRow } from './edit-requests.repository.ts';

export const viewOf = (row: EditRequestRow): EditRequest => ({
  id: row.id,
  status: row.status,
  changes: row.changes,
  before: row.before,
  reason: row.reason,
  createdAtMs: row.createdAt.getTime(),
  decidedAtMs: row.decidedAt?.getTime() ?? null,
  decisionReason: row.decisionReason,
  decisionCause: row.decisionCause,
});

/** @param lookerId the member of staff who reads it */
export const staffViewOf = (row: StaffEditRequestRow, lookerId: string): StaffEditRequest => ({
  ...viewOf(row),
  person: { id: row.personId, name: row.personName, phone: row.personPhone && maskPhone(row.personPhone) },
  decidedBy: row.decidedBy,
  own: row.personId === lookerId,
});
