import type { Variables } from './variables.ts';

/** How SMS are sent; null: not at all. */
export type SmsSettings =
  | { provider: 'eskiz'; url: string; email: string; password: string; from: string }
  | { provider: 'playmobile'; url: string; user: string; password: string; from: string }
  | { provider: 'twin' }
  | null;

const ESKIZ_FROM = '4546';
const PLAYMOBILE_FROM = '3700';

/** @param problems gets a line for everything that is missing */
export function smsSettingsOf(
  v: Variables,
  sandboxesAllowed: boolean,
  unlessAllowed: string,
  problems: string[],
): SmsSettings {
  const needed = (
    name: 'ESKIZ_EMAIL' | 'ESKIZ_PASSWORD' | 'PLAYMOBILE_USER' | 'PLAYMOBILE_PASSWORD',
  ): string => {
    const value = v[name];
    if (value === undefined) problems.push(`${name} is missing for SMS_PROVIDER=${v.SMS_PROVIDER}`);
    return value ?? '';
  };
  switch (v.SMS_PROVIDER) {
    case 'eskiz':
      return {
        provider: 'eskiz',
        url: v.ESKIZ_URL,
        email: needed('ESKIZ_EMAIL'),
        password: needed('ESKIZ_PASSWORD'),
        from: v.SMS_FROM ?? ESKIZ_FROM,
      };
    case 'playmobile':
      return {
        provider: 'playmobile',
        url: v.PLAYMOBILE_URL,
        user: needed('PLAYMOBILE_USER'),
        password: needed('PLAYMOBILE_PASSWORD'),
        from: v.SMS_FROM ?? PLAYMOBILE_FROM,
      };
    case 'twin':
      if (!sandboxesAllowed) problems.push(`SMS_PROVIDER=twin is ${unlessAllowed}`);
      return { provider: 'twin' };
    case 'none':
      return null;
    case undefined:
      return sandboxesAllowed ? { provider: 'twin' } : null;
  }
}
