import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const ORDER_IMPORTS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'order_import',
    of: ['person_id'],
    why: 'imported files with requests to sell',
    until: 'for good: accounting and the law of auctions',
    hidden: ['uploaded_by', 'started_by', 'file_key', 'photos_key', 'incoming_photos_key'],
    lasting: true,
  },
];
