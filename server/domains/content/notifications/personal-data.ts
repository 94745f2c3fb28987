import type { PersonalTable } from '#server/platform/modules/index.ts';

/** Addresses and texts of letters and SMS, after they have ended. */
export const DELIVERIES_DAYS = 90;

/** What was shown in browsers and in Telegram, after it has ended. */
export const PUSH_DELIVERIES_DAYS = 30;

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
  {
    table: 'notification_quiet_hours',
    of: ['person_id'],
    why: 'hours in which nothing rings',
    until: 'as long as the account',
    lasting: false,
    erasure: 'delete',
  },
  {
    table: 'push_delivery',
    of: ['person_id'],
    why: 'alerts sent to browsers and to Telegram',
    until: `${PUSH_DELIVERIES_DAYS} days after they ended`,
    lasting: false,
    erasure: 'delete',
  },
  {
    table: 'push_subscription',
    of: ['person_id'],
    why: 'browsers in which the person has alerts shown',
    until: 'until the person switches it off, signs out there, or the browser takes no more',
    hidden: ['session_handle', 'p256dh', 'auth'],
    lasting: false,
    erasure: 'delete',
  },
  {
    table: 'telegram_link_token',
    of: ['person_id'],
    why: 'a chat in Telegram that the person is about to connect',
    until: 'ten minutes, and until somebody else connects one',
    hidden: ['token_sha256'],
    lasting: false,
    erasure: 'delete',
  },
  {
    table: 'telegram_link',
    of: ['person_id'],
    why: 'the chat in Telegram that gets messages',
    until: 'until the person disconnects it or blocks the bot, or the account is shut',
    lasting: false,
    erasure: 'delete',
  },
];
