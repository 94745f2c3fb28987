/** When something happens: queues between committed events and listeners, and work that is repeated. Modules say what happens. */
export { countOutboxJob, countQueueJob } from './count-outbox.ts';
export { openEventQueue, startEventWorker } from './events.ts';
export { every } from './every.ts';
export { projectLots } from './project-lots.ts';
export { purgeJobs } from './purge.ts';
export { runJobs } from './run-jobs.ts';
