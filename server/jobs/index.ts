/** When something happens: queues between committed events and workflows. What happens is in server/workflows. */
export {
  openEventQueue,
  startEventWorker,
  type EventListener,
  type EventListeners,
  type EventQueue,
} from './events.ts';
export { QUEUES, type QueueName } from './queue-names.ts';
