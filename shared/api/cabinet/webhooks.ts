import { z } from 'zod';
import { contract } from '../contract.ts';
import { idField, SHORT_ID_MAX, wholeNumber } from '../fields.ts';

const mine = { tag: 'webhooks', access: 'signed-in', rateLimit: { perMinute: 60 } } as const;

/** What listeners learn of, about lots that are not for practice. */
export const WEBHOOK_EVENTS = ['lot.published', 'auction.opened', 'lot.closed', 'result.cancelled'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Listeners of one person at most. */
export const WEBHOOKS_MAX = 5;
export const WEBHOOK_URL_MAX = 500;
export const DELIVERY_STATES = ['waiting', 'delivered', 'given-up'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const webhookSchema = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** A category or a group of them; null: all. */
  categoryId: z.int().nullable(),
  regionId: z.int().nullable(),
  createdAtMs: z.number(),
  /** The secret before the last one signs too until then; null: there is none. */
  previousUntilMs: z.number().nullable(),
  /** Nothing is sent any more; null: it is on. */
  off: z
    .object({
      atMs: z.number(),
      /** `failing`: it took none of three messages, given up over three days or more. `host`: staff has switched off its host, for everybody. */
      why: z.enum(['failing', 'staff', 'host']),
      /** As staff stated it. */
      reason: z.string().nullable(),
    })
    .nullable(),
});
export type WebhookView = z.infer<typeof webhookSchema>;

export const deliverySchema = z.object({
  id: z.int(),
  /** The header `webhook-id`, the same at every attempt. */
  messageId: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  lotId: z.int(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  createdAtMs: z.number(),
  /** Of the next attempt; null: it has ended. */
  nextAtMs: z.number().nullable(),
  /** Of the last attempt; null: there was no answer. */
  answerStatus: z.int().nullable(),
  error: z.string().nullable(),
});
export type WebhookDeliveryView = z.infer<typeof deliverySchema>;

export const myWebhooks = contract({
  ...mine,
  name: 'webhooks.list',
  refusals: {},
  method: 'get',
  path: '/api/shop/webhooks',
  summary: 'My listeners, the newest first',
  answer: z.array(webhookSchema),
});

const withSecret = z.object({
  /** `whsec_` and base64: shown in this answer alone. */
  secret: z.string(),
  shown: webhookSchema,
});

/**
 * 403 `sign-in-again` when the sign-in is older than 5 minutes, 422 `webhooks.too-many` beyond five, `webhooks.address` for an address
 * that is not https on port 443 or from 1024 on, or that is not of the public internet, `webhooks.host-off` for a host that staff has switched off, `webhooks.unknown-filter` for a category or a
 * region that there is not.
 */
export const createWebhook = contract({
  ...mine,
  rateLimit: { perMinute: 10 },
  name: 'webhooks.create',
  refusals: {
    403: ['sign-in-again'],
    422: ['webhooks.address', 'webhooks.host-off', 'webhooks.too-many', 'webhooks.unknown-filter'],
  },
  method: 'post',
  path: '/api/shop/webhooks',
  summary: 'Have public news of lots sent to an address of mine',
  body: z.strictObject({
    url: z.url().max(WEBHOOK_URL_MAX),
    events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length),
    categoryId: z.int().min(1).max(SHORT_ID_MAX).nullable().default(null),
    regionId: z.int().min(1).max(SHORT_ID_MAX).nullable().default(null),
  }),
  answer: withSecret,
});

const one = { params: z.strictObject({ id: idField }) } as const;

/** The secret until now signs beside the new one for 24 hours. 403 `sign-in-again` as above. 404: not mine. */
export const rotateWebhookSecret = contract({
  ...mine,
  ...one,
  rateLimit: { perMinute: 10 },
  name: 'webhooks.rotate',
  refusals: { 403: ['sign-in-again'], 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/webhooks/:id/rotate',
  summary: 'Give a listener of mine another secret',
  answer: withSecret,
});

/** What it missed meanwhile is not sent by itself. 409 `webhooks.off-by-staff` where staff has switched it off, 422 `webhooks.host-off` where its host. 404: not mine. */
export const switchWebhookOn = contract({
  ...mine,
  ...one,
  name: 'webhooks.switch-on',
  refusals: { 404: ['not-found'], 409: ['webhooks.off-by-staff'], 422: ['webhooks.host-off'] },
  method: 'post',
  path: '/api/shop/webhooks/:id/switch-on',
  summary: 'Send to a listener of mine again that failed by itself',
  answer: webhookSchema,
});

/** With all that is noted of it. 404: not mine. */
export const deleteWebhook = contract({
  ...mine,
  ...one,
  name: 'webhooks.delete',
  refusals: { 404: ['not-found'] },
  method: 'delete',
  path: '/api/shop/webhooks/:id',
  summary: 'Delete a listener of mine',
  answer: z.object({ deleted: z.literal(true) }),
});

export const myWebhookDeliveries = contract({
  ...mine,
  ...one,
  name: 'webhooks.deliveries',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/webhooks/:id/deliveries',
  summary: 'What was sent to a listener of mine in the last 30 days, the newest first',
  query: z.strictObject({ page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(20) }),
  answer: z.object({ items: z.array(deliverySchema), total: z.int() }),
});

/** Under the same `webhook-id`. 409 `webhooks.off` while the listener is off, 422 `webhooks.host-off` while its host is. 404: not mine, or older than 30 days. */
export const replayWebhookDelivery = contract({
  ...mine,
  rateLimit: { perMinute: 30 },
  name: 'webhooks.replay',
  refusals: { 404: ['not-found'], 409: ['webhooks.off'], 422: ['webhooks.host-off'] },
  method: 'post',
  path: '/api/shop/webhook-deliveries/:id/replay',
  summary: 'Send a delivery to a listener of mine once more',
  ...one,
  answer: deliverySchema,
});

export const webhookContracts = [
  myWebhooks,
  createWebhook,
  rotateWebhookSecret,
  switchWebhookOn,
  deleteWebhook,
  myWebhookDeliveries,
  replayWebhookDelivery,
];
