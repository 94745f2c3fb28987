import type { FieldProblems } from '../registration.ts';
import { field, firstWrong, formScript, notice } from './form-fields.ts';
import { html, type Html } from './html.ts';
import { page, type PageFrame } from './layout.ts';
import { proofField, proofScript } from './proof-field.ts';

/** No line ends at a space or behind a hyphen of it (U+2060 joins its neighbours). */
export const onOneLine = (phone: string): string =>
  phone.replaceAll(' ', '\u00a0').replaceAll('-', '-\u2060');

export function signInPage(
  frame: PageFrame,
  view: {
    base: string;
    login: string;
    notice: string | null;
    /** Fields left empty. */
    problems: { login?: 'required'; password?: 'required' };
    /** Too many attempts: with what signs in without the password. */
    refused: boolean;
    /** Challenge to solve before the password is checked; null: none. */
    challenge: unknown;
    /** The person is known and only the password is requested again: without the link to register. */
    again: boolean;
    /** Other ways to sign in. */
    outside: Html | null;
    /** How to link the account that states the number just proven; null: nothing was proven. */
    linking: string | null;
  },
): string {
  const { text, language } = frame;
  const query = `?lang=${language}`;
  return page(frame, {
    title: text('sign-in.title'),
    formId: 'sign-in',
    // Validated first, then submitted with the solved challenge.
    head: html`${formScript}${view.challenge ? proofScript : null}`,
    body: html`<h1>${text('sign-in.title')}</h1>
      ${notice(view.notice)}
      ${
        view.refused &&
        html`<p>
          ${text('sign-in.other-ways')} <a href="${view.base}/reset${query}">${text('sign-in.by-code')}</a>
        </p>`
      }
      ${view.linking && html`<p class="linking">${view.linking}</p>`}
      ${view.again && html`<p>${text('sign-in.again')}</p>`}
      ${view.challenge ? html`<noscript>${notice(text('sign-in.proof-script'))}</noscript>` : null}
      <form id="sign-in" method="post" novalidate action="${view.base}/sign-in${query}">
        ${view.challenge ? proofField(text, view.challenge) : null}
        ${field(text, {
          name: 'login',
          label: text('sign-in.login'),
          value: view.login,
          problem: view.problems.login,
          checks: ['required'],
          autocomplete: 'username',
          autofocus: view.login === '',
        })}
        ${field(text, {
          name: 'password',
          label: text('password'),
          type: 'password',
          problem: view.problems.password,
          checks: ['required'],
          autocomplete: 'current-password',
          maxlength: 128,
          autofocus: view.login !== '',
        })}
        <button class="primary" type="submit">${text('sign-in.submit')}</button>
      </form>
      ${view.outside}
      ${
        !view.again &&
        html`<p class="aside">
          ${text('sign-in.no-account')} <a href="${view.base}/register${query}">${text('register.title')}</a>
        </p>`
      }
      <p class="aside">
        ${text('sign-in.forgotten')} <a href="${view.base}/reset${query}">${text('sign-in.reset')}</a>
      </p>
      <form class="aside" method="post" action="${view.base}/cancel">
        <button class="quiet" type="submit">${text('cancel')}</button>
      </form>`,
  });
}

export function newPasswordPage(
  frame: PageFrame,
  view: { base: string; problems: FieldProblems; notice: string | null; /** After a code. */ reset: boolean },
): string {
  const { text, language } = frame;
  return page(frame, {
    title: text('new-password.title'),
    formId: 'new-password',
    head: formScript,
    body: html`<h1>${text('new-password.title')}</h1>
      ${notice(view.notice)}
      <p>${text(view.reset ? 'new-password.after-code' : 'new-password.why')}</p>
      <form id="new-password" method="post" novalidate action="${view.base}/new-password?lang=${language}">
        ${passwordFields(frame, view.problems, firstWrong(['password', 'repeat'], view.problems) ?? 'password')}
        <button class="primary" type="submit">${text('new-password.submit')}</button>
      </form>`,
  });
}

/** The new password twice; never sent back, so it must be typed again after a mistake. */
export function passwordFields(
  { text }: PageFrame,
  problems: FieldProblems,
  /** Name of the field with the initial focus. */
  focused: string | undefined,
): ReturnType<typeof html> {
  return html`${field(text, {
    name: 'password',
    label: text('password'),
    type: 'password',
    hint: text('password.hint'),
    problem: problems.password,
    checks: ['required', 'password-short', 'password-guessable'],
    autofocus: focused === 'password',
    autocomplete: 'new-password',
    maxlength: 128,
  })}
  ${field(text, {
    name: 'repeat',
    label: text('password.repeat'),
    type: 'password',
    problem: problems.repeat,
    checks: ['required', 'repeat'],
    autofocus: focused === 'repeat',
    autocomplete: 'new-password',
    maxlength: 128,
  })}`;
}
