import type { Texts } from '#server/platform/language/index.ts';
import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { formatMoney } from '#shared/money/money.ts';
import { tashkentDateTime } from '#shared/time/tashkent.ts';
import { Markup, markup } from './markup.ts';
import type { SandboxLink } from './sandbox-links.ts';
import type { SandboxPayment } from './sandbox.repository.ts';
import { PRETEND_STYLE } from './sandbox.style.ts';

/** In their own languages, whatever the page's. */
const LANGUAGE_NAMES: Record<Language, string> = {
  uz: 'Oʻzbekcha',
  ru: 'Русский',
  'uz-Cyrl': 'Ўзбекча',
  en: 'English',
};

/** Test cards a provider names in its documents. */
const CARDS = { good: '8600 4954 7331 6478', declined: '4444 4459 8745 9073' } as const;

export interface SandboxFrame {
  provider: PaymentProvider;
  /** Name of the simulated provider. */
  name: string;
  language: Language;
  texts: Texts;
}

const sign = markup`<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"
  stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 9v4m0 4h.01M10.3 3.9 1.8 18a2 2 0 0 0
  1.7 3h17a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z"/></svg>`;

const sayer =
  ({ texts, language }: SandboxFrame) =>
  (key: string, values: Record<string, string | number> = {}) =>
    texts.text(language, `pretend-checkout:${key}`, values);

function page(
  frame: SandboxFrame,
  content: Markup,
  options: { wide?: boolean; address?: string } = {},
): string {
  const say = sayer(frame);
  const { provider, name, language } = frame;
  const languages = LANGUAGES.map(
    (one) =>
      markup`<a href="${options.address ?? ''}?${languageQuery(options.address, one)}" lang="${one}" ${
        one === language ? markup`aria-current="true"` : null
      }>${LANGUAGE_NAMES[one]}</a>`,
  );
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<title>${say('title', { name })}</title>
<style>${new Markup(PRETEND_STYLE)}</style>
</head>
<body>
<div class="frame ${options.wide ? 'wide' : ''}">
<header class="pretend">${sign}<p><b>${say('title', { name })}</b>${say('notice')}</p></header>
<main class="card">
<div><span class="plate" data-provider="${provider}">${name}</span></div>
${content}
</main>
<nav aria-label="${say('languages')}">${languages}</nav>
</div>
</body>
</html>`.text;
}

/** The same address in another language. */
function languageQuery(address: string | undefined, language: Language): string {
  const query = new URLSearchParams(address?.split('?')[1] ?? '');
  query.set('lang', language);
  return query.toString();
}

/** Sum, number and cards. @param address of this page, to which the form is sent */
export function checkoutPage(frame: SandboxFrame, link: SandboxLink, address: string): string {
  const say = sayer(frame);
  const choice = (card: keyof typeof CARDS) => markup`<label class="choice">
<input type="radio" name="card" value="${card}" ${card === 'good' ? markup`checked` : null}>
<span><b>${CARDS[card]}</b><small>${say(`card.${card}`)}</small></span></label>`;
  return page(
    frame,
    markup`<div>
<h1>${say('to')}</h1>
<p class="sum">${formatMoney(link.amountTiyin)}</p>
<p class="number">${say('number', { number: link.account })}</p>
</div>
<form method="post" action="${address}" class="actions" style="gap:1.25rem">
<fieldset><legend>${say('card.choose')}</legend>${choice('good')}${choice('declined')}</fieldset>
<div class="actions">
<button class="primary" name="do" value="pay">${say('pay')}</button>
<button name="do" value="leave">${say('leave')}</button>
</div>
</form>`,
    { address: address.split('?')[0] + queryInputsOf(address) },
  );
}

const queryInputsOf = (address: string): string => {
  const query = address.split('?')[1];
  return query ? `?${query}` : '';
};

/** The shop refused the payment, or could not be reached. */
export function refusedPage(frame: SandboxFrame, reply: string | null, returnUrl: string): string {
  const say = sayer(frame);
  return page(
    frame,
    markup`<div><h1>${say(reply === null ? 'away' : 'refused')}</h1></div>
${reply === null ? null : markup`<p class="reply">${reply}</p>`}
<a class="button primary" href="${returnUrl}">${say('back')}</a>`,
  );
}

/** The twin's payments, with buttons to reverse them or to repeat their last call. */
export function booksPage(
  frame: SandboxFrame,
  payments: readonly SandboxPayment[],
  options: { refunds: boolean; reply: string | null; action: string },
): string {
  const say = sayer(frame);
  const row = (one: SandboxPayment) => markup`<li>
<p><b>${formatMoney(one.amountTiyin)}</b> · ${say('number', { number: one.account })}</p>
<p>${tashkentDateTime(one.begunMs)} · ${say(`state.${one.state}`)}</p>
<form method="post" action="${options.action}">
<input type="hidden" name="id" value="${one.providerId}">
${
  one.state === 'paid' && options.refunds
    ? markup`<button class="small" name="do" value="refund">${say('refund')}</button>`
    : null
}
${one.state === 'paid' ? markup`<button class="small" name="do" value="repeat">${say('repeat')}</button>` : null}
</form></li>`;
  return page(
    frame,
    markup`<div><h1>${say('books')}</h1></div>
${options.reply === null ? null : markup`<p class="reply" role="status">${options.reply}</p>`}
${
  payments.length === 0
    ? markup`<p>${say('noPayments')}</p>`
    : markup`<ul class="payments">${payments.map(row)}</ul>`
}`,
    { wide: true },
  );
}
