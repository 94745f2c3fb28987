import type { PushMessage } from '#server/integrations/push/index.ts';
import type { MessageTopic } from '#shared/notifications/topics.ts';

const HOUR_S = 3_600;

/** How long messages of a topic are of use, s, and how much they may wake a sleeping device. */
export const ALERT_TERMS: Readonly<Record<MessageTopic, Pick<PushMessage, 'ttlS' | 'urgency'>>> = {
  auctions: { ttlS: 4 * HOUR_S, urgency: 'high' },
  applications: { ttlS: 24 * HOUR_S, urgency: 'normal' },
  orders: { ttlS: 24 * HOUR_S, urgency: 'normal' },
  money: { ttlS: 24 * HOUR_S, urgency: 'normal' },
  account: { ttlS: 24 * HOUR_S, urgency: 'high' },
};

/** A price that was passed is answered within minutes or not at all, s. */
export const OUTBID_TTL_S = 300;
