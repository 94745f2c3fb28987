import type { MessageTopic } from './topics.ts';

/** Channels besides the inbox, which always has every message. */
export const DELIVERY_CHANNELS = ['email', 'sms'] as const;
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number];

/** Default channels. */
const USUAL: Readonly<Record<MessageTopic, Readonly<Record<DeliveryChannel, boolean>>>> = {
  auctions: { email: true, sms: true },
  applications: { email: true, sms: false },
  orders: { email: true, sms: false },
  money: { email: true, sms: false },
  account: { email: true, sms: false },
};

export const isUsual = (topic: MessageTopic, channel: DeliveryChannel): boolean => USUAL[topic][channel];

/** A changed password or phone is always notified by e-mail: somebody else may have changed it. */
export const isLocked = (topic: MessageTopic, channel: DeliveryChannel): boolean =>
  topic === 'account' && channel === 'email';
