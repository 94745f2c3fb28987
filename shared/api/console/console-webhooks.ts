import { z } from 'zod';
import { DELIVERY_STATES, deliverySchema } from '../cabinet/webhooks.ts';
import { contract } from '../contract.ts';
import { idField, uuid, wholeNumber } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';
import { textWithoutAccounts, writtenLine } from '../written-texts.ts';

/** Of a name in the DNS. */
export const HOST_MAX = 253;

const staffDeliverySchema = deliverySchema.extend({
  webhookId: z.int(),
  url: z.string(),
  /** Nothing is sent to the listener any more. */
  off: z.boolean(),
  owner: z.object({ id: z.string(), name: z.string() }),
});
export type StaffWebhookDelivery = z.infer<typeof staffDeliverySchema>;

export const consoleWebhookDeliveries = contract({
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readWebhooks },
  rateLimit: { perMinute: 120 },
  name: 'console.webhook-deliveries',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/webhook-deliveries',
  summary: 'What was sent to listeners in the last 30 days, the newest first',
  query: z.strictObject({
    state: z.enum([...DELIVERY_STATES, 'all']).default('all'),
    lotId: idField.optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({ items: z.array(staffDeliverySchema), total: z.int(), page: z.int(), size: z.int() }),
});

/** Its owner reads the reason, and cannot switch it on again. Repeating it changes nothing. 404: the person has no such listener. */
export const switchWebhookOff = contract({
  tag: 'console',
  access: { roles: STAFF_RIGHTS.switchWebhooksOff },
  rateLimit: { perMinute: 60 },
  subject: { kind: 'person', param: 'personId' },
  name: 'console.switch-webhook-off',
  refusals: { 404: ['not-found'], 409: ['turned-down-before'] },
  method: 'post',
  path: '/api/console/people/:personId/webhooks/:id/switch-off',
  summary: 'Send nothing to a listener any more',
  params: z.strictObject({ personId: uuid, id: idField }),
  body: z.strictObject({ reason: textWithoutAccounts(3, 500) }),
  answer: z.object({ off: z.literal(true) }),
});

const hostSchema = z.object({
  host: z.string(),
  /** Who of the staff switched it off. */
  by: z.string(),
  reason: z.string(),
  atMs: z.number(),
});
export type SwitchedOffHost = z.infer<typeof hostSchema>;

export const switchedOffHosts = contract({
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readWebhooks },
  rateLimit: { perMinute: 120 },
  name: 'console.switched-off-hosts',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/switched-off-hosts',
  summary: 'Hosts to which nothing is sent, for no one, the newest first',
  answer: z.array(hostSchema),
});

/** Concerns all listeners of a host alike. */
const hosts = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.switchWebhooksOff },
  rateLimit: { perMinute: 60 },
  subject: 'none',
} as const;
const hostBody = z.strictObject({ host: writtenLine(1, HOST_MAX), reason: textWithoutAccounts(3, 500) });

/**
 * With all names below it: no listener there is sent anything, and none is registered. Their owners read the reason. Repeating it
 * changes nothing. 422 `webhooks.not-a-host`, 409 `asked-before` when colleagues have undone that for the site twice.
 */
export const switchHostOff = contract({
  ...hosts,
  name: 'console.switch-host-off',
  refusals: { 409: ['asked-before', 'taken-back-before'], 422: ['webhooks.not-a-host'] },
  method: 'post',
  path: '/api/console/switched-off-hosts/switch-off',
  summary: 'Send nothing to a host any more, for no one',
  body: hostBody,
  answer: z.object({ off: z.literal(true) }),
});

/** Listeners there are as they were before. Repeating it changes nothing. 422 `webhooks.not-a-host`, 409 `turned-down-before`. */
export const switchHostOn = contract({
  ...hosts,
  name: 'console.switch-host-on',
  refusals: { 409: ['turned-down-before'], 422: ['webhooks.not-a-host'] },
  method: 'post',
  path: '/api/console/switched-off-hosts/switch-on',
  summary: 'Send to a host again',
  body: hostBody,
  answer: z.object({ off: z.literal(false) }),
});

export const consoleWebhookContracts = [
  consoleWebhookDeliveries,
  switchWebhookOff,
  switchedOffHosts,
  switchHostOff,
  switchHostOn,
];
