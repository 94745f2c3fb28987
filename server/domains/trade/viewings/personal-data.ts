import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const VIEWINGS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'viewing_booking',
    of: ['person_id'],
    why: 'places a person took at viewings of lots',
    until: '90 days after the viewing',
    lasting: false,
    erasure: 'delete',
  },
];
