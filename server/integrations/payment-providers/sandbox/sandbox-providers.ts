import { createHmac } from 'node:crypto';
import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';
import type { ClickMerchantSettings } from '../click/click.merchant-api.ts';
import type { ClickSettings, PaymeSettings, PaynetSettings, UzumSettings } from '../settings.ts';
import { createPretendClick } from './sandbox-click.ts';
import { createPretendPayme } from './sandbox-payme.ts';
import { createPretendPaynet } from './sandbox-paynet.ts';
import type { SandboxRepository } from './sandbox.repository.ts';
import type { SandboxSide } from './sandbox-side.ts';
import { createPretendUzum } from './sandbox-uzum.ts';

/** A provider's local twin: its side of the protocol and its records. */
export interface SandboxProvider {
  id: PaymentProvider;
  name: string;
  side: SandboxSide;
  payments: SandboxRepository;
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
  payments: SandboxRepository,
  publicUrl: string,
): SandboxProvider => ({
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
  payments: SandboxRepository,
  publicUrl: string,
): SandboxProvider => ({
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
  payments: SandboxRepository,
  publicUrl: string,
): SandboxProvider => ({
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
  payments: SandboxRepository,
  publicUrl: string,
): SandboxProvider => ({
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
