import { defineModule, type Base, type PersonalTable } from '#server/platform/modules/index.ts';
import { createListChoices } from './list-choices.service.ts';

const PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'staff_list_choice',
    of: ['person_id'],
    why: 'columns and views that a member of staff has chosen for lists of the console',
    until: 'as long as the account',
    lasting: false,
    erasure: 'delete',
  },
];

export const listChoicesModule = defineModule({
  name: 'list-choices',
  personalData: PERSONAL_DATA,
  create: ({ database }: Pick<Base, 'database'>) => ({ listChoices: createListChoices(database.db) }),
});
