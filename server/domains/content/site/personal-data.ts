import type { PersonalTable } from '#server/platform/modules/index.ts';

/** Messages to the operator, after they are answered: as long as a complaint about the answer may come. */
export const CONTACT_DAYS = 730;

/** What this module stores about persons. */
export const SITE_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'contact_message',
    of: ['person_id'],
    why: 'messages to the operator',
    until: `${CONTACT_DAYS} days after they are answered`,
    hidden: ['answered_by', 'answered_by_name'],
    lasting: 'stays',
    erasure: 'delete',
    addresses: { phone: 'phone', email: 'email' },
  },
];
