import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  finishStaffTask,
  handOverStaffTask,
  staffTasks,
  takeStaffTask,
  taskColleagues,
} from '#shared/api/console/staff-tasks.ts';

export function registerStaffTaskRoutes(
  app: HttpApp,
  tasks: Pick<StaffTasksService, 'page' | 'finish' | 'take' | 'handOver' | 'colleagues'>,
): void {
  registerContract(app, staffTasks, (call) => tasks.page(call.query, call.signedIn().personId));
  registerContract(app, taskColleagues, () => tasks.colleagues());
  registerContract(app, takeStaffTask, (call) => {
    const { personId, name } = call.signedIn();
    return tasks.take(call.params.id, { personId, name });
  });
  registerContract(app, handOverStaffTask, (call) => {
    const { personId, name } = call.signedIn();
    return tasks.handOver(call.params.id, { personId, name }, call.body.to);
  });
  registerContract(app, finishStaffTask, (call) => {
    const { personId, name } = call.signedIn();
    return tasks.finish(call.params.id, { personId, name }, call.body.note);
  });
}
