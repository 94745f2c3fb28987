import type { Config } from '#server/platform/config/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { clickCheckoutUrl } from './click/click.checkout.ts';
import { createClickMerchantApi, type ClickMerchantApi } from './click/click.merchant-api.ts';
import { clickStatements } from './click/click.statement.ts';
import { paymeCheckoutUrl } from './payme/payme.checkout.ts';
import { paynetCheckoutUrl } from './paynet/paynet.checkout.ts';
import type { ProviderPort } from './port.ts';
import {
  pretendClick,
  pretendClickSettings,
  pretendPayme,
  pretendPaymeSettings,
  pretendPaynet,
  pretendPaynetSettings,
  pretendUzum,
  pretendUzumSettings,
  type SandboxProvider,
} from './sandbox/sandbox-providers.ts';
import { sandboxStatement } from './sandbox/sandbox-statement.ts';
import { createPretendRepository } from './sandbox/sandbox.repository.ts';
import type { ClickSettings, PaymeSettings, PaynetSettings, UzumSettings } from './settings.ts';
import { uzumCheckoutUrl } from './uzum/uzum.checkout.ts';

export interface PaymentProviders {
  /** In the order they are offered. */
  list: readonly ProviderPort[];
  payme: PaymeSettings | null;
  click: (ClickSettings & { api: ClickMerchantApi }) | null;
  uzum: UzumSettings | null;
  paynet: PaynetSettings | null;
  pretend: readonly SandboxProvider[];
}

export interface PaymentProvidersParts {
  config: Pick<Config, 'payments' | 'sandboxesAllowed' | 'sessionSecret' | 'publicUrl'>;
  db: AnyDb;
}

/** Opened once the public address is known. */
export function openPaymentProviders({ config, db }: PaymentProvidersParts): PaymentProviders {
  const { payments, sandboxesAllowed, sessionSecret: secret, publicUrl } = config;
  const books = createPretendRepository(db);
  const pretend: SandboxProvider[] = [];
  const list: ProviderPort[] = [];
  /** The configured settings, or those of a local twin opened for them. */
  const given = <Settings>(
    real: Settings | null,
    settings: (secret: string, publicUrl: string) => Settings,
    open: (settings: Settings, payments: typeof books, publicUrl: string) => SandboxProvider,
  ): { settings: Settings | null; isSandbox: boolean } => {
    if (real || !sandboxesAllowed) return { settings: real, isSandbox: false };
    const made = settings(secret, publicUrl);
    pretend.push(open(made, books, publicUrl));
    return { settings: made, isSandbox: true };
  };

  const payme = given(payments.payme, pretendPaymeSettings, pretendPayme);
  if (payme.settings) {
    const { settings } = payme;
    list.push({
      id: 'payme',
      name: 'Payme',
      pretend: payme.isSandbox,
      checkoutUrl: (checkout) => paymeCheckoutUrl(settings, checkout),
      // The provider requests the statement from us (GetStatement), never the reverse.
      statement: payme.isSandbox ? sandboxStatement(books, 'payme') : null,
    });
  }
  const click = given(payments.click, pretendClickSettings, pretendClick);
  const clickApi = click.settings && createClickMerchantApi(click.settings);
  if (click.settings && clickApi) {
    const { settings } = click;
    list.push({
      id: 'click',
      name: 'Click',
      pretend: click.isSandbox,
      checkoutUrl: (checkout) => clickCheckoutUrl(settings, checkout),
      statement: clickStatements(clickApi),
    });
  }
  const uzum = given(payments.uzum, pretendUzumSettings, pretendUzum);
  if (uzum.settings) {
    const { settings } = uzum;
    list.push({
      id: 'uzum',
      name: 'Uzum Bank',
      pretend: uzum.isSandbox,
      checkoutUrl: (checkout) => uzumCheckoutUrl(settings, checkout),
      statement: uzum.isSandbox ? sandboxStatement(books, 'uzum') : null,
    });
  }
  const paynet = given(payments.paynet, pretendPaynetSettings, pretendPaynet);
  if (paynet.settings) {
    const { settings } = paynet;
    list.push({
      id: 'paynet',
      name: 'Paynet',
      pretend: paynet.isSandbox,
      checkoutUrl: (checkout) => paynetCheckoutUrl(settings, checkout),
      // The provider requests the statement from us (GetStatement), never the reverse.
      statement: paynet.isSandbox ? sandboxStatement(books, 'paynet') : null,
    });
  }
  return {
    list,
    payme: payme.settings,
    click: click.settings && clickApi && { ...click.settings, api: clickApi },
    uzum: uzum.settings,
    paynet: paynet.settings,
    pretend,
  };
}
