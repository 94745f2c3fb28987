/** Outbox topics of this domain. */
export const LOT_NEWS_EVENTS = {
  /** Something happened to a lot that is sent to listeners. Payload: `event` (a `WebhookEvent`), `lotId`; key: both. */
  lotNews: 'webhooks.lot-news',
} as const;
