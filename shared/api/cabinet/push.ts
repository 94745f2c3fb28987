import { z } from 'zod';
import { contract } from '../contract.ts';
import { idField } from '../fields.ts';

const mine = { tag: 'user', access: 'signed-in', rateLimit: { perMinute: 60 } } as const;

/** Browsers of one person at most. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;
const PUSH_ENDPOINT_MAX = 1_000;

const subscriptionSchema = z.object({
  id: z.int(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  createdAtMs: z.number(),
  /** null: nothing was sent there yet. */
  sentAtMs: z.number().nullable(),
  /** It was switched on in this session. */
  current: z.boolean(),
});
export type PushSubscriptionView = z.infer<typeof subscriptionSchema>;

const settings = z.object({
  /** For which browsers subscribe (VAPID): base64url; null: this installation sends nothing to browsers. */
  publicKey: z.string().nullable(),
  /** The newest first. */
  items: z.array(subscriptionSchema),
});
export type PushSettings = z.infer<typeof settings>;

export const pushSettings = contract({
  ...mine,
  name: 'push.list',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/push-subscriptions',
  summary: 'My browsers that show alerts, and the key for which a browser subscribes',
  answer: settings,
});

/**
 * As the browser's PushSubscription has it. A browser that is known already becomes the caller's. 422 `push.off` where nothing is
 * sent to browsers, `push.address` for an endpoint that is not https on the public internet, `push.too-many` beyond ten.
 */
export const subscribePush = contract({
  ...mine,
  rateLimit: { perMinute: 20 },
  name: 'push.subscribe',
  refusals: { 422: ['push.address', 'push.off', 'push.too-many'] },
  method: 'post',
  path: '/api/shop/user/push-subscriptions',
  summary: 'Show alerts in this browser',
  body: z.strictObject({
    endpoint: z.url().max(PUSH_ENDPOINT_MAX),
    /** An uncompressed point of P-256. */
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
  answer: subscriptionSchema,
});

/**
 * What the service worker of a browser asks after each sign-in there: the subscription then belongs to the new session. One of
 * another person ends, and `active` is false for one that is not there any more.
 */
export const renewPush = contract({
  ...mine,
  name: 'push.renew',
  refusals: {},
  method: 'post',
  path: '/api/shop/user/push-subscriptions/renew',
  summary: 'This browser, in which I have just signed in, has a subscription',
  body: z.strictObject({ endpoint: z.url().max(PUSH_ENDPOINT_MAX) }),
  answer: z.object({ active: z.boolean() }),
});

/** 404: not mine. */
export const removePush = contract({
  ...mine,
  name: 'push.remove',
  refusals: { 404: ['not-found'] },
  method: 'delete',
  path: '/api/shop/user/push-subscriptions/:id',
  summary: 'Show no more alerts in a browser of mine',
  params: z.strictObject({ id: idField }),
  answer: z.object({ removed: z.literal(true) }),
});

export const pushContracts = [pushSettings, subscribePush, renewPush, removePush];
