/** How much waits for staff, in all lists of the console. */
export { workQueuesModule } from './module.ts';
export type { ReadWorkQueues } from './work-queues.repository.ts';
