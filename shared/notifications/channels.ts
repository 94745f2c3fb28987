import type { MessageTopic } from './templates.ts';

/** Ways beside the inbox, which always has everything. */
export const DELIVERY_CHANNELS = ['email', 'sms'] as const;
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number];

/** What reaches people who chose nothing. */
const USUAL: Readonly<Record<MessageTopic, Readonly<Record<DeliveryChannel, boolean>>>> = {
  auctions: { email: true, sms: true },
  applications: { email: true, sms: false },
  money: { email: true, sms: false },
  account: { email: true, sms: false },
};

export const isUsual = (topic: MessageTopic, channel: DeliveryChannel): boolean => USUAL[topic][channel];

/** A changed password or phone is told by letter whatever was chosen: perhaps not the owner changed it. */
export const isLocked = (topic: MessageTopic, channel: DeliveryChannel): boolean =>
  topic === 'account' && channel === 'email';
