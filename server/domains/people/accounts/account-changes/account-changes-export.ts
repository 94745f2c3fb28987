import { z } from 'zod';
import { listExport, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { ACCOUNT_CHANGE_STATES } from '#shared/lifecycles/account-change.ts';
import type { AccountChanges } from './account-changes.service.ts';

/** What staff decided about accounts, for staff. */
export const accountChangesExport = (changes: Pick<AccountChanges, 'list'>): ExportSource =>
  listExport({
    title: 'console-accounts:changes.title',
    right: 'readAccounts',
    filters: { state: z.enum([...ACCOUNT_CHANGE_STATES, 'all']).default('waiting') },
    list: ({ state, ...page }, reader) => changes.list(state, page, reader),
    id: ({ id }) => id,
    columns: [
      { head: 'console-accounts:column.account', kind: 'text', value: ({ person }) => person.name },
      {
        head: 'console-accounts:column.change',
        kind: 'text',
        value: ({ kind, role }, { text }) =>
          text(
            `console-accounts:change.${kind}`,
            role === null ? {} : { role: text(`console-accounts:role.${role}`) },
          ),
      },
      {
        head: 'exports:column.proposedBy',
        kind: 'text',
        value: ({ askedBy }, { text }) => askedBy?.name ?? text('console-accounts:byCommand'),
      },
      { head: 'exports:column.proposed', kind: 'time', value: (row) => timeCell(row.askedAtMs) },
      { head: 'exports:column.reason', kind: 'text', value: ({ reason }) => reason },
      { head: 'exports:column.evidence', kind: 'text', value: ({ evidence }) => evidence },
      {
        head: 'console-accounts:column.decision',
        kind: 'text',
        value: ({ state }, { text }) => text(`console-accounts:changeState.${state}`),
      },
      { head: 'exports:column.decidedBy', kind: 'text', value: ({ decidedBy }) => decidedBy?.name ?? null },
      { head: 'exports:column.decided', kind: 'time', value: (row) => timeCell(row.decidedAtMs) },
      { head: 'exports:column.answer', kind: 'text', value: ({ decisionReason }) => decisionReason },
    ],
  });
