import { showPhone } from '#shared/validation/phone.ts';
import type { FieldProblems } from '../registration.ts';
import { field, notice } from './fields.ts';
import { html } from './html.ts';
import { page, type PageFrame } from './layout.ts';

export function signInPage(
  frame: PageFrame,
  view: {
    base: string;
    login: string;
    notice: string | null;
    /** To be solved before the password is looked at; null: nothing is. */
    challenge: unknown;
    /** The site knows who this is, and the password is asked for once more: nobody registers here. */
    again: boolean;
  },
): string {
  const { text, language } = frame;
  const query = `?lang=${language}`;
  return page(frame, {
    title: text('sign-in.title'),
    formId: 'sign-in',
    head: view.challenge ? html`<script type="module" src="/assets/sign-in-proof.js"></script>` : html``,
    body: html`<h1>${text('sign-in.title')}</h1>
      ${notice(view.notice)} ${view.again && html`<p>${text('sign-in.again')}</p>`}
      ${view.challenge ? html`<noscript>${notice(text('sign-in.proof-script'))}</noscript>` : null}
      <form id="sign-in" method="post" action="${view.base}/sign-in${query}">
        ${
          view.challenge
            ? html`<input
                type="hidden"
                id="proof"
                name="proof"
                data-challenge="${JSON.stringify(view.challenge)}"
                data-working="${text('sign-in.working')}"
              />`
            : null
        }
        ${field(text, {
          name: 'login',
          label: text('sign-in.login'),
          value: view.login,
          autocomplete: 'username',
          autofocus: view.login === '',
        })}
        ${field(text, {
          name: 'password',
          label: text('password'),
          type: 'password',
          autocomplete: 'current-password',
          maxlength: 128,
          autofocus: view.login !== '',
        })}
        <button class="primary" type="submit">${text('sign-in.submit')}</button>
      </form>
      ${
        !view.again &&
        html`<p class="aside">
          ${text('sign-in.no-account')} <a href="${view.base}/register${query}">${text('register.title')}</a>
        </p>`
      }
      <p class="aside">
        ${text('sign-in.forgotten', { phone: showPhone(frame.support.phone).replaceAll(' ', '\u00a0') })}
      </p>
      <form class="aside" method="post" action="${view.base}/cancel">
        <button class="quiet" type="submit">${text('cancel')}</button>
      </form>`,
  });
}

export function newPasswordPage(
  frame: PageFrame,
  view: { base: string; problems: FieldProblems; notice: string | null },
): string {
  const { text, language } = frame;
  return page(frame, {
    title: text('new-password.title'),
    formId: 'new-password',
    body: html`<h1>${text('new-password.title')}</h1>
      ${notice(view.notice)}
      <p>${text('new-password.why')}</p>
      <form id="new-password" method="post" action="${view.base}/new-password?lang=${language}">
        ${passwordFields(frame, view.problems)}
        <button class="primary" type="submit">${text('new-password.submit')}</button>
      </form>`,
  });
}

/** The new password twice; it is never sent back, so it is typed again after a mistake. */
export function passwordFields({ text }: PageFrame, problems: FieldProblems): ReturnType<typeof html> {
  return html`${field(text, {
    name: 'password',
    label: text('password'),
    type: 'password',
    hint: text('password.hint'),
    problem: problems.password,
    autocomplete: 'new-password',
    maxlength: 128,
  })}
  ${field(text, {
    name: 'repeat',
    label: text('password.repeat'),
    type: 'password',
    problem: problems.repeat,
    autocomplete: 'new-password',
    maxlength: 128,
  })}`;
}
