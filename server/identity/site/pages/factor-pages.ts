import { field, formScript, notice } from './form-fields.ts';
import { html, type Html } from './html.ts';
import { page, type PageFrame } from './layout.ts';

/** The library that speaks with the browser's passkeys, and the script that hands it the page's question. */
export const passkeyScript: Html = html`<script src="/assets/simplewebauthn.js" defer></script>
  <script src="/assets/passkey.js" defer></script>`;
export const factorStyles: Html = html`<link rel="stylesheet" href="/assets/factors.css" />`;

/** A button that asks the browser for a passkey and sends what it answers. It needs the script, and says so without. */
export function passkeyForm(
  { text }: PageFrame,
  view: { action: string; question: unknown; verb: 'create' | 'get'; label: string; primary: boolean },
): Html {
  return html`<form
    class="passkey"
    method="post"
    action="${view.action}"
    data-verb="${view.verb}"
    data-question="${JSON.stringify(view.question)}"
    data-working="${text('sign-in.working')}"
    data-failed="${text('passkey.failed')}"
    data-absent="${text('passkey.absent')}"
  >
    <input type="hidden" name="answer" value="" />
    <button class="${view.primary ? 'primary' : 'secondary'}" type="submit">${view.label}</button>
    <p class="problem passkey-problem" role="alert" hidden></p>
    <noscript>${notice(text('passkey.absent'))}</noscript>
  </form>`;
}

/** Asks for the second factor after the password. */
export function factorPage(
  frame: PageFrame,
  view: {
    base: string;
    /** Codes of an application are taken. */
    byApp: boolean;
    /** What a passkey is asked; null: the account has none. */
    question: unknown;
    codesLeft: number;
    notice: string | null;
    empty: boolean;
  },
): string {
  const { text, language } = frame;
  const query = `?lang=${language}`;
  const byPasskey = view.question !== null;
  return page(frame, {
    title: text('factor.title'),
    formId: 'factor',
    head: html`${factorStyles}${formScript}${byPasskey ? passkeyScript : null}`,
    body: html`<h1>${text('factor.title')}</h1>
      ${notice(view.notice)}
      ${
        byPasskey
          ? html`<p>${text('factor.passkey')}</p>
              ${passkeyForm(frame, {
                action: `${view.base}/factor/passkey${query}`,
                question: view.question,
                verb: 'get',
                label: text('factor.use-passkey'),
                primary: !view.byApp,
              })}`
          : null
      }
      <form id="factor" method="post" novalidate action="${view.base}/factor${query}">
        ${field(text, {
          name: 'code',
          label: text(view.byApp ? 'factor.code' : 'factor.recovery'),
          hint: text(view.byApp ? 'factor.code.hint' : 'factor.recovery.hint'),
          problem: view.empty ? 'required' : undefined,
          checks: ['required'],
          autocomplete: 'one-time-code',
          maxlength: 40,
          autofocus: view.byApp,
        })}
        <button class="${view.byApp || !byPasskey ? 'primary' : 'secondary'}" type="submit">
          ${text('factor.submit')}
        </button>
      </form>
      <p class="aside">
        ${text('factor.codes-left', { count: String(view.codesLeft) })} ${text('factor.lost')}
      </p>
      <form class="aside" method="post" action="${view.base}/cancel">
        <button class="quiet" type="submit">${text('cancel')}</button>
      </form>`,
  });
}
