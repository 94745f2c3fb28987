import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { showPhone } from '#shared/validation/phone.ts';
import type { SiteText } from '../texts.ts';
import { html, type Html } from './html.ts';

export interface PageFrame {
  language: Language;
  text: SiteText;
  /** Where the wordmark leads: the product. */
  productUrl: string;
  support: { phone: string; email: string };
}

const LANGUAGE_NAMES: Record<Language, string> = {
  uz: 'Oʻzbekcha',
  ru: 'Русский',
  'uz-Cyrl': 'Ўзбекча',
  en: 'English',
};

/**
 * Language buttons: with a form they submit it unchecked, so that nothing typed is lost; without one they are links.
 * They come after the form in the page, because Enter presses the first button of a form.
 */
export function languageSwitch(frame: PageFrame, formId: string | null): Html {
  const others = LANGUAGES.map((language) => {
    const current = language === frame.language;
    const state = current ? html` aria-current="true"` : html``;
    return formId
      ? html`<button
          type="submit"
          form="${formId}"
          name="switch"
          value="${language}"
          lang="${language}"
          formnovalidate
          ${state}
        >
          ${LANGUAGE_NAMES[language]}
        </button>`
      : html`<a href="?lang=${language}" lang="${language}" ${state}>${LANGUAGE_NAMES[language]}</a>`;
  });
  return html`<nav class="languages" aria-label="${frame.text('language')}">${others}</nav>`;
}

export function page(
  frame: PageFrame,
  content: { title: string; body: Html; formId?: string; head?: Html; switchable?: boolean },
): string {
  const { text, support } = frame;
  return html`<!doctype html>
    <html lang="${frame.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${content.title} · Savdo</title>
        <link rel="icon" type="image/svg+xml" href="/assets/icon.svg" />
        <link rel="stylesheet" href="/assets/site.css" />
        ${content.head}
      </head>
      <body>
        <header><a class="wordmark" href="${frame.productUrl}">Savdo</a></header>
        <main>${content.body}</main>
        <footer>
          ${content.switchable === false ? null : languageSwitch(frame, content.formId ?? null)}
          <p>
            ${text('support')} <a href="tel:${support.phone}">${showPhone(support.phone)}</a> ·
            <a href="mailto:${support.email}">${support.email}</a>
          </p>
        </footer>
      </body>
    </html>`.text;
}
