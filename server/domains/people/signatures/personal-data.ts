import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const SIGNATURES_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'signature_request',
    of: ['person_id'],
    why: 'documents shown to be signed',
    until: 'until they are signed or too old',
    hidden: ['document'],
    lasting: false,
    erasure: 'delete',
  },
  {
    table: 'signed_document',
    of: ['person_id'],
    why: 'what was signed, by whom, as proof',
    until: 'for good: the archive of signatures is never changed',
    hidden: ['document'],
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'person_certificate',
    of: ['person_id'],
    why: 'certificates of e-signatures a person added',
    until: 'as long as the account',
    lasting: true,
    erasure: 'delete',
  },
  {
    table: 'consent_answer',
    of: ['person_id'],
    why: 'answers to the public offer',
    until: 'for good: proof of the contract',
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'development_key',
    of: ['person_id'],
    why: 'test keys of development',
    until: 'as long as the account',
    hidden: ['private_key_pem', 'certificate'],
    lasting: false,
    erasure: 'delete',
  },
];
