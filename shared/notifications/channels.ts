import type { MessageTopic } from './topics.ts';

/** Channels besides the inbox, which always has every message. `push`: the browsers that the person switched on. */
export const DELIVERY_CHANNELS = ['email', 'sms', 'push'] as const;
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number];
/** Those with one address of the person, by which words may be tried. */
export const ADDRESS_CHANNELS = ['email', 'sms'] as const;
export type AddressChannel = (typeof ADDRESS_CHANNELS)[number];

/** Default channels. */
const USUAL: Readonly<Record<MessageTopic, Readonly<Record<DeliveryChannel, boolean>>>> = {
  auctions: { email: true, sms: true, push: true },
  applications: { email: true, sms: false, push: true },
  orders: { email: true, sms: false, push: true },
  money: { email: true, sms: false, push: true },
  account: { email: true, sms: false, push: true },
};

export const isUsual = (topic: MessageTopic, channel: DeliveryChannel): boolean => USUAL[topic][channel];

/** A changed password or phone is always notified by e-mail: somebody else may have changed it. */
export const isLocked = (topic: MessageTopic, channel: DeliveryChannel): boolean =>
  topic === 'account' && channel === 'email';
