/** What only a person can decide or do, with a deadline. */
export { createStaffTasks, type StaffTasksService } from './staff-tasks.service.ts';
export type { NewStaffTask } from './staff-tasks.repository.ts';
export { registerStaffTaskRoutes } from './staff-tasks.routes.ts';
