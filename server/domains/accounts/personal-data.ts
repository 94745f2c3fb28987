import type { PersonalTable } from '#server/platform/modules/index.ts';

/** In place of the sign-in provider of a person whose data were erased. */
const ERASED_ISSUER = 'erased';

/** What this module stores about persons. */
export const ACCOUNTS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'person_profile',
    of: ['person_id'],
    why: 'address and bank requisites',
    until: 'as long as the account',
    lasting: false,
    erasure: 'delete',
  },
  {
    table: 'person_edit_request',
    of: ['person_id'],
    why: 'requests to change the name or the number',
    until: 'as long as the account',
    hidden: ['decided_by'],
    lasting: false,
    erasure: 'delete',
  },
  {
    table: 'account_change',
    of: ['person_id'],
    why: 'decisions of staff about the account',
    until: 'for good: the audit',
    hidden: ['evidence', 'asked_by', 'decided_by'],
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'authorised_seller_mark',
    of: ['person_id'],
    why: 'who may sell for others',
    until: 'for good: the audit',
    hidden: ['marked_by'],
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'staff_attestation',
    of: ['person_id'],
    why: 'the PINFL of a member of staff, seen in a document',
    until: 'for good: decisions of staff',
    hidden: ['document', 'reason'],
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'staff_invitation',
    of: ['person_id'],
    why: 'the invitation by which somebody joined the staff',
    until: 'for good: decisions of staff',
    hidden: ['reason', 'evidence', 'asked_by', 'approved_by', 'ended_by'],
    lasting: true,
    erasure: { clear: { name: { to: 'pseudonym' }, email: '', phone: '' } },
  },
  {
    table: 'person_number',
    of: ['person_id'],
    why: 'numbers the account has had, by keyed hash: bars, penalties and debts follow the person',
    until: 'for good: it outlives the account',
    hidden: ['number_hash', 'key_check'],
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'person',
    of: ['id'],
    why: 'who somebody is: name, number, phone, e-mail, roles',
    until: 'as long as the account, then a pseudonym',
    lasting: false,
    erasure: {
      clear: {
        ...{ name: { to: 'pseudonym' }, issuer: ERASED_ISSUER, subject: { to: 'code' } },
        ...{ phone: null, phone_confirmed_at: null, email: null, email_confirmed_at: null },
        pinfl: null,
        stir: null,
        of_age_at: null,
        identity_edited_at: null,
        signed_in_at: null,
        ...{ roles: [], offered_roles: [], disabled_at: { to: 'now' }, erased_at: { to: 'now' } },
      },
    },
  },
];
