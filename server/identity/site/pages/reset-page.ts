import { field, formScript, notice } from './form-fields.ts';
import { html } from './html.ts';
import { page, type PageFrame } from './layout.ts';
import { proofField, proofScript } from './proof-field.ts';
import { onOneLine } from './sign-in-page.ts';
import { showPhone } from '#shared/validation/phone.ts';

/** Which login a code is wanted for. */
export function resetPage(
  frame: PageFrame,
  view: { base: string; login: string; notice: string | null; empty: boolean; challenge: unknown },
): string {
  const { text, language } = frame;
  return page(frame, {
    title: text('reset.title'),
    formId: 'reset',
    head: html`${formScript}${proofScript}`,
    body: html`<h1>${text('reset.title')}</h1>
      ${notice(view.notice)}
      <p>${text('reset.why')}</p>
      <noscript>${notice(text('sign-in.proof-script'))}</noscript>
      <form id="reset" method="post" novalidate action="${view.base}/reset?lang=${language}">
        ${proofField(text, view.challenge)}
        ${field(text, {
          name: 'login',
          label: text('sign-in.login'),
          value: view.login,
          problem: view.empty ? 'required' : undefined,
          checks: ['required'],
          autocomplete: 'username',
          autofocus: true,
        })}
        <button class="primary" type="submit">${text('reset.send')}</button>
      </form>
      ${back(frame, view.base)}`,
  });
}

/** The code that was sent, if there is such an account: the page is the same for any login. */
export function resetCodePage(
  frame: PageFrame,
  view: { base: string; login: string; notice: string | null; empty: boolean },
): string {
  const { text, language } = frame;
  return page(frame, {
    title: text('reset.title'),
    formId: 'reset-code',
    head: formScript,
    body: html`<h1>${text('reset.title')}</h1>
      ${notice(view.notice)}
      <p>${text('reset.sent')}</p>
      <form id="reset-code" method="post" novalidate action="${view.base}/reset/code?lang=${language}">
        <input type="hidden" name="login" value="${view.login}" />
        ${field(text, {
          name: 'code',
          label: text('reset.code'),
          problem: view.empty ? 'required' : undefined,
          checks: ['required'],
          mask: 'digits',
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          maxlength: 20,
          autofocus: true,
        })}
        <button class="primary" type="submit">${text('reset.go-on')}</button>
      </form>
      <p class="aside">
        ${text('reset.nothing-came', { phone: onOneLine(showPhone(frame.support.phone)) })}
        <a href="${view.base}/reset?lang=${language}">${text('reset.again')}</a>
      </p>
      ${back(frame, view.base)}`,
  });
}

const back = ({ text, language }: PageFrame, base: string) =>
  html`<p class="aside"><a href="${base}/sign-in?lang=${language}">${text('reset.back')}</a></p>`;
