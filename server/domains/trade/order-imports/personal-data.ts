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
    erasure: { clear: { file_name: '', photos_name: null } },
  },
  {
    table: 'order_import_row',
    of: ['person_id'],
    why: 'rows of imported files, with their fields until the import ends and the cells of refused ones',
    until: 'for good: which order came of which row',
    lasting: true,
    erasure: { clear: { cells: null, fields: null, title: '' } },
  },
  {
    table: 'order_import_refused_photo',
    of: [],
    through: { column: 'import_id', table: 'order_import', key: 'id', of: 'person_id' },
    why: 'names of photos that an import refused',
    until: 'as long as the import',
    lasting: true,
    erasure: 'delete',
  },
];
