/** Listeners: addresses of people to which public news of lots are sent. */
export { webhooksModule } from './module.ts';
export { createWebhooks, type Webhooks } from './webhooks.service.ts';
export { createWebhookDelivery, WEBHOOK_WAITS_MS } from './deliver-webhooks.ts';
export { createStaffWebhooks, type StaffWebhooks } from './staff-webhooks.ts';
export { createStaffHosts, type StaffHosts } from './staff-hosts.ts';
export { queueLotNews } from './queue-lot-news.ts';
