import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createRecordsRepository } from './found-records.repository.ts';
import { createRecords, type RecordsDeps } from './records.service.ts';

interface RecordsNeeds extends Pick<Base, 'database'>, Pick<RecordsDeps, 'actions' | 'conflicts'> {}

/** One record after another, as they name each other, for staff. */
export const recordsModule = defineModule({
  name: 'records',
  create: ({ database, actions, conflicts }: RecordsNeeds) => ({
    records: createRecords({ repository: createRecordsRepository(database.db), actions, conflicts }),
  }),
});
