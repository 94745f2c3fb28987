import { showPhone } from '#shared/validation/phone.ts';
import { field, formScript, notice } from './form-fields.ts';
import { html } from './html.ts';
import { page, type PageFrame } from './layout.ts';
import { onOneLine } from './sign-in-page.ts';

/** The code sent to the phone of a registration: the same page whether the phone is free or belongs to an account. */
export function registrationCodePage(
  frame: PageFrame,
  view: { base: string; phone: string; notice: string | null; empty: boolean },
): string {
  const { text, language } = frame;
  const { base } = view;
  const query = `?lang=${language}`;
  return page(frame, {
    title: text('register.code.title'),
    formId: 'registration-code',
    head: formScript,
    body: html`<h1>${text('register.code.title')}</h1>
      ${notice(view.notice)}
      <p>${text('register.code.sent', { phone: onOneLine(showPhone(view.phone)) })}</p>
      <form id="registration-code" method="post" novalidate action="${base}/register/code${query}">
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
        <button class="primary" type="submit">${text('register.code.submit')}</button>
      </form>
      <form class="aside" method="post" action="${base}/register/again${query}">
        <button class="quiet" type="submit">${text('register.code.again')}</button>
      </form>
      <p class="aside">
        ${text('register.code.account')} <a href="${base}/sign-in${query}">${text('sign-in.title')}</a>
      </p>
      <p class="aside"><a href="${base}/register${query}">${text('register.code.back')}</a></p>`,
  });
}
