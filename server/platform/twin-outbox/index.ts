/** Messages passed to the local twins of the SMS gateway and the mail server, and the page that shows them. */
export { createTwinOutbox, type TwinOutbox } from './twin-outbox.repository.ts';
export { registerTwinOutboxRoutes } from './twin-outbox.routes.ts';
