/** Listeners: addresses of people to which public news of lots are sent. */
export { webhooksModule } from './module.ts';
export type { Webhooks } from './webhooks.service.ts';
export type { StaffWebhooks } from './staff-webhooks.ts';
export type { StaffHosts } from './staff-hosts.ts';
