import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { staffTasksExport } from './staff-tasks-export.ts';
import { createStaffTasks, type StaffTasksDeps } from './staff-tasks.service.ts';

interface StaffTasksNeeds extends Pick<Base, 'database'> {
  actions: { record(action: Parameters<StaffTasksDeps['record']>[0], tx: AnyDb): Promise<void> };
}

export const staffTasksModule = defineModule({
  name: 'tasks',
  create: ({ database, actions }: StaffTasksNeeds) => ({
    tasks: createStaffTasks({ db: database.db, record: (action, tx) => actions.record(action, tx) }),
  }),
  exports: ({ tasks }) => ({ 'console-tasks': staffTasksExport(tasks) }),
});
