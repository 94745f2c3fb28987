import { createHmac } from 'node:crypto';
import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';
import type { ClickMerchantSettings } from '../click/click.merchant-api.ts';
import type { ClickSettings, PaymeSettings, PaynetSettings, UzumSettings } from '../settings.ts';
import { createPretendClick } from './pretend-click.ts';
import { createPretendPayme } from './pretend-payme.ts';
import { createPretendPaynet } from './pretend-paynet.ts';
import type { PretendRepository } from './pretend.repository.ts';
import type { PretendSide } from './pretend-side.ts';
import { createPretendUzum } from './pretend-uzum.ts';

/** A provider's local twin: its side of the protocol and its records. */
export interface PretendProvider {
  id: PaymentProvider;
  name: string;
  side: PretendSide;
  payments: PretendRepository;
  accountField: string;
  /** Credentials of the status calls; Click only. */
  merchantApi: ClickMerchantSettings | null;
}

/** Keys shared by twin and shop, derived from the installation's own secret: not guessable, and never real ones. */
const keyFrom = (secret: string, name: string): string =>
  createHmac('sha256', secret).update(`pretend-${name}`).digest('hex').slice(0, 36);

export function pretendPaymeSettings(secret: string, publicUrl: string): PaymeSettings {
  return {
    merchantId: keyFrom(secret, 'payme-kassa').slice(0, 24),
    key: keyFrom(secret, 'payme'),
    accountField: 'payment_id',
    checkoutUrl: `${publicUrl}/pay/pretend/payme`,
    addresses: [],
  };
}

export function pretendClickSettings(secret: string, publicUrl: string): ClickSettings {
  return {
    serviceId: '22222',
    merchantId: '11111',
    merchantUserId: '33333',
    secretKey: keyFrom(secret, 'click'),
    checkoutUrl: `${publicUrl}/pay/pretend/click`,
    apiUrl: `${publicUrl}/pay/pretend/click/v2/merchant`,
  };
}

export function pretendUzumSettings(secret: string, publicUrl: string): UzumSettings {
  return {
    serviceId: '101202',
    login: 'uzum',
    password: keyFrom(secret, 'uzum'),
    checkoutUrl: `${publicUrl}/pay/pretend/uzum`,
    failureStatus: 400,
  };
}

export function pretendPaynetSettings(secret: string, publicUrl: string): PaynetSettings {
  return {
    merchantId: '55555',
    serviceId: '44444',
    login: 'paynet',
    password: keyFrom(secret, 'paynet'),
    accountField: 'payment_id',
    checkoutUrl: `${publicUrl}/pay/pretend/paynet/app`,
  };
}

export const pretendPayme = (
  settings: PaymeSettings,
  payments: PretendRepository,
  publicUrl: string,
): PretendProvider => ({
  id: 'payme',
  name: 'Payme',
  payments,
  accountField: settings.accountField,
  merchantApi: null,
  side: createPretendPayme({
    payments,
    key: settings.key,
    accountField: settings.accountField,
    endpoint: () => `${publicUrl}/pay/payme`,
  }),
});

export const pretendClick = (
  settings: ClickSettings,
  payments: PretendRepository,
  publicUrl: string,
): PretendProvider => ({
  id: 'click',
  name: 'Click',
  payments,
  accountField: '',
  merchantApi: settings,
  side: createPretendClick({
    payments,
    serviceId: settings.serviceId,
    secretKey: settings.secretKey,
    endpoint: (action) => `${publicUrl}/pay/click/${action}`,
  }),
});

export const pretendUzum = (
  settings: UzumSettings,
  payments: PretendRepository,
  publicUrl: string,
): PretendProvider => ({
  id: 'uzum',
  name: 'Uzum Bank',
  payments,
  accountField: '',
  merchantApi: null,
  side: createPretendUzum({
    payments,
    serviceId: settings.serviceId,
    login: settings.login,
    password: settings.password,
    endpoint: (name) => `${publicUrl}/pay/uzum/${name}`,
  }),
});

export const pretendPaynet = (
  settings: PaynetSettings,
  payments: PretendRepository,
  publicUrl: string,
): PretendProvider => ({
  id: 'paynet',
  name: 'Paynet',
  payments,
  accountField: settings.accountField,
  merchantApi: null,
  side: createPretendPaynet({
    payments,
    serviceId: settings.serviceId,
    login: settings.login,
    password: settings.password,
    accountField: settings.accountField,
    endpoint: () => `${publicUrl}/pay/paynet`,
  }),
});
