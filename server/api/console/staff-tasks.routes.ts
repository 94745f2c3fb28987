import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { finishStaffTask, staffTasks } from '#shared/api/console/staff-tasks.ts';

export function registerStaffTaskRoutes(
  app: HttpApp,
  tasks: Pick<StaffTasksService, 'page' | 'finish'>,
): void {
  registerContract(app, staffTasks, (call) => tasks.page(call.query));
  registerContract(app, finishStaffTask, (call) => {
    const { personId, name } = call.signedIn();
    return tasks.finish(call.params.id, { personId, name }, call.body.note);
  });
}
