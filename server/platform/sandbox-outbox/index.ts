/** Messages passed to the local twins of the SMS gateway, the mail server and Telegram's bot, and the page that shows them. */
export { createSandboxOutbox, type SandboxOutbox } from './sandbox-outbox.repository.ts';
export { registerSandboxOutboxRoutes } from './sandbox-outbox.routes.ts';
