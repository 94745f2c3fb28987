import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const FILES_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'uploaded_file',
    of: ['created_by'],
    why: 'pictures and documents a person uploaded',
    until:
      'until their owner deletes them or their thing ends; after an erasure those of lots, protests and hand-overs, as evidence',
    lasting: true,
    erasure: { clear: { created_by: null } },
  },
];
