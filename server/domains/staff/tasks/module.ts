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
  queues: [
    {
      page: 'tasks',
      right: 'readTasks',
      table: 'staff_task',
      waits: { empty: 'done_at' },
      since: 'created_at',
      due: 'due_at',
    },
  ],
  exports: ({ tasks }) => ({ 'console-tasks': staffTasksExport(tasks) }),
});
