import type { PersonalTable } from '#server/platform/modules/index.ts';

/** Addresses and texts of letters and SMS, after they have ended. */
export const DELIVERIES_DAYS = 90;

/** What this module stores about persons. */
export const NOTIFICATIONS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'notification_delivery',
    of: [],
    through: { column: 'message_id', table: 'inbox_message', key: 'id', of: 'person_id' },
    why: 'letters and SMS of messages',
    until: `${DELIVERIES_DAYS} days after they ended`,
    lasting: false,
    erasure: 'delete',
  },
  {
    table: 'inbox_message',
    of: ['person_id'],
    why: 'messages in the cabinet',
    until: 'as long as the account',
    lasting: false,
    erasure: 'delete',
  },
  {
    table: 'notification_choice',
    of: ['person_id'],
    why: 'channels chosen for messages',
    until: 'as long as the account',
    lasting: false,
    erasure: 'delete',
  },
];
