import type { MessageTopic } from './topics.ts';

/**
 * Channels besides the inbox, which always has every message. `push`: the browsers that the person switched on; `telegram`: the chat
 * that the person connected.
 */
export const DELIVERY_CHANNELS = ['email', 'sms', 'push', 'telegram'] as const;
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number];
/** Those with one address of the person, by which words may be tried. */
export const ADDRESS_CHANNELS = ['email', 'sms'] as const;
export type AddressChannel = (typeof ADDRESS_CHANNELS)[number];

/** Those that are of use for a while only. */
export type AlertChannel = Exclude<DeliveryChannel, AddressChannel>;

/** Default channels. */
const USUAL: Readonly<Record<MessageTopic, Readonly<Record<DeliveryChannel, boolean>>>> = {
  auctions: { email: true, sms: true, push: true, telegram: true },
  applications: { email: true, sms: false, push: true, telegram: true },
  orders: { email: true, sms: false, push: true, telegram: true },
  money: { email: true, sms: false, push: true, telegram: true },
  account: { email: true, sms: false, push: true, telegram: true },
};

export const isUsual = (topic: MessageTopic, channel: DeliveryChannel): boolean => USUAL[topic][channel];

/** A changed password or phone is always notified by e-mail: somebody else may have changed it. */
export const isLocked = (topic: MessageTopic, channel: DeliveryChannel): boolean =>
  topic === 'account' && channel === 'email';
