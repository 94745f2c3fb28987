import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const LOTS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'lot',
    of: ['customer_person_id', 'winner_person_id'],
    why: 'lots that a person sells or won',
    until: 'for good: accounting and the law of auctions',
    hidden: [
      'reserve_person_id',
      'search_form',
      'search_more',
      'customer_person_id',
      'winner_person_id',
      'customer_address',
      'customer_extra_phone',
      'photos',
      'hidden_photos',
      'customer',
    ],
    lasting: true,
    erasure: {
      clear: {
        customer: { with: { name: 'pseudonyms', phone: null, email: null } },
        customer_address: null,
        customer_extra_phone: null,
      },
      whose: ['customer_person_id'],
    },
  },
  {
    table: 'lot_withdrawal',
    of: ['person_id'],
    why: 'lots a seller takes off trade',
    until: 'for good: accounting and the law of auctions',
    lasting: true,
    erasure: 'stays',
  },
];
