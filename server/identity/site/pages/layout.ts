import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { showPhone } from '#shared/validation/phone.ts';
import type { SiteText } from '../site-texts.ts';
import { html, type Html } from './html.ts';

/** Banner: none, local twins run, or other machines can open them as well. */
export type SiteMode = 'real' | 'twins' | 'open';

export interface PageFrame {
  language: Language;
  text: SiteText;
  /** Link of the logo: the product. */
  productUrl: string;
  support: { phone: string; email: string };
  mode: SiteMode;
}

const LANGUAGE_NAMES: Record<Language, string> = {
  uz: 'Oʻzbekcha',
  ru: 'Русский',
  'uz-Cyrl': 'Ўзбекча',
  en: 'English',
};
/** As in the product's own picker; others are shown when selected. */
const OFFERED: readonly Language[] = ['uz', 'ru'];

/**
 * Language buttons: with a form they submit it unvalidated, so that typed text is preserved; without one they are links.
 * They follow the form in the page, because Enter presses a form's first button; CSS moves them to the top.
 */
function languageSwitch(frame: PageFrame, formId: string | null): Html {
  const offered = LANGUAGES.filter((language) => OFFERED.includes(language) || language === frame.language);
  const others = offered.map((language) => {
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

/** The product's logo: rising price steps and the hammer's point. */
const MARK = html`<svg viewBox="0 0 32 32" width="34" height="34" aria-hidden="true" focusable="false">
  <rect width="32" height="32" rx="8" fill="#0f4fb8" />
  <path
    d="M7 21.5h5.2v-5h5.1v-5h5.2v-4"
    fill="none"
    stroke="#fff"
    stroke-width="3"
    stroke-linecap="round"
    stroke-linejoin="round"
  />
  <circle cx="22.5" cy="23" r="2.6" fill="#ffb020" />
</svg>`;

const WARNING = html`<svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" focusable="false">
  <path d="m21.7 18-8-14a2 2 0 0 0-3.4 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.7-3ZM12 9v4m0 4h.01" />
</svg>`;

function banner({ mode, text }: PageFrame): Html | null {
  if (mode === 'real') return null;
  return html`<div class="mode" role="note">
    ${WARNING}
    <p class="long">${text(`mode.${mode}`)}</p>
    <p class="short">${text(`mode.${mode}.short`)}</p>
  </div>`;
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
        <meta name="theme-color" content="#0b2f6e" />
        <title>${content.title} · Savdo</title>
        <link rel="icon" type="image/svg+xml" href="/assets/icon.svg" />
        <link rel="stylesheet" href="/assets/site.css" />
        <link rel="stylesheet" href="/assets/forms.css" />
        ${content.head}
      </head>
      <body>
        <header>
          ${banner(frame)}
          <div class="strip">
            <p>
              <a href="tel:${support.phone}">${showPhone(support.phone)}</a>
              <a class="mail" href="mailto:${support.email}">${support.email}</a>
            </p>
          </div>
          <div class="bar">
            <a class="mark" href="${frame.productUrl}">${MARK}<span>Savdo</span></a>
          </div>
        </header>
        <main>${content.body}</main>
        ${content.switchable === false ? null : languageSwitch(frame, content.formId ?? null)}
        <footer>
          <p>
            ${text('support')} <a href="tel:${support.phone}">${showPhone(support.phone)}</a> ·
            <a href="mailto:${support.email}">${support.email}</a>
          </p>
        </footer>
      </body>
    </html>`.text;
}
