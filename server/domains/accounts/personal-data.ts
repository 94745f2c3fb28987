import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const ACCOUNTS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'person_profile',
    of: ['person_id'],
    why: 'address and bank requisites',
    until: 'as long as the account',
    lasting: false,
  },
  {
    table: 'person_edit_request',
    of: ['person_id'],
    why: 'requests to change the name or the number',
    until: 'as long as the account',
    hidden: ['decided_by'],
    lasting: false,
  },
  {
    table: 'account_change',
    of: ['person_id'],
    why: 'decisions of staff about the account',
    until: 'for good: the audit',
    hidden: ['evidence', 'asked_by', 'decided_by'],
    lasting: true,
  },
  {
    table: 'authorised_seller_mark',
    of: ['person_id'],
    why: 'who may sell for others',
    until: 'for good: the audit',
    hidden: ['marked_by'],
    lasting: true,
  },
  {
    table: 'person',
    of: ['id'],
    why: 'who somebody is: name, number, phone, e-mail, roles',
    until: 'as long as the account',
    lasting: false,
  },
];
