import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';
import { parseLanguage, type Language } from '#shared/i18n/languages.ts';
import { sumTextToTiyin } from '../sum-text.ts';
import type { SandboxOrder } from './sandbox-side.ts';

export interface SandboxLink extends SandboxOrder {
  returnUrl: string;
  language: Language | undefined;
}

/** Parses a checkout's address as the provider would; null for one it would refuse. */
export function readLink(
  provider: PaymentProvider,
  path: string,
  query: URLSearchParams,
  accountField: string,
): SandboxLink | null {
  const link = provider === 'payme' ? readPayme(path, accountField) : readQuery(provider, query);
  if (!link || !link.account || !Number.isSafeInteger(link.amountTiyin) || link.amountTiyin <= 0) return null;
  return { ...link, language: parseLanguage(query.get('lang') ?? '') ?? link.language };
}

function readPayme(path: string, accountField: string): SandboxLink {
  const parts = new Map(
    Buffer.from(path, 'base64')
      .toString('utf8')
      .split(';')
      .map((part): [string, string] => {
        const at = part.indexOf('=');
        return [part.slice(0, at), part.slice(at + 1)];
      }),
  );
  const of = (name: string) => parts.get(name) ?? '';
  return {
    account: of(`ac.${accountField}`),
    amountTiyin: Number(of('a')),
    returnUrl: of('c'),
    language: parseLanguage(of('l')),
  };
}

function readQuery(provider: PaymentProvider, query: URLSearchParams): SandboxLink {
  const of = (name: string) => query.get(name) ?? '';
  // Its link knows no way back.
  if (provider === 'paynet')
    return { account: of('c'), amountTiyin: Number(of('a')), returnUrl: '', language: undefined };
  return provider === 'click'
    ? {
        account: of('transaction_param'),
        amountTiyin: sumTextToTiyin(of('amount')) ?? 0,
        returnUrl: of('return_url'),
        language: undefined,
      }
    : {
        account: of('order_id'),
        amountTiyin: Number(of('amount')),
        returnUrl: of('redirectUrl'),
        language: undefined,
      };
}
