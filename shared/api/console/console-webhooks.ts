import { z } from 'zod';
import { DELIVERY_STATES, deliverySchema } from '../cabinet/webhooks.ts';
import { contract } from '../contract.ts';
import { idField, uuid, wholeNumber } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';
import { writtenText } from '../written-texts.ts';

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
  method: 'get',
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
  method: 'post',
  path: '/api/console/people/:personId/webhooks/:id/switch-off',
  summary: 'Send nothing to a listener any more',
  params: z.strictObject({ personId: uuid, id: idField }),
  body: z.strictObject({ reason: writtenText(3, 500) }),
  answer: z.object({ off: z.literal(true) }),
});

export const consoleWebhookContracts = [consoleWebhookDeliveries, switchWebhookOff];
