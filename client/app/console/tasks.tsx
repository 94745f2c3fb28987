import { StaffTasks } from '#client/features/console-tasks/staff-tasks.tsx';

/** /console/tasks: what only a person can decide. */
export default function ConsoleTasks() {
  return <StaffTasks />;
}
