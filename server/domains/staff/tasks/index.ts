/** Tasks for staff, with a deadline: decisions that only a person can take. */
export { staffTasksModule } from './module.ts';
export type { StaffTasksService } from './staff-tasks.service.ts';
export { createStaffTasksRepository, type NewStaffTask } from './staff-tasks.repository.ts';
