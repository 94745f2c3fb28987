/** What local stand-ins of the SMS gateway and the mail server were handed, and the page that shows it. */
export {
  createTwinOutbox,
  type KeptTwinMessage,
  type TwinMessage,
  type TwinOutbox,
} from './twin-outbox.repository.ts';
export { registerTwinOutboxRoutes } from './twin-outbox.routes.ts';
