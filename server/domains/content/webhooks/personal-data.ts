import type { PersonalTable } from '#server/platform/modules/index.ts';

/** How long it is noted what was sent to a listener. */
export const WEBHOOK_DELIVERIES_DAYS = 30;

/** What this module stores about persons. */
export const WEBHOOKS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'webhook_delivery',
    of: [],
    through: { column: 'webhook_id', table: 'webhook', key: 'id', of: 'person_id' },
    why: 'public news of lots that were sent to listeners of the person',
    until: `${WEBHOOK_DELIVERIES_DAYS} days`,
    lasting: false,
    erasure: 'delete',
  },
  {
    table: 'webhook',
    of: ['person_id'],
    why: 'addresses to which the person has public news of lots sent',
    until: 'until the person deletes it',
    hidden: ['secret', 'previous_secret'],
    lasting: false,
    erasure: 'delete',
  },
];
