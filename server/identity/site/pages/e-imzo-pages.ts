import { field, notice } from './form-fields.ts';
import { html } from './html.ts';
import { page, type PageFrame } from './layout.ts';

/** What the page's script may have to say of the application. */
export type SignerTrouble =
  | 'not-installed'
  | 'too-old'
  | 'not-licensed'
  | 'wrong-password'
  | 'cancelled'
  | 'failed';

/** Lists the keys that the E-IMZO application finds; it asks for the password in a window of its own. */
export function eImzoPage(
  frame: PageFrame,
  view: {
    base: string;
    notice: string | null;
    troubles: Record<SignerTrouble, string>;
    /** Pairs of domain and key. */
    apiKeys: readonly string[];
  },
): string {
  const { text, language } = frame;
  const query = `?lang=${language}`;
  return page(frame, {
    title: text('e-imzo.title'),
    formId: 'e-imzo',
    head: html`<script type="module" src="/assets/e-imzo.js"></script>`,
    body: html`<h1>${text('e-imzo.title')}</h1>
      ${notice(view.notice)}
      <noscript>${notice(text('e-imzo.script'))}</noscript>
      <p>${text('e-imzo.how')}</p>
      <form
        id="e-imzo"
        method="post"
        action="${view.base}/e-imzo${query}"
        data-challenge="${view.base}/e-imzo/challenge${query}"
        data-api-keys="${JSON.stringify(view.apiKeys)}"
        data-troubles="${JSON.stringify(view.troubles)}"
        data-none="${text('e-imzo.none')}"
        data-until="${text('e-imzo.until')}"
        data-looking="${text('e-imzo.looking')}"
        data-again="${text('e-imzo.again')}"
        data-working="${text('sign-in.working')}"
      >
        <input type="hidden" name="pkcs7" value="" />
        <fieldset class="choices keys" hidden>
          <legend>${text('e-imzo.key')}</legend>
        </fieldset>
        <p class="e-imzo-state" role="status"></p>
        <p class="notice e-imzo-problem" role="alert" hidden></p>
        <button class="primary" type="submit" disabled>${text('e-imzo.sign')}</button>
      </form>
      <p class="aside"><a href="${view.base}/sign-in${query}">${text('outside.back')}</a></p>`,
  });
}

/** In place of the application, where local twins run: a key made out to whomever one types. */
export function testKeyPage(frame: PageFrame, view: { base: string; notice: string | null }): string {
  const { text, language } = frame;
  const query = `?lang=${language}`;
  return page(frame, {
    title: text('pretend.e-imzo'),
    formId: 'test-key',
    body: html`<h1>${text('pretend.e-imzo')}</h1>
      ${notice(view.notice)}
      <p class="linking">${text('pretend.e-imzo.why')}</p>
      <form id="test-key" method="post" action="${view.base}/e-imzo/test${query}">
        ${field(text, { name: 'name', label: text('register.name'), autocomplete: 'off', maxlength: 200 })}
        ${field(text, {
          name: 'pinfl',
          label: text('register.pinfl'),
          hint: text('pretend.e-imzo.pinfl'),
          autocomplete: 'off',
          inputmode: 'numeric',
          maxlength: 18,
        })}
        ${field(text, {
          name: 'stir',
          label: text('register.stir'),
          hint: text('pretend.e-imzo.stir'),
          autocomplete: 'off',
          inputmode: 'numeric',
          maxlength: 12,
        })}
        <button class="primary" type="submit">${text('e-imzo.sign')}</button>
      </form>
      <p class="aside"><a href="${view.base}/sign-in${query}">${text('outside.back')}</a></p>`,
  });
}
