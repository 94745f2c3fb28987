import { z } from 'zod';
import {
  listExport,
  timeCell,
  type ExportRequest,
  type ExportSource,
} from '#server/platform/modules/index.ts';
import type { EditChanges, EditRequest } from '#shared/api/cabinet/profile.ts';
import { EDIT_REQUEST_STATUSES } from '#shared/lifecycles/edit-request.ts';
import { showPhone } from '#shared/validation/phone.ts';
import type { EditRequestsService } from './edit-requests.service.ts';

type Text = ExportRequest<unknown>['text'];
const FIELDS = ['kind', 'name', 'nationalId'] as const;

/** What it changes, from what to what. */
function changesText({ before, changes }: EditRequest, text: Text): string {
  const shown = (field: (typeof FIELDS)[number], of: EditChanges): string => {
    const value = of[field];
    if (value === null) return '—';
    return field === 'kind' ? text(`edit-requests:kind.${value}`) : value;
  };
  return FIELDS.filter((field) => changes[field] !== null)
    .map(
      (field) =>
        `${text(`edit-requests:field.${field}`)}: ${shown(field, before)} → ${shown(field, changes)}`,
    )
    .join('; ');
}

/** The person's requests to change what is set. */
export const myEditRequestsExport = (requests: Pick<EditRequestsService, 'mine'>): ExportSource =>
  listExport({
    title: 'cabinet:page.edit-requests',
    filters: {},
    list: (page, { personId }) => requests.mine(personId, page),
    id: ({ id }) => id,
    columns: [
      {
        head: 'profile:requests.column.changes',
        kind: 'text',
        value: (row, { text }) => changesText(row, text),
      },
      { head: 'profile:requests.column.time', kind: 'time', value: (row) => timeCell(row.createdAtMs) },
      { head: 'profile:requests.column.reason', kind: 'text', value: ({ reason }) => reason },
      {
        head: 'profile:requests.column.status',
        kind: 'text',
        value: ({ status }, { text }) => text(`profile:requests.status.${status}`),
      },
      { head: 'exports:column.decided', kind: 'time', value: (row) => timeCell(row.decidedAtMs) },
      { head: 'exports:column.answer', kind: 'text', value: ({ decisionReason }) => decisionReason },
    ],
  });

/** Requests of everybody, for staff. */
export const editRequestsExport = (requests: Pick<EditRequestsService, 'forStaff'>): ExportSource =>
  listExport({
    title: 'staff:page.edit-requests',
    right: 'readEditRequests',
    filters: { status: z.enum(['all', ...EDIT_REQUEST_STATUSES]).default('open') },
    list: ({ status, ...page }, { personId }) => requests.forStaff(personId, status, page),
    id: ({ id }) => id,
    columns: [
      { head: 'edit-requests:column.person', kind: 'text', value: ({ person }) => person.name },
      {
        head: 'exports:column.phone',
        kind: 'text',
        value: ({ person }) => (person.phone === null ? null : showPhone(person.phone)),
      },
      {
        head: 'edit-requests:column.changes',
        kind: 'text',
        value: (row, { text }) => changesText(row, text),
      },
      { head: 'edit-requests:column.reason', kind: 'text', value: ({ reason }) => reason },
      { head: 'edit-requests:column.time', kind: 'time', value: (row) => timeCell(row.createdAtMs) },
      {
        head: 'edit-requests:column.decision',
        kind: 'text',
        value: ({ status }, { text }) => text(`edit-requests:status.${status}`),
      },
      { head: 'exports:column.decidedBy', kind: 'text', value: ({ decidedBy }) => decidedBy },
      { head: 'exports:column.decided', kind: 'time', value: (row) => timeCell(row.decidedAtMs) },
      { head: 'exports:column.answer', kind: 'text', value: ({ decisionReason }) => decisionReason },
    ],
  });
